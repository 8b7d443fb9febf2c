/** ENS on a dev chain: its registry and resolver as published (`published.json`), and our universal resolver (`artifacts.json`). */
import { readFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  concat,
  createClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  labelhash,
  namehash,
  parseAbi,
  publicActions,
  walletActions,
  zeroAddress,
  zeroHash,
} from 'viem'
import { readReceipt } from '../readReceipt.ts'

type Contracts = Readonly<Record<string, { readonly abi: Abi; readonly bytecode: Hex }>>

const published = read('./published.json') as Readonly<Record<string, { readonly bytecode: Hex }>>
const { contracts: own } = read('./artifacts.json') as { readonly contracts: Contracts }

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}

const abi = parseAbi([
  'function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)',
  'function setAddr(bytes32 node, address account)',
  'function setAddr(bytes32 node, uint256 coinType, bytes account)',
  'function setName(bytes32 node, string name)',
])

/** Where names are kept on a dev chain. */
export type NamePlaces = {
  readonly registry: Address
  readonly resolver: Address
  /** What readers ask; see `SmallUniversalResolver.sol`. */
  readonly universalResolver: Address
}

/** A name to be registered. */
export type NameWish = {
  /** Of labels that are in their normal form already, as `mira.hollowpine.eth`. */
  readonly name: string
  readonly address?: Address | undefined
  /** Records of other coins, by coin type. */
  readonly coins?: Readonly<Record<number, Hex>> | undefined
  /** Whether the address calls itself so. Default: true. */
  readonly isPrimary?: boolean | undefined
  /** A resolver other than the published one. */
  readonly resolver?: Address | undefined
}

/**
 * Places contracts and names in the name of `maker`, for whom the chain must sign, as anvil does for its own accounts.
 * Rejects when the chain refuses a step.
 */
export async function placeNames(parameters: {
  rpcUrl: string
  maker: Address
  names: readonly NameWish[]
}): Promise<NamePlaces> {
  const { maker } = parameters
  const send = createSender(parameters.rpcUrl, maker)
  let nonce = await send.nonce()
  const steps: { to?: Address; data: Hex }[] = []
  const deploy = (data: Hex): Address => {
    steps.push({ data })
    return getContractAddress({ from: maker, nonce: BigInt(nonce++) })
  }
  const call = (to: Address, data: Hex): void => {
    steps.push({ to, data })
    nonce += 1
  }
  const registry = deploy(published.ENSRegistry?.bytecode ?? '0x')
  const resolver = deploy(
    concat([published.PublicResolver?.bytecode ?? '0x', encodeAbiParameters([{ type: 'address' }], [registry])]),
  )
  const universalResolver = deploy(dataOf('SmallUniversalResolver', [registry]))

  const owned = new Set<string>()
  /** Gives `maker` a name and those above it. */
  const take = (name: string, wanted: Address): void => {
    const [label = '', ...rest] = name.split('.')
    const parent = rest.join('.')
    if (parent !== '' && !owned.has(parent)) take(parent, zeroAddress)
    owned.add(name)
    call(
      registry,
      encodeFunctionData({
        abi,
        functionName: 'setSubnodeRecord',
        args: [parent === '' ? zeroHash : namehash(parent), labelhash(label), maker, wanted, 0n],
      }),
    )
  }
  for (const { name, address, coins = {}, isPrimary = true, resolver: other } of parameters.names) {
    take(name, other ?? resolver)
    const node = namehash(name)
    if (address !== undefined && other === undefined) {
      call(resolver, encodeFunctionData({ abi, functionName: 'setAddr', args: [node, address] }))
    }
    for (const [coin, record] of Object.entries(coins)) {
      call(resolver, encodeFunctionData({ abi, functionName: 'setAddr', args: [node, BigInt(coin), record] }))
    }
    if (address === undefined || !isPrimary) continue
    const reverse = `${address.slice(2).toLowerCase()}.addr.reverse`
    take(reverse, resolver)
    call(resolver, encodeFunctionData({ abi, functionName: 'setName', args: [namehash(reverse), name] }))
  }
  await send.all(steps)
  return { registry, resolver, universalResolver }
}

/** Places one of our contracts; rejects when the chain refuses it. */
export async function placeNameContract(parameters: {
  rpcUrl: string
  maker: Address
  name: 'SignedResolver' | 'ForeignSenderResolver'
  args: readonly unknown[]
}): Promise<Address> {
  const { rpcUrl, maker, name, args } = parameters
  const send = createSender(rpcUrl, maker)
  const nonce = BigInt(await send.nonce())
  await send.all([{ data: dataOf(name, args) }])
  return getContractAddress({ from: maker, nonce })
}

/** Places a contract by its creation code and arguments; rejects when the chain refuses it. */
export async function placeCode(parameters: { rpcUrl: string; maker: Address; data: Hex }): Promise<Address> {
  const send = createSender(parameters.rpcUrl, parameters.maker)
  const nonce = BigInt(await send.nonce())
  await send.all([{ data: parameters.data }])
  return getContractAddress({ from: parameters.maker, nonce })
}

/** Calls a contract; rejects when the chain refuses it. */
export async function callContract(parameters: {
  rpcUrl: string
  maker: Address
  to: Address
  data: Hex
}): Promise<void> {
  const { rpcUrl, maker, to, data } = parameters
  await createSender(rpcUrl, maker).all([{ to, data }])
}

function dataOf(name: string, args: readonly unknown[]): Hex {
  const contract = own[name]
  if (!contract) throw new Error(`artifacts.json has no contract ${name}; run npm run contracts.`)
  return encodeDeployData({ ...contract, args })
}

/**
 * Sends transactions of one account that the chain signs for, each once the one before it is in a block: of several that wait, anvil now
 * and then executes one too early, and drops it with all that follow.
 */
function createSender(rpcUrl: string, from: Address) {
  const client = createClient({ account: from, transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
  return {
    nonce: () => client.getTransactionCount({ address: from }),
    async all(steps: readonly { to?: Address; data: Hex }[]): Promise<void> {
      for (const [index, step] of steps.entries()) {
        const hash = await client.sendTransaction({ ...step, gas: 6_000_000n, chain: null })
        const { status } = await readReceipt(client, hash)
        if (status !== 'success') throw new Error(`The dev chain reverted step ${index} of the names.`)
      }
    },
  }
}
