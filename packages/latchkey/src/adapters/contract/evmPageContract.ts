/** The page, the wallet and the network that the contract of the EVM adapters is played with: nothing but the ports is played. */
import { createFakeServices } from '../../../../testing/src/createFakeServices.ts'
import type { Adapter, ConnectionChange, Connector, CreateAdapter } from '../../core/types/adapter.ts'
import type { Network } from '../../core/types/network.ts'
import { createScriptedWallet, type ScriptedWallet, type ScriptedWalletOptions } from '../../testing/index.ts'

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
/** The account of the scripted wallet. */
export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Somebody else, and a contract. */
export const OTHER_ADDRESS = `0x${'cd'.repeat(20)}`
export const TOKEN = `0x${'ef'.repeat(20)}`
export const TOKEN_ABI = [
  {
    type: 'function',
    name: 'approve',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const

/** A network of the given chain id, with one node that answers for it. */
export function playNetwork(id: number, changes: Partial<Network> = {}): Network {
  return {
    id,
    name: `Chain ${id}`,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://node-${id}.test`] } },
    ...changes,
  }
}

/** Where the site and the wallet begin. */
export const FIRST = playNetwork(1)
/** Another network of the site. */
export const OTHER = playNetwork(10, { blockExplorers: { default: { name: 'Scan', url: 'https://scan.test' } } })

/** A page with an adapter in it: nothing but the ports is played. */
export function playPage(createAdapter: CreateAdapter, ethereum?: unknown) {
  const walletWindow = Object.assign(new EventTarget(), { ethereum })
  const services = createFakeServices({ fetch: playNode, walletWindow })
  const adapter = createAdapter({ networks: [FIRST, OTHER], services })
  const make = (options: Partial<ScriptedWalletOptions> = {}): ScriptedWallet =>
    createScriptedWallet({
      name: 'Drill',
      rdns: 'dev.drill',
      privateKey: KEY,
      rpcUrl: 'https://node-1.test',
      chainId: 1,
      fetch: playNode,
      ...options,
    })
  const add = (options: Partial<ScriptedWalletOptions> = {}): ScriptedWallet => {
    const wallet = make(options)
    wallet.announce(walletWindow)
    return wallet
  }
  return { clock: services.clock, log: services.log, services, walletWindow, adapter, make, add }
}

/** A node whose chain id is in its address. */
const playNode: typeof fetch = async (input) => {
  const [, id] = /node-(\d+)\.test/.exec(String(input)) ?? []
  return Response.json({ jsonrpc: '2.0', id: 1, result: `0x${Number(id).toString(16)}` })
}

/** The connectors that are known now. */
export function list(adapter: Adapter): readonly Connector[] {
  let known: readonly Connector[] = []
  adapter.watchConnectors((connectors) => {
    known = connectors
  })()
  return known
}

/** The first of them. */
export function first(adapter: Adapter): Connector {
  const [connector] = list(adapter)
  if (!connector) throw new Error('no connector')
  return connector
}

/** What a wallet was asked, in its order. */
export const methods = (wallet: ScriptedWallet) => wallet.calls.map(({ method }) => method)
/** How often a wallet was asked for one thing. */
export const count = (wallet: ScriptedWallet, method: string) =>
  methods(wallet).filter((called) => called === method).length

/** The code that a promise rejects with. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: { code?: unknown }) => error.code,
  )
}

/** What an adapter over a library of the host's brings along; nothing by default. */
export type Company = {
  /** Listeners that the library keeps on a wallet that is not connected. */
  readonly idle?: number | undefined
  /** Listeners that the library keeps on a connected wallet, beside our four. */
  readonly connected?: number | undefined
  /** Questions for the chain id that the library asks by itself for each connection. */
  readonly reads?: number | undefined
  /** False where the library itself fails on an event without its value. */
  readonly takesBareEvents?: boolean | undefined
}

/** A page with one wallet in it, and one that is connected, with what it hears. */
export function createPlays(createAdapter: CreateAdapter) {
  const play = (options: Partial<ScriptedWalletOptions> = {}, ethereum?: unknown) => {
    const page = playPage(createAdapter, ethereum)
    const wallet = page.add(options)
    const connector = first(page.adapter)
    const connect = () => page.adapter.connect(connector, { network: FIRST })
    return { ...page, wallet, connector, connect }
  }
  const playConnected = async (options: Partial<ScriptedWalletOptions> = {}) => {
    const page = play(options)
    const connection = await page.connect()
    const heard: ConnectionChange[] = []
    const stop = page.adapter.watchConnection(connection, (change) => heard.push(change))
    return { ...page, connection, heard, stop }
  }
  return { createAdapter, play, playConnected }
}
export type Plays = ReturnType<typeof createPlays>
