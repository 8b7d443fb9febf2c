import { describe, expect, it } from 'vitest'
import { LOOK_EVERY_MS, LOOK_RARELY_MS, traceTransaction } from './traceTransaction.ts'

const HASH = `0x${'aa'.repeat(32)}`
const OTHER = `0x${'bb'.repeat(32)}`
const FROM = `0x${'11'.repeat(20)}`
const TO = `0x${'22'.repeat(20)}`

type Answers = Readonly<Record<string, unknown>>

const sent = (hash: string, change: Answers = {}) => ({
  hash,
  from: FROM,
  nonce: '0x5',
  to: TO,
  input: '0x',
  ...change,
})
const receipt = (status: string) => ({ status, blockNumber: '0x9' })

/** Follows over answers that change from look to look; the last ones stay. Ends after so many looks. */
async function trace(looks: readonly Answers[], limit = 8) {
  let at = 0
  const asked: string[] = []
  const pauses: number[] = []
  const queued: number[] = []
  const outcome = await traceTransaction({
    hash: HASH,
    from: FROM,
    ask: async (method, params) => {
      asked.push(method)
      const answer = looks[Math.min(at, looks.length - 1)]?.[method] ?? null
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer(...params) : answer
    },
    pause: async (delayMs) => {
      pauses.push(delayMs)
      at += 1
      if (at >= limit) throw new Error('long enough')
    },
    onQueued: () => void queued.push(at),
  }).catch((error: Error) => error.message)
  return { outcome, asked, pauses, queued }
}

const PENDING: Answers = {
  eth_blockNumber: '0x8',
  eth_getTransactionByHash: sent(HASH),
  eth_getTransactionCount: '0x5',
}

describe('traceTransaction', () => {
  it.each([
    ['0x1', 'success'],
    ['0x0', 'reverted'],
  ] as const)('a receipt of status %s ends it as %s', async (status, name) => {
    const { outcome, asked } = await trace([{ eth_getTransactionReceipt: receipt(status) }])
    expect(outcome).toEqual({ hash: HASH, status: name })
    expect(asked).toEqual(['eth_getTransactionReceipt'])
  })

  it.each([
    ['the same call with a higher fee', {}, 'spedUp'],
    ['an address in other case is the same one', { to: TO.toUpperCase().replace('0X', '0x') }, 'spedUp'],
    ['a transfer to oneself', { to: FROM }, 'cancelled'],
    ['other data', { input: '0x00' }, 'cancelled'],
  ] as const)(
    'F-31: %s in our place is told once the nonce was past ours at two looks',
    async (_, change, replaced) => {
      const past: Answers = {
        ...PENDING,
        eth_getTransactionByHash: null,
        eth_getTransactionCount: '0x6',
        eth_blockNumber: '0x9',
        eth_getBlockByNumber: (number: string) => ({
          transactions: number === '0x9' ? [sent(`0x${'cc'.repeat(32)}`, { nonce: '0x4' }), sent(OTHER, change)] : [],
        }),
        eth_getTransactionReceipt: (hash: string) => (hash === OTHER ? receipt('0x1') : null),
      }
      const { outcome, pauses } = await trace([PENDING, past])
      expect(outcome).toEqual({ hash: OTHER, status: 'success', replaced })
      expect(pauses).toEqual([LOOK_EVERY_MS, LOOK_EVERY_MS])
    },
  )

  it('F-31: one look at a nonce past ours proves nothing, since the receipt may be late', async () => {
    const past: Answers = { ...PENDING, eth_getTransactionCount: '0x6' }
    const { outcome } = await trace([past, { eth_getTransactionReceipt: receipt('0x1') }])
    expect(outcome).toEqual({ hash: HASH, status: 'success' })
  })

  it('F-32: of an account with code, a hash that nobody knows for 12 s waits for other owners, said once', async () => {
    const unknown: Answers = { eth_blockNumber: '0x8', eth_getCode: '0x6000', eth_getLogs: [] }
    const { queued, outcome } = await trace([unknown])
    expect(queued).toEqual([3])
    expect(outcome).toBe('long enough')
  })

  it.each([
    ['an ordinary account', '0x'],
    ['an account that lends itself code', `0xef0100${'33'.repeat(20)}`],
  ])('F-32: %s does not wait for other owners', async (_, code) => {
    const { queued } = await trace([{ eth_blockNumber: '0x8', eth_getCode: code }])
    expect(queued).toEqual([])
  })

  it.each([
    ['in its data', { data: `${HASH}${'00'.repeat(32)}` }, 0, 'success'],
    ['as an indexed field', { indexed: HASH }, 0, 'success'],
    ['of one that failed', { data: `${HASH}${'00'.repeat(32)}` }, 1, 'reverted'],
  ] as const)('F-32: the Safe’s own log names our hash %s', async (_, { data, indexed }: Log, which, status) => {
    const unknown: Answers = { eth_blockNumber: '0x8', eth_getCode: '0x6000', eth_getLogs: [] }
    const carried: Answers = {
      ...unknown,
      eth_getLogs: ({ topics: [topics] }: { topics: readonly [readonly string[]] }) => [
        { topics: [topics[0]], data: `0x${'99'.repeat(64)}`, transactionHash: HASH },
        { topics: [topics[which], ...(indexed ? [indexed] : [])], data: data ?? '0x', transactionHash: OTHER },
      ],
    }
    const { outcome } = await trace([unknown, unknown, unknown, unknown, carried])
    expect(outcome).toEqual({ hash: OTHER, status, replaced: 'safe' })
  })

  it('F-32: a transaction that shows up later was only late', async () => {
    const unknown: Answers = { eth_blockNumber: '0x8', eth_getCode: '0x6000', eth_getLogs: [] }
    const { outcome } = await trace([unknown, unknown, unknown, unknown, { eth_getTransactionReceipt: receipt('0x1') }])
    expect(outcome).toEqual({ hash: HASH, status: 'success', replaced: 'safe' })
  })

  it('a look that fails is made again, and answers of any shape are survived', async () => {
    const odd: Answers = {
      ...PENDING,
      eth_getTransactionByHash: 7,
      eth_blockNumber: {},
      eth_getTransactionReceipt: 'x',
    }
    const { outcome } = await trace([
      { eth_getTransactionReceipt: new Error('down') },
      odd,
      { eth_getTransactionReceipt: receipt('0x1') },
    ])
    expect(outcome).toEqual({ hash: HASH, status: 'success' })
  })

  it('after three minutes it looks less often', async () => {
    const { pauses } = await trace([PENDING], 50)
    expect(pauses[0]).toBe(LOOK_EVERY_MS)
    expect(pauses.at(-1)).toBe(LOOK_RARELY_MS)
  })
})

type Log = { readonly data?: string; readonly indexed?: string }
