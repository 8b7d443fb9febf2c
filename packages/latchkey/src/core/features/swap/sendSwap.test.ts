import { createFakeServices, createManualClock, createTestLatchkey, type FakeGateway } from '@latchkey/testing'
import { NATIVE_TOKEN, readSwap } from '@latchkey/wire/swap'
import { domainSeparator, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { universal } from '../../../adapters/universal/index.ts'
import { createScriptedWallet } from '../../../testing/index.ts'
import { FailureError } from '../../errors/failure.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { changeSwap, fillSwap, findSwapToken, leaveSwap, loadQuote, loadSwapTokens } from './actions.ts'
import { readClaim } from './claims.ts'
import { forgetSwap, planSwap, sendSwap } from './sendSwap.ts'
import { swapOf } from './state.ts'

const KEY = `0x${'21'.repeat(32)}` as const
const me = privateKeyToAccount(KEY).address
const thief = `0x${'bd'.repeat(20)}` as const
const router = `0x${'c0'.repeat(20)}` as const
const wrapped = `0x${'e0'.repeat(20)}` as const
const dollar = `0x${'d0'.repeat(20)}` as const
const pine = `0x${'f1'.repeat(20)}` as const
const HASH = `0x${'ab'.repeat(32)}` as const

const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function multicall(uint256 deadline, bytes[] data)',
  'function exactInputSingle(Single params)',
  'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
  'function approve(address spender, uint256 amount)',
])

/** What one of this gateway's answers may say instead of the truth. */
type Lies = {
  readonly to?: string
  readonly network?: string
  readonly account?: string
  readonly tokenIn?: Hex
  readonly tokenOut?: Hex
  readonly recipient?: Hex
  readonly amountIn?: bigint
  readonly minimum?: bigint
  readonly deadline?: bigint
  readonly value?: bigint
  readonly fee?: bigint
  readonly spender?: Hex
  readonly allowed?: bigint
  readonly approved?: string
  readonly approvedValue?: string
  readonly quoted?: bigint
  readonly quotedRouter?: string
  readonly decimals?: number
  readonly data?: Hex
  readonly allowance?: 'unread'
  readonly approvalDown?: true
}

type Input = {
  readonly amount?: string
  readonly spender?: Hex
  readonly from?: string
  readonly to?: string
  readonly body?: {
    readonly amount: string
    readonly from: string
    readonly to: string
    readonly minimum: string
    readonly eip155: { readonly permit?: Hex }
  }
}

const contractOf = (id = ''): Hex => {
  const contract = id.slice(id.lastIndexOf(':') + 1).toLowerCase() as Hex
  return contract === NATIVE_TOKEN ? wrapped : contract
}

