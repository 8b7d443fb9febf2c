import { createFakeServices, createManualClock, createTestLatchkey, type FakeGateway } from '@latchkey/testing'
import { readMessage } from '@latchkey/wire/guard'
import { JUPITER, SOLANA_COIN, WRAPPED_SOL } from '@latchkey/wire/swap'
import { base58 } from '@scure/base'
import { beforeEach, describe, expect, test } from 'vitest'
import { solana } from '../../../adapters/solana/index.ts'
import { solana as mainnet } from '../../../networks/index.ts'
import { createScriptedSolanaWallet, drill } from '../../../testing/index.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { toBase58 } from '../../values/base58.ts'
import { deriveProgramAddress, deriveTokenAccount } from '../../values/deriveProgramAddress.ts'
import { unservedOf } from '../tokens/mayServe.ts'
import { changeSwap, findSwapToken, loadQuote, loadSwapTokens } from './actions.ts'
import { maySwap } from './maySwap.ts'
import { getMostPaid, getSwapStep } from './rules.ts'
import { planSwap, sendSwap } from './sendSwap.ts'
import { swapOf } from './state.ts'

const address = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte))
const [thief, dollar, pool, table, events] = [address(2), address(3), address(4), address(5), address(6)]
const CHAIN = JUPITER.networkId
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const SYSTEM = '11111111111111111111111111111111'
const number = (value: bigint, width: number): readonly number[] =>
  Array.from({ length: width }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
const hex = (bytes: readonly number[]): string => `0x${Buffer.from(bytes).toString('hex')}`
const hold = (owner: string, mint: string): string => deriveTokenAccount({ owner, mint, program: TOKEN }) ?? ''

/** What the gateway may say instead of the truth. */
type Lies = {
  readonly program?: string
  readonly account?: string
  readonly recipient?: string
  readonly mint?: string
  readonly amount?: bigint
  readonly paid?: bigint
  readonly quoted?: bigint
  readonly fee?: bigint
  readonly value?: string
  readonly decimals?: number
  readonly offered?: bigint
  readonly beside?: object
  readonly signer?: string
  /** What a table is said to hold beside the pool. */
  readonly tabled?: string
  readonly unbuilt?: true
  /** What accounts are after the swap, as a node says. */
  readonly effects?: Readonly<Record<string, object>>
}

type Asked = { readonly from: string; readonly to: string; readonly amount: string; readonly minimum: string }

/** A gateway whose aggregator gives 150 dollars for a SOL. */
function makeGateway(lies: () => Lies, me: string): FakeGateway {
  const facts = { logoUri: null, eip2612: false }
  return {
    getConvertTokens: () => ({
      tokens: [
        { name: 'Solana', symbol: 'SOL', address: `${CHAIN}:${SOLANA_COIN}`, decimals: 9, ...facts },
        { name: 'Dollar', symbol: 'USD', address: `${CHAIN}:${dollar}`, decimals: lies().decimals ?? 6, ...facts },
      ],
    }),
    getConvertQuotes: (input) => {
      const { amount, from, to } = input as Asked
      const toAmount = `${lies().offered ?? (BigInt(amount) * 150n) / 1_000n}`
      const rest = { priceImpact: 0.1, feePercent: 0, path: [], router: JUPITER.program }
      return { quotes: [{ id: null, fromAmount: amount, fromAccount: from, toAmount, toAccount: to, ...rest }] }
    },
    getPrices: () => ({ fungibles: [] }),
    buildSwap: (input) => {
      const { body } = input as { readonly body: Asked }
      const lie = lies()
      const amount = lie.amount ?? BigInt(body.amount)
      const quoted = lie.quoted ?? (BigInt(body.amount) * 150n) / 1_000n
      const wrapped = hold(me, WRAPPED_SOL)
      const mint = lie.mint ?? dollar
      const target = hold(lie.recipient ?? me, mint)
      const at = (role: number, ...list: readonly string[]) => list.map((each) => ({ address: each, role }))
      const program = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
      const open = (of: string) => ({
        programAddress: program,
        accounts: [...at(3, me), ...at(1, hold(me, of)), ...at(0, me, of, SYSTEM, TOKEN)],
        data: '0x01',
      })
      const calls = [
        open(WRAPPED_SOL),
        {
          programAddress: SYSTEM,
          accounts: [...at(3, me), ...at(1, wrapped)],
          data: hex([...number(2n, 4), ...number(lie.paid ?? BigInt(body.amount), 8)]),
        },
        { programAddress: TOKEN, accounts: at(1, wrapped), data: '0x11' },
        open(mint),
        {
          programAddress: JUPITER.program,
          accounts: [
            ...at(2, lie.signer ?? me),
            ...at(1, wrapped, target),
            ...at(0, WRAPPED_SOL, mint, TOKEN, TOKEN, JUPITER.program, events, JUPITER.program),
            ...at(1, events, thief, pool),
          ],
          data: hex([
            ...[0xbb, 0x64, 0xfa, 0xcc, 0x31, 0xc4, 0xaf, 0x14],
            ...[...number(amount, 8), ...number(quoted, 8), ...number(100n, 2), ...number(lie.fee ?? 0n, 2)],
            ...[0, 0, 1, 0, 0, 0, 7],
          ]),
        },
        { programAddress: TOKEN, accounts: [...at(1, wrapped, me), ...at(2, me)], data: '0x09' },
        ...(lie.beside ? [lie.beside] : []),
      ]
      const tables = { [table]: [events, ...(lie.tabled ? [lie.tabled] : []), pool] }
      return {
        tx: {
          from: lie.account ?? `${CHAIN}:${me}`,
          to: `${CHAIN}:${lie.program ?? JUPITER.program}`,
          data: '0x',
          amount: `${quoted}`,
          minimum: body.minimum,
          value: lie.value ?? '0',
          ...(lie.unbuilt ? {} : { solana: { calls, tables } }),
        },
      }
    },
  }
}

const METADATA = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const metadataOf = (mint: string): string =>
  deriveProgramAddress(METADATA, [
    new TextEncoder().encode('metadata'),
    base58.decode(METADATA),
    base58.decode(mint),
  ]) ?? ''

/** A metadata account of a mint, as Metaplex writes it: texts padded with zeros behind their lengths. */
function text(mint: string): Buffer {
  const padded = (words: string, length: number): readonly number[] => [
    ...number(BigInt(length), 4),
    ...Buffer.concat([Buffer.from(words), Buffer.alloc(length)]).subarray(0, length),
  ]
  const texts = [...padded('Pine\u202e', 32), ...padded('PINE', 10), ...padded('', 200)]
  return Buffer.from([4, ...base58.decode(thief), ...base58.decode(mint), ...texts])
}

/** A site with a wallet on Solana whose node has a mint of six decimals, and a gateway with an aggregator. */
async function load() {
  let lies: Lies = {}
  const sent: Uint8Array[] = []
  const walletWindow = new EventTarget()
  const wallet = createScriptedSolanaWallet({ name: 'Drill', secretKey: new Uint8Array(32).fill(7) })
  wallet.register(walletWindow)
  const me = wallet.getAddress()
  const mint = Buffer.alloc(82)
  mint[44] = 6
  mint[45] = 1
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getMultipleAccounts: ([keys]) => ({
      value: (keys as readonly string[]).map((key) =>
        key === dollar || key === pool
          ? { lamports: 1, owner: TOKEN, data: [mint.toString('base64'), 'base64'] }
          : key === metadataOf(pool)
            ? { lamports: 1, owner: METADATA, data: [text(pool).toString('base64'), 'base64'] }
            : null,
      ),
    }),
    simulateTransaction: ([, options]) => {
      const { accounts } = options as { readonly accounts?: { readonly addresses: readonly string[] } }
      const tried = accounts?.addresses.map((key) => lies.effects?.[key] ?? null)
      return { value: { err: null, logs: [], unitsConsumed: 90_000, ...(lies.effects && { accounts: tried }) } }
    },
    getRecentPrioritizationFees: () => [],
    getLatestBlockhash: () => ({ value: { blockhash: address(9), lastValidBlockHeight: 100 } }),
    getSignatureStatuses: () => ({ value: [{ confirmationStatus: 'confirmed', err: null }] }),
    getTransaction: () => ({
      meta: {
        fee: 5_000,
        preBalances: [10],
        postBalances: [5],
        preTokenBalances: [],
        postTokenBalances: [
          { mint: dollar, owner: thief, uiTokenAmount: { amount: '9' } },
          { mint: dollar, owner: me, uiTokenAmount: { amount: '149900000' } },
        ],
      },
    }),
    sendTransaction: ([transaction]) => {
      const bytes = Buffer.from(String(transaction), 'base64')
      sent.push(Uint8Array.from(bytes))
      return toBase58(Uint8Array.from(bytes.subarray(1, 65)))
    },
  }
  const fetch = (async (_url: unknown, init?: { readonly body?: unknown }) => {
    const { id, method, params } = JSON.parse(String(init?.body))
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? null }))
  }) as typeof globalThis.fetch
  const gateway = makeGateway(() => lies, me)
  const services = { ...createFakeServices({ walletWindow, clock: createManualClock(), gateway }), fetch }
  const made = createTestLatchkey({ services, options: { adapters: [solana()], networks: [mainnet] } })
  await made.latchkey.connect({ connectorId: 'Drill' })
  const { instance } = made
  const connection = getConnection(instance.stores.connection.get(), 'solana')
  if (!connection) throw new Error('not connected')
  const state = () => swapOf(instance).get()
  await loadSwapTokens(instance)
  const [coin, dollars] = state().tokens?.list ?? []
  if (!coin || !dollars) throw new Error('no tokens')
  changeSwap(instance, { from: coin, to: dollars, amount: '1' })
  await loadQuote(instance)
  const shown = () => {
    const { quote } = state()
    if (!quote) throw new Error('no quote')
    return quote
  }
  return {
    ...made,
    services,
    wallet,
    me,
    sent,
    connection,
    coin,
    dollars,
    state,
    shown,
    lie: (next: Lies) => (lies = next),
    send: () => sendSwap(instance, { connection, quote: shown() }),
  }
}

