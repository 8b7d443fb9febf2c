/** A real dev chain with contracts that play tricks, for this folder's tests. */
import { readFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  type Chain,
  concat,
  createTestClient,
  defineChain,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  pad,
  publicActions,
  type TestClient,
  toHex,
  type WalletActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Anvil, startAnvil } from '../../../../testing/src/anvil.ts'
import { readReceipt } from '../../../../testing/src/readReceipt.ts'
import { TRANSFER } from './evmTransaction.ts'

/** Makes creation code of code that needs no constructor. */
function creationOf(code: string): Hex {
  return `0x60${(code.length / 2).toString(16).padStart(2, '0')}80600b6000396000f3${code}`
}

/**
 * Called with 32 bytes, an address, it calls itself with its value; that call pays the address and then fails. Called with 96
 * bytes it pays the address and does not fail.
 */
const PAYER = creationOf(
  '3660401460235736606014603857' +
    '60206000600037' +
    '6000600060406000' +
    '34305af15000' +
    '5b' +
    '6000600060006000' +
    '346000355af15060006000fd' +
    '5b' +
    '6000600060006000' +
    '346000355af15000',
)

/** Writes an event of any three or four topics, given before its data. */
const LOGGER = {
  3: creationOf('60603603606060003760403560203560003560603603' + '6000a300'),
  4: creationOf('6080360360806000376060356040356020356000356080' + '36036000a400'),
} as const

/** The second account of anvil's mnemonic; its key is public. Source: Foundry's book. */
const ALICE = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const BOB = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a')

const { contracts } = JSON.parse(
  readFileSync(new URL('../../../../../apps/demo/contracts/artifacts.json', import.meta.url), 'utf8'),
) as { contracts: Readonly<Record<string, { abi: Abi; bytecode: Hex }>> }

type TestNode = TestClient<'anvil', HttpTransport, Chain> & PublicActions<HttpTransport, Chain> & WalletActions<Chain>

/** A dev chain, two people on it, and the means to do things. Every step is one block. */
export async function startTestChain() {
  const anvil: Anvil = await startAnvil({ chainId: 31_337 })
  const chain = defineChain({
    id: 31_337,
    name: 'Slope',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  })
  const node: TestNode = createTestClient({ mode: 'anvil', chain, transport: http(anvil.url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  type Person = typeof ALICE

  async function settle(hash: Hex) {
    return readReceipt(node, hash)
  }
  async function send(from: Person, parameters: { to?: Address | null; value?: bigint; data?: Hex; gas?: bigint }) {
    return settle(await node.sendTransaction({ account: from, chain, ...parameters }))
  }
  async function deploy(data: Hex): Promise<Address> {
    const { contractAddress } = await send(BOB, { data })
    if (!contractAddress) throw new Error('the dev chain gave no address')
    return contractAddress
  }
  async function deployToken(name: string, symbol: string, decimals = 18): Promise<Address> {
    const { abi, bytecode } = contracts.DemoToken ?? { abi: [], bytecode: '0x' as const }
    const hash = await node.deployContract({
      account: BOB,
      chain,
      abi,
      bytecode,
      args: [name, symbol, decimals, 10n ** 30n],
    })
    const { contractAddress } = await settle(hash)
    if (!contractAddress) throw new Error('the dev chain gave no address')
    return contractAddress
  }
  async function write(from: Person, address: Address, functionName: string, args: readonly unknown[]) {
    const { abi } = contracts.DemoToken ?? { abi: [] }
    return settle(await node.writeContract({ account: from, chain, address, abi, functionName, args, gas: 200_000n }))
  }
  const payer = await deploy(PAYER)
  const logger = { 3: await deploy(LOGGER[3]), 4: await deploy(LOGGER[4]) }

  return {
    anvil,
    node,
    alice: ALICE,
    bob: BOB,
    payer,
    logger,
    send,
    deployToken,
    write,
    /** Pays somebody inside a frame that is undone, or inside one that is not. */
    pay: (whom: Address, value: bigint, isUndone: boolean) =>
      send(BOB, {
        to: payer,
        value,
        gas: 300_000n,
        data: isUndone ? pad(whom) : concat([pad(whom), pad('0x'), pad('0x')]),
      }),
    /** An event that says what somebody likes. */
    log: (topics: readonly Hex[], data: Hex = '0x') =>
      send(BOB, { to: topics.length === 3 ? logger[3] : logger[4], gas: 200_000n, data: concat([...topics, data]) }),
    /** An ERC-20 transfer that a contract of no worth claims. */
    claim: (from: Address, to: Address, amount: bigint) =>
      send(BOB, {
        to: logger[3],
        gas: 200_000n,
        data: concat([TRANSFER, pad(from), pad(to), toHex(amount, { size: 32 })]),
      }),
    stop: () => anvil.stop(),
  }
}

/** A running chain of tests. */
export type TestChain = Awaited<ReturnType<typeof startTestChain>>