/** A gateway that quotes one for one, and builds what is asked unless it lies. */
function makeGateway(lies: () => Lies, now: () => number, eip2612: boolean): FakeGateway {
  return {
    getConvertTokens: () => ({
      tokens: [
        {
          name: 'Ether',
          symbol: 'ETH',
          address: `eip155:1:${NATIVE_TOKEN}`,
          decimals: 18,
          logoUri: null,
          eip2612: false,
        },
        {
          name: 'Dollar',
          symbol: 'USD',
          address: `eip155:1:${dollar}`,
          decimals: lies().decimals ?? 6,
          logoUri: null,
          eip2612: false,
        },
        { name: 'Pine', symbol: 'PINE', address: `eip155:1:${pine}`, decimals: 6, logoUri: null, eip2612 },
      ],
    }),
    getConvertQuotes: (input) => {
      const { amount = '', from = '', to = '' } = input as Input
      const toAmount = `${lies().quoted ?? BigInt(amount)}`
      const rest = { priceImpact: 0.1, feePercent: 0, path: [], router: lies().quotedRouter ?? router }
      return { quotes: [{ id: null, fromAmount: amount, fromAccount: from, toAmount, toAccount: to, ...rest }] }
    },
    getPrices: () => ({ fungibles: [] }),
    buildApprove: (input) => {
      const { amount = '', spender = thief, from = '' } = input as Input
      if (lies().approvalDown) throw new FailureError('DATA_UNAVAILABLE', 'gone', { step: 'read' })
      const { approved = from, approvedValue = '0' } = lies()
      const args = [lies().spender ?? spender, lies().allowed ?? BigInt(amount)] as const
      const data = encodeFunctionData({ abi, functionName: 'approve', args })
      return { tx: { from, to: approved, data, value: approvedValue, eip155: { gasPrice: '1' } } }
    },
    buildSwap: (input) => {
      const { body } = input as Input
      if (!body) throw new TypeError('Nothing was asked.')
      const all = {
        tokenIn: contractOf(body.from),
        tokenOut: contractOf(body.to),
        recipient: me as Hex,
        amountIn: BigInt(body.amount),
        minimum: BigInt(body.minimum),
        deadline: BigInt(Math.floor(now() / 1000) + 600),
        value: body.from.endsWith(NATIVE_TOKEN) ? BigInt(body.amount) : 0n,
        to: router as string,
        network: 'eip155:1',
        account: `eip155:1:${me}`,
        fee: 0n,
        ...lies(),
      }
      const single = {
        tokenIn: all.tokenIn,
        tokenOut: all.tokenOut,
        fee: 500,
        recipient: all.fee > 0n ? (`0x${'2'.padStart(40, '0')}` as const) : all.recipient,
        amountIn: all.amountIn,
        amountOutMinimum: all.minimum,
        sqrtPriceLimitX96: 0n,
      }
      const calls = [encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [single] })]
      if (all.fee > 0n) {
        const args = [all.tokenOut, all.minimum * 2n, all.recipient, all.fee, thief] as const
        calls.push(encodeFunctionData({ abi, functionName: 'sweepTokenWithFee', args }))
      }
      const { permit } = body.eip155
      // `selfPermit` takes the token and then what a permit is.
      if (permit) calls.unshift(`0xf3995c67${word(all.tokenIn)}${permit.slice(2)}`)
      const data = encodeFunctionData({ abi, functionName: 'multicall', args: [all.deadline, calls] })
      return {
        tx: {
          from: all.account,
          to: `${all.network}:${all.to}`,
          data: lies().data ?? data,
          amount: body.amount,
          minimum: body.minimum,
          value: `${all.value}`,
          eip155: { gas: '200000', gasPrice: '1' },
        },
      }
    },
  }
}