let site: Awaited<ReturnType<typeof load>>
beforeEach(async () => {
  site = await load()
  return () => site.latchkey.destroy()
})

test('SOL becomes a token by one transaction that the wallet signs, and what was received is what the chain says', async () => {
  const { send, sent, state, shown, me, instance, connection } = site
  expect(shown()).toMatchObject({ got: 150_000_000n, least: 148_500_000n, router: JUPITER.program, isExact: false })
  await planSwap(instance, { connection, quote: shown() })
  expect(state().steps).toEqual([{ kind: 'swap', isDone: false }])
  await send()
  expect(state()).toMatchObject({ phase: 'idle', failure: undefined, form: { amount: '' } })
  expect(sent).toHaveLength(1)
  const message = readMessage(sent[0] ?? new Uint8Array(), toBase58)
  expect(message?.payer).toBe(me)
  // The pool alone is taken out of a table: everything that was checked stands in the transaction itself.
  expect(message?.lookups).toEqual([{ table, writable: [1], readonly: [] }])
  const swap = message?.listCalls([[events, pool]]).find(({ program }) => program === JUPITER.program)
  expect(swap?.accounts.slice(0, 3)).toEqual([me, hold(me, WRAPPED_SOL), hold(me, dollar)])
  expect(swap?.accounts.at(-1)).toBe(pool)
  await expect.poll(() => state().sent).toMatchObject({ status: 'success', got: 149_900_000n, isRead: true })
})

