import { http } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import * as core2 from 'wagmi-core-2'
import * as core3 from 'wagmi-core-3'
import { wagmi } from '../../packages/latchkey/src/adapters/wagmi/index.ts'
import type {
  Adapter,
  Connection,
  ConnectionChange,
  Connector,
} from '../../packages/latchkey/src/core/types/adapter.ts'
import { createScriptedWallet, type ScriptedWallet } from '../../packages/latchkey/src/testing/index.ts'
import { createFakeServices } from '../../packages/testing/src/createFakeServices.ts'

/** Both majors that the adapter is for, as far as these tests call them by one name. */
export const CORES = { 3: core3, 2: core2 } as unknown as Readonly<Record<'2' | '3', typeof core3>>

/** A text storage for wagmi, as a page has one. */
export function createTexts(): { texts: Map<string, string>; storage: core3.Storage } {
  const texts = new Map<string, string>()
  const storage = core3.createStorage({
    storage: {
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, value) => void texts.set(key, value),
      removeItem: (key) => void texts.delete(key),
    },
  })
  return { texts, storage }
}

/** A site with wagmi, its wallets, and our adapter over its config. wagmi looks for wallets in the global window: take it away afterwards. */
export function openPage(
  major: '2' | '3' = '3',
  {
    connectors = [],
    ssr = false,
    wallets = ['dev.drill'],
    known = [],
    texts = createTexts(),
  }: {
    connectors?: readonly core3.CreateConnectorFn[] | undefined
    ssr?: boolean | undefined
    wallets?: readonly string[] | undefined
    /** Wallets of an earlier page load. */
    known?: readonly ScriptedWallet[] | undefined
    texts?: ReturnType<typeof createTexts> | undefined
  } = {},
) {
  const core = CORES[major]
  const walletWindow = new EventTarget()
  Object.assign(globalThis, { window: walletWindow })
  const services = createFakeServices({ fetch: async () => Response.json({ result: '0x1' }), walletWindow })
  const announced = wallets.map((rdns) => announce(walletWindow, rdns))
  for (const wallet of known) wallet.announce(walletWindow)
  const config = core.createConfig({
    chains: [mainnet, optimism],
    transports: { [mainnet.id]: http('https://node-1.test'), [optimism.id]: http('https://node-10.test') },
    connectors: [...connectors],
    storage: texts.storage,
    ssr,
  })
  const adapter = wagmi({ config, actions: async () => core })({ networks: [], services })
  const listed: { now: readonly Connector[] } = { now: [] }
  const stopListing = adapter.watchConnectors((known) => {
    listed.now = known
  })
  return { core, config, adapter, services, walletWindow, wallets: announced, texts: texts.texts, listed, stopListing }
}

export type Page = ReturnType<typeof openPage>

export function announce(walletWindow: EventTarget, rdns: string): ScriptedWallet {
  const wallet = createScriptedWallet({
    name: `Wallet ${rdns}`,
    rdns,
    rpcUrl: 'https://node-1.test',
    chainId: 1,
    chains: [{ chainId: 10, name: 'Ten', rpcUrl: 'https://node-10.test' }],
    fetch: async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' }),
  })
  wallet.announce(walletWindow)
  return wallet
}

export const NETWORK = {
  id: 1,
  name: 'Ethereum',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node-1.test'] } },
} as const

export const OTHER_NETWORK = { ...NETWORK, id: 10, name: 'Ten', caipNetworkId: 'eip155:10' } as const

/** The listed connector of an id. */
export function find({ listed }: Pick<Page, 'listed'>, id: string): Connector {
  const connector = listed.now.find((each) => each.id === id)
  if (!connector) throw new Error(`${id} is not among ${listed.now.map((each) => each.id).join()}`)
  return connector
}

/** Connects a listed wallet and keeps what is told of it. */
export async function connectHere(
  page: Page,
  id = 'dev.drill',
): Promise<{ connection: Connection; heard: ConnectionChange[]; stop: () => void }> {
  const connection = await page.adapter.connect(find(page, id), { network: NETWORK })
  return { connection, ...listen(page.adapter, connection) }
}

export function listen(adapter: Adapter, connection: Connection): { heard: ConnectionChange[]; stop: () => void } {
  const heard: ConnectionChange[] = []
  return { heard, stop: adapter.watchConnection(connection, (change) => heard.push(change)) }
}