const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A site on a chain of two tokens, a wallet that approves everything unless `answer` says otherwise, and the gateway. */
async function load(
  options: { readonly hasBatch?: boolean; readonly hasPermit?: boolean; readonly version?: string } = {},
) {
  let lies: Lies = {}
  let allowance = 0n
  let answer: (method: string) => unknown = () => HASH
  const walletWindow = new EventTarget()
  const chain = (method: string, params: readonly { readonly data?: string }[]): unknown => {
    if (method === 'eth_chainId') return '0x1'
    if (method === 'eth_gasPrice') return '0x1'
    if (method === 'eth_getTransactionReceipt') {
      const log = {
        address: dollar,
        topics: [TRANSFER, `0x${word(router)}`, `0x${word(me)}`],
        data: `0x${word(1_234_567n)}`,
      }
      return { transactionHash: HASH, status: '0x1', blockNumber: '0x1', from: me, logs: [log] }
    }
    const data = params[0]?.data ?? ''
    if (data.startsWith('0xdd62ed3e')) return lies.allowance ? '0x' : `0x${word(allowance)}`
    if (data.startsWith('0x313ce567')) return `0x${word(6n)}`
    if (data.startsWith('0x70a08231')) return `0x${word(9_000_000n)}`
    if (data.startsWith('0x95d89b41') || data.startsWith('0x06fdde03')) {
      return `0x${word(32n)}${word(4n)}${'4c454146'.padEnd(64, '0')}`
    }
    if (data.startsWith('0x3644e515')) {
      const { version = '1' } = options
      return domainSeparator({ domain: { name: 'LEAF', version, chainId: 1, verifyingContract: pine } })
    }
    if (data.startsWith('0x7ecebe00')) return `0x${word(7n)}`
    return '0x'
  }
  const fetch = (async (_url: unknown, init?: { readonly body?: unknown }) => {
    const { id, method, params } = JSON.parse(String(init?.body))
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: chain(method, params) }))
  }) as typeof globalThis.fetch
  const clock = createManualClock()
  const gateway = makeGateway(
    () => lies,
    () => clock.now(),
    options.hasPermit === true,
  )
  const services = { ...createFakeServices({ walletWindow, clock, gateway }), fetch }
  const network = {
    id: 1,
    name: 'Here',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://node.test'] } },
  }
  const made = createTestLatchkey({
    services,
    options: {
      adapters: [universal()],
      networks: [network],
      swapRouters: { 'eip155:1': [{ address: router, wrappedNative: wrapped, takesPermit: true }] },
    },
  })
  const asked: { readonly method: string; readonly params?: unknown }[] = []
  const wallet = createScriptedWallet({ name: 'Drill', rdns: 'dev.drill', privateKey: KEY, rpcUrl: '', chainId: 1 })
  const { request } = wallet.provider
  wallet.provider.request = async (call) => {
    if (call.method === 'wallet_getCapabilities') {
      return options.hasBatch ? { '0x1': { atomic: { status: 'supported' } } } : request(call)
    }
    if (call.method === 'wallet_getCallsStatus') {
      return {
        version: '2.0.0',
        id: 'batch',
        status: 200,
        atomic: true,
        receipts: [{ transactionHash: HASH, status: '0x1' }],
      }
    }
    if (/^eth_(estimateGas|gasPrice|getBalance|call|getCode)/.test(call.method)) return '0xffffffff'
    if (!/send|sign/i.test(call.method)) return request(call)
    asked.push(call)
    if (/sign/i.test(call.method)) return request(call)
    return call.method === 'wallet_sendCalls' ? { id: 'batch' } : answer(call.method)
  }
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  const { instance } = made
  const connection = getConnection(instance.stores.connection.get(), 'eip155')
  if (!connection) throw new Error('not connected')
  const state = () => swapOf(instance).get()
  await loadSwapTokens(instance)
  const [coin, dollars, pines] = state().tokens?.list ?? []
  if (!coin || !dollars || !pines) throw new Error('no tokens')
  changeSwap(instance, { from: pines, to: dollars, amount: '1' })
  await loadQuote(instance)
  const shown = () => {
    const { quote } = state()
    if (!quote) throw new Error('no quote')
    return quote
  }
  return {
    ...made,
    services,
    connection,
    asked,
    state,
    shown,
    coin,
    dollars,
    pines,
    /** What the wallet was asked to send. */
    transaction: (index: number) => Object(asked[index]?.params)[0] as { readonly to: Hex; readonly data: Hex },
    lie: (next: Lies) => (lies = next),
    allow: (amount: bigint) => (allowance = amount),
    reply: (next: (method: string) => unknown) => (answer = next),
    send: () => sendSwap(instance, { connection, quote: shown() }),
  }
}

let site: Awaited<ReturnType<typeof load>>
beforeEach(async () => {
  site = await load()
  return () => site.latchkey.destroy()
})