describe('SEC-97: nothing reaches a wallet of Solana where the gateway', () => {
  const foreign = { programAddress: thief, accounts: [], data: '0x' }
  const allow = { programAddress: TOKEN, accounts: [{ address: thief, role: 0 }], data: '0x04' }
  const lies: readonly (readonly [string, Lies])[] = [
    ['names another program', { program: thief }],
    ['builds for another account', { account: `${CHAIN}:${thief}` }],
    ['sends the result to somebody else', { recipient: thief }],
    ['buys another token', { mint: pool }],
    ['sells more than was shown', { amount: 2_000_000_000n }],
    ['pays more SOL than was shown', { paid: 2_000_000_000n }],
    ['lowers the least that comes out', { quoted: 149_999_998n }],
    ['takes a fee that was not shown', { fee: 10n }],
    ['has SOL paid along', { value: '1' }],
    ['calls another program beside the swap', { beside: foreign }],
    ['allows somebody to take tokens', { beside: allow }],
    ['lets somebody else sign', { signer: thief }],
    ['builds nothing', { unbuilt: true }],
  ]
  test.each(lies)('%s', async (_, lie) => {
    const { send, sent, state, wallet } = site
    site.lie(lie)
    await send()
    expect([sent, state().failure, state().phase]).toEqual([[], 'SWAP_MISMATCH', 'idle'])
    expect(wallet.calls.filter(({ feature }) => feature.startsWith('solana:sign'))).toEqual([])
    expect(state().form.amount).toBe('1')
  })

  test('says other decimals of a mint than the mint itself', async () => {
    site.lie({ decimals: 5 })
    await loadSwapTokens(site.instance, { isAnew: true })
    changeSwap(site.instance, { to: site.state().tokens?.list[1] })
    await loadQuote(site.instance)
    await site.send()
    expect([site.sent, site.state().failure]).toEqual([[], 'SWAP_MISMATCH'])
  })

  test('says of a table that it holds an account of the visitor: that account is named in the transaction all the same', async () => {
    site.lie({ tabled: hold(site.me, dollar) })
    await site.send()
    const message = readMessage(site.sent[0] ?? new Uint8Array(), toBase58)
    expect(message?.keys).toContain(hold(site.me, dollar))
    expect(message?.lookups).toEqual([{ table, writable: [2], readonly: [] }])
  })
})

