import {
  type Abi,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  publicActions,
} from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { optimism } from 'viem/chains'
import artifacts from './artifacts.json' with { type: 'json' }

/** Where Farcaster's registries stand on OP Mainnet. */
const ID_REGISTRY = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const KEY_REGISTRY = '0x00000000fc1237824fb747abde0ff18990e59b7e'

/** Accounts of Farcaster on a dev chain that says it is OP Mainnet. */
export type Registries = {
  /** Gives somebody an account, and its number. */
  register(custody: LocalAccount): Promise<bigint>
  /** Adds a key to an account: of an address that may sign in, unless told otherwise. */
  addKey(fid: bigint, address: Hex, key?: { readonly state?: number; readonly keyType?: number }): Promise<void>
}

/** Puts stand-ins of ours at the registries' addresses. `payer` pays for what is set there. */
export async function placeRegistries(rpcUrl: string, payer: LocalAccount): Promise<Registries> {
  const node = createTestClient({ mode: 'anvil', chain: optimism, transport: http(rpcUrl) }).extend(publicActions)
  for (const [address, name] of [
    [ID_REGISTRY, 'IdRegistry'],
    [KEY_REGISTRY, 'KeyRegistry'],
  ] as const) {
    const { data } = await node.call({ data: artifacts.contracts[name].bytecode as Hex })
    if (!data) throw new Error(`${name} could not be prepared on the dev chain.`)
    await node.setCode({ address, bytecode: data })
  }
  const idAbi = artifacts.contracts.IdRegistry.abi as Abi
  const keyAbi = artifacts.contracts.KeyRegistry.abi as Abi
  const send = async (
    account: LocalAccount,
    call: { address: Hex; abi: Abi; functionName: string; args: unknown[] },
  ) => {
    await node.setBalance({ address: account.address, value: 10n ** 18n })
    const wallet = createWalletClient({ account, chain: optimism, transport: http(rpcUrl) })
    const hash = await wallet.writeContract({ ...call, account, chain: optimism })
    await node.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  }
  return {
    async register(custody) {
      await send(custody, { address: ID_REGISTRY, abi: idAbi, functionName: 'register', args: [] })
      const args = [custody.address]
      return (await node.readContract({ address: ID_REGISTRY, abi: idAbi, functionName: 'idOf', args })) as bigint
    },
    async addKey(fid, address, { state = 1, keyType = 2 } = {}) {
      const key = encodeAbiParameters([{ type: 'address' }], [address])
      await send(payer, { address: KEY_REGISTRY, abi: keyAbi, functionName: 'set', args: [fid, key, state, keyType] })
    },
  }
}