test('an allowance of the exact amount, then the swap, and what was received by its receipt', async () => {
  const { send, asked, state } = site
  await send()
  expect(asked.map(({ method }) => method)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
  const [approval, swap] = [site.transaction(0), site.transaction(1)]
  expect(approval.to.toLowerCase()).toBe(pine)
  expect(approval.data).toBe(encodeFunctionData({ abi, functionName: 'approve', args: [router, 1_000_000n] }))
  expect(swap.to.toLowerCase()).toBe(router)
  expect(state()).toMatchObject({
    phase: 'idle',
    failure: undefined,
    form: { amount: '' },
    steps: [
      { kind: 'allow', isDone: true },
      { kind: 'swap', isDone: true },
    ],
  })
  await expect.poll(() => state().sent).toMatchObject({ status: 'success', got: 1_234_567n, isRead: true, hash: HASH })
})

test('no allowance is asked for where the router may take the token, or the coin is paid', async () => {
  site.allow(1_000_000n)
  await site.send()
  expect(site.asked).toHaveLength(1)
  changeSwap(site.instance, { from: site.coin, to: site.dollars, amount: '0.5' })
  await loadQuote(site.instance)
  await site.send()
  expect(site.asked).toHaveLength(2)
  expect(site.state().steps.map(({ kind }) => kind)).toEqual(['swap'])
})

test('the coin is wrapped one for one by the contract that wraps it, whatever the slippage', async () => {
  const { send, asked, state, instance, coin, shown, lie } = site
  const weth = { ...site.pines, key: wrapped, address: wrapped, symbol: 'WETH', decimals: 6 }
  changeSwap(instance, { from: coin, to: weth, amount: '0.5' })
  lie({ quotedRouter: wrapped })
  await loadQuote(instance)
  expect(shown()).toMatchObject({ isExact: true, got: shown().paid, least: shown().paid })
  changeSwap(instance, { slippage: 3 })
  expect(shown().least).toBe(shown().paid)
  lie({ quotedRouter: wrapped, quoted: shown().paid - 1n })
  await loadQuote(instance)
  expect(state().asked).toEqual({ status: 'failed', code: 'SWAP_MISMATCH' })
  // What a router of Uniswap's is called by is no way to wrap.
  lie({ quotedRouter: wrapped, to: wrapped })
  await loadQuote(instance)
  await send()
  expect([state().failure, asked]).toEqual(['SWAP_MISMATCH', []])
  lie({ quotedRouter: wrapped, to: wrapped, data: '0xd0e30db0' })
  await send()
  expect(asked.map(({ params }) => params)).toMatchObject([
    [{ to: wrapped, data: '0xd0e30db0', value: '0x6f05b59d3b20000' }],
  ])
})

test('a wallet that carries out several calls as one is asked once for both', async () => {
  site.latchkey.destroy()
  site = await load({ hasBatch: true })
  const fee = await planSwap(site.instance, { connection: site.connection, quote: site.shown() })
  expect([fee, site.state().steps]).toEqual([260_000n, [{ kind: 'batch', isDone: false }]])
  await site.send()
  expect(site.asked.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
  expect(site.asked[0]?.params).toMatchObject([{ atomicRequired: true, calls: [{}, {}] }])
  await expect.poll(() => site.state().sent?.status).toBe('success')
})

describe('SEC-97: nothing reaches the wallet when the gateway', () => {
  const lies: readonly (readonly [string, Lies, string])[] = [
    ['sends the swap to another contract', { to: thief }, 'target'],
    ['has another spender allowed', { spender: thief }, 'approval spender'],
    ['has more allowed than is paid', { allowed: (1n << 256n) - 1n }, 'approval amount'],
    ['has another token allowed', { approved: `eip155:1:${dollar}` }, 'approval target'],
    ['has coin paid with the allowance', { approvedValue: '1' }, 'approval value'],
    ['sends the result to another recipient', { recipient: thief }, 'recipient'],
    ['lowers the least that comes out', { minimum: 1n }, 'minimum'],
    ['builds for another network', { network: 'eip155:10' }, 'network'],
    ['builds for another account', { account: `eip155:1:${thief}` }, 'account'],
    ['sells another token', { tokenIn: dollar }, 'sell'],
    ['buys another token', { tokenOut: wrapped }, 'buy'],
    ['sells more than was shown', { amountIn: 2_000_000n }, 'amount'],
    ['has coin paid along', { value: 1n }, 'value'],
    ['sets a deadline that is over', { deadline: 1n }, 'deadline'],
    ['sets a deadline that never comes', { deadline: 1n << 64n }, 'deadline'],
    ['takes a fee that was not shown', { fee: 100n }, 'fee'],
  ]
  test.each(lies)('%s', async (_, lie, part) => {
    const { send, asked, state, services } = site
    site.lie(lie)
    await send()
    expect([asked, state().failure, state().phase]).toEqual([[], 'SWAP_MISMATCH', 'idle'])
    expect(state().form.amount).toBe('1')
    expect(services.log.join()).not.toContain(me)
    const built = import('./buildSteps.ts').then(({ fetchApproval, fetchSwap }) => {
      const terms = { connection: site.connection, quote: site.shown() }
      return part.startsWith('approval') ? fetchApproval(site.instance, terms) : fetchSwap(site.instance, terms)
    })
    await expect(built).rejects.toMatchObject({ code: 'SWAP_MISMATCH', facts: { part } })
  })

  test('says other decimals of a token than the token itself', async () => {
    site.lie({ decimals: 4 })
    await loadSwapTokens(site.instance, { isAnew: true })
    const wrong = site.state().tokens?.list.find(({ key }) => key === dollar)
    changeSwap(site.instance, { to: wrong })
    await loadQuote(site.instance)
    await site.send()
    expect([site.asked, site.state().failure]).toEqual([[], 'SWAP_MISMATCH'])
  })

  test('quotes for a router that is neither published nor the site’s', async () => {
    site.lie({ quotedRouter: thief })
    await loadQuote(site.instance)
    expect(site.state().asked).toEqual({ status: 'failed', code: 'SWAP_MISMATCH' })
    await sendSwap(site.instance, { connection: site.connection, quote: { ...site.shown(), router: thief } })
    expect([site.asked, site.state().failure]).toEqual([[], 'SWAP_MISMATCH'])
  })

  test('lies about the swap only once the allowance was given: the swap is not asked for', async () => {
    site.reply(() => {
      site.lie({ recipient: thief })
      return HASH
    })
    await site.send()
    expect([site.asked.length, site.state().failure]).toEqual([1, 'SWAP_MISMATCH'])
  })
})

test('a lie is told while the swap is looked at, and is over once the gateway builds what is shown', async () => {
  const run = { connection: site.connection, quote: site.shown() }
  site.lie({ recipient: thief })
  expect([await planSwap(site.instance, run), site.state().planFailure]).toEqual([undefined, 'SWAP_MISMATCH'])
  site.lie({})
  expect([await planSwap(site.instance, run), site.state().planFailure]).toEqual([260_000n, undefined])
})

test.each([
  ['a “no” of the visitor’s', 'USER_REJECTED'],
  ['a lie that was told after the allowance', 'SWAP_MISMATCH'],
] as const)('%s is still told after plans that failed and succeeded', async (_, failure) => {
  site.reply(() => {
    if (failure === 'USER_REJECTED') throw Object.assign(new Error('no'), { code: 4001 })
    site.lie({ recipient: thief })
    return HASH
  })
  await site.send()
  const run = { connection: site.connection, quote: site.shown() }
  site.lie({ recipient: thief })
  await planSwap(site.instance, run)
  expect(site.state()).toMatchObject({ failure, planFailure: 'SWAP_MISMATCH' })
  site.lie({})
  await planSwap(site.instance, run)
  expect(site.state()).toMatchObject({ failure, planFailure: undefined })
})

test.each([
  ['allowance', { allowance: 'unread' }],
  ['approval', { approvalDown: true }],
] as const)(
  'a gateway or node that does not answer for the %s is told as that, and no wallet is asked',
  async (part, lie) => {
    site.lie(lie)
    await site.send()
    expect([site.asked, site.state().failedAt, site.state().phase]).toEqual([[], part, 'idle'])
    site.lie({})
    await site.send()
    expect(site.asked).toHaveLength(2)
  },
)

test('a plan that comes after the visitor has changed the form says nothing of what is shown now', async () => {
  const run = { connection: site.connection, quote: site.shown() }
  site.lie({ recipient: thief })
  const late = planSwap(site.instance, run)
  changeSwap(site.instance, { amount: '0.5' })
  await late
  expect(site.state()).toMatchObject({ steps: [], planFailure: undefined })
})

test('a price that moved more than the slippage is refused with the new quote, and the form is kept', async () => {
  site.lie({ quoted: 980_000n })
  await site.send()
  expect([site.asked, site.state().failure, site.state().form.amount]).toEqual([[], 'QUOTE_MOVED', '1'])
  expect(site.state().quote).toMatchObject({ got: 980_000n, least: 970_200n })
})

test('within the slippage the least that was shown is what is sent', async () => {
  site.allow(1_000_000n)
  site.lie({ quoted: 995_000n })
  await site.send()
  const data = site.transaction(0).data
  expect(data).toContain(word(990_000n))
})

test('an impact that nobody agreed to is not sent', async () => {
  const quote = { ...site.shown(), impact: 15 }
  await sendSwap(site.instance, { connection: site.connection, quote })
  expect([site.asked, site.state().failure]).toEqual([[], 'SWAP_COSTLY'])
  site.allow(1_000_000n)
  await sendSwap(site.instance, { connection: site.connection, quote, acceptsImpact: true })
  expect(site.asked).toHaveLength(1)
})

test('a swap is asked for once, though the button is pressed three times', async () => {
  site.allow(1_000_000n)
  await Promise.all([site.send(), site.send(), site.send()])
  expect(site.asked).toHaveLength(1)
})

test('a “no” of the visitor’s keeps the form, and the next press asks again', async () => {
  site.allow(1_000_000n)
  site.reply(() => {
    throw Object.assign(new Error('no'), { code: 4001 })
  })
  await site.send()
  expect(site.state()).toMatchObject({ phase: 'idle', failure: 'USER_REJECTED', form: { amount: '1' } })
  expect(readClaim(site.instance, site.connection)).toBeUndefined()
  site.reply(() => HASH)
  await site.send()
  expect(site.asked).toHaveLength(2)
})

test('a swap whose answer was lost is not sent again, here, in another tab or after a reload, until the visitor has looked', async () => {
  const { instance, connection, state } = site
  site.allow(1_000_000n)
  site.reply(() => new Promise(() => {}))
  void site.send()
  await expect.poll(() => site.asked.length).toBe(1)
  // The page is loaded anew: its store is empty, the browser's storage is not.
  swapOf(instance).set((before) => ({ ...before, phase: 'idle' }))
  await site.send()
  expect([site.asked.length, state().phase]).toEqual([1, 'unclear'])
  swapOf(instance).set((before) => ({ ...before, phase: 'idle' }))
  await loadSwapTokens(instance)
  expect(state()).toMatchObject({ phase: 'unclear', failure: 'REQUEST_UNANSWERED' })
  leaveSwap(instance)
  expect(state().phase).toBe('unclear')
  forgetSwap(instance, connection)
  expect([state().phase, readClaim(instance, connection)]).toEqual(['idle', undefined])
})

test('a wallet that was lost while it was asked leaves the swap unclear, not failed', async () => {
  site.allow(1_000_000n)
  site.reply(() => {
    throw new FailureError('REQUEST_UNANSWERED', 'Nobody answers.', { step: 'send' })
  })
  await site.send()
  expect(site.state()).toMatchObject({ phase: 'unclear', failure: 'REQUEST_UNANSWERED', form: { amount: '1' } })
  await site.send()
  expect(site.asked).toHaveLength(1)
})

test('a token that takes permits is allowed by a signature, for the exact amount and the router, and the swap carries it', async () => {
  site.latchkey.destroy()
  site = await load({ hasPermit: true })
  await site.send()
  expect(site.asked.map(({ method }) => method)).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
  const typed = JSON.parse(String(Object(site.asked[0]?.params)[1]))
  expect(typed).toMatchObject({
    domain: { name: 'LEAF', version: '1', chainId: 1, verifyingContract: pine },
    message: { owner: me, spender: router, value: '1000000', nonce: '7' },
  })
  const data = site.transaction(1).data
  expect(readSwap(me, data)?.permit).toEqual({ token: pine, amount: 1_000_000n })
})

test('a token whose domain is another than it says is allowed by a transaction', async () => {
  site.latchkey.destroy()
  site = await load({ hasPermit: true, version: '9' })
  await site.send()
  expect(site.asked.map(({ method }) => method)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
})

test('what a site wished for is filled in once, by symbol or contract', async () => {
  const { instance, state } = site
  const wishes = { fromToken: 'usd', toToken: `eip155:1:${pine}`, amount: '2.5' }
  await fillSwap(instance, wishes)
  expect(state().form).toMatchObject({ from: { key: dollar }, to: { key: pine }, amount: '2.5' })
  changeSwap(instance, { amount: '3' })
  await fillSwap(instance, wishes)
  expect(state().form.amount).toBe('3')
})

test('what a site wished for takes the place of the same token on the other side', async () => {
  const { instance, state, dollars } = site
  await fillSwap(instance, { fromToken: dollar })
  expect([state().form.from?.key, state().form.to]).toEqual([dollars.key, undefined])
  await fillSwap(instance, { fromToken: 'PINE', toToken: dollar })
  await fillSwap(instance, { toToken: 'PINE' })
  expect([state().form.from, state().form.to?.symbol]).toEqual([undefined, 'PINE'])
})

test('a slippage beyond the cap is the cap, and a token that is pasted is read from the chain', async () => {
  changeSwap(site.instance, { slippage: 50 })
  expect(site.state().form.slippage).toBe(5)
  const leaf = await findSwapToken(site.instance, `0x${'1e'.repeat(20)}`)
  expect(leaf).toMatchObject({ symbol: 'LEAF', decimals: 6, isListed: false })
  expect(await findSwapToken(site.instance, 'leaf')).toBeUndefined()
})