test('SEC-97: what a node says that would happen is compared with what was shown, before the wallet is asked', async () => {
  const { me } = site
  const holding = (amount: bigint) => {
    const data = Buffer.alloc(165)
    data.set(base58.decode(dollar), 0)
    data.set(base58.decode(me), 32)
    data.set(number(amount, 8), 64)
    data[108] = 1
    return { lamports: 0, owner: TOKEN, data: [data.toString('base64'), 'base64'] }
  }
  const own = hold(me, dollar)
  site.lie({ effects: { [own]: holding(148_499_999n) } })
  await site.send()
  expect([site.sent, site.state().failure]).toEqual([[], 'SWAP_MISMATCH'])
  site.lie({ effects: { [own]: holding(148_500_000n) } })
  await site.send()
  expect([site.sent.length, site.state().failure]).toEqual([1, undefined])
})

test('a price that moved more than the slippage is refused with the new quote, and nothing is signed', async () => {
  site.lie({ offered: 140_000_000n })
  await site.send()
  expect([site.sent, site.state().failure, site.state().phase]).toEqual([[], 'QUOTE_MOVED', 'idle'])
  expect(site.state().quote?.got).toBe(140_000_000n)
})

test('a “no” of the visitor’s keeps the form, and the next press asks again', async () => {
  site.wallet.answer('solana:signTransaction', drill.no(4001, 'User rejected the request.'))
  await site.send()
  expect([site.sent, site.state().failure, site.state().form.amount]).toEqual([[], 'USER_REJECTED', '1'])
  await site.send()
  expect(site.sent).toHaveLength(1)
})

test('a mint that is pasted is called what its metadata says, and one without, or no mint at all, is no token here', async () => {
  const { instance, dollars } = site
  expect(await findSwapToken(instance, ` ${pool} `)).toMatchObject({
    key: pool,
    name: 'Pine',
    symbol: 'PINE',
    decimals: 6,
    isListed: false,
  })
  expect(await findSwapToken(instance, dollar)).toEqual(dollars)
  expect(await findSwapToken(instance, thief)).toBeUndefined()
  expect(await findSwapToken(instance, pool.toLowerCase())).toBeUndefined()
  expect(await findSwapToken(instance, `0x${'ab'.repeat(20)}`)).toBeUndefined()
})

test('swaps are absent on Solana until the gateway has said that it has some, and where it has none', async () => {
  const { instance } = site
  const known = { supportedChains: undefined, unserved: [] }
  expect(maySwap(instance, CHAIN, { ...known, served: undefined })).toBe(false)
  expect(maySwap(instance, CHAIN, { ...known, served: CHAIN })).toBe(true)
  expect(maySwap(instance, 'eip155:1', { ...known, served: undefined })).toBe(true)
  const services = createFakeServices({ gateway: { getConvertTokens: () => ({ tokens: [] }) } })
  const other = createTestLatchkey({ services, options: { adapters: [solana()], networks: [mainnet] } })
  await loadSwapTokens(other.instance)
  expect(swapOf(other.instance).get().tokens?.status).toBe('unsupported')
  expect(unservedOf(other.instance).get().list).toEqual([`swaps ${CHAIN}`])
  other.latchkey.destroy()
})

test('the most that can be paid of SOL leaves what fees and deposits take, and a token needs a fee of SOL', () => {
  const { coin, dollars, state } = site
  expect(getMostPaid(coin, 1_000_000_000n, undefined, CHAIN)).toBe(993_500_000n)
  expect(getMostPaid(coin, 5n, undefined, CHAIN)).toBe(0n)
  const form = { ...state().form, from: dollars, to: coin, amount: '1' }
  const held = (sol: bigint) => [
    { key: 'native', address: undefined, balance: sol },
    { key: dollar, address: dollar, balance: 1_000_000n },
  ]
  const step = (sol: bigint) => getSwapStep(state(), form, { held: held(sol), gasPrice: undefined, accountType: 'eoa' })
  expect(step(4_999n)).toBe('insufficientFee')
  expect(step(5_000n)).toBe('quoting')
})
