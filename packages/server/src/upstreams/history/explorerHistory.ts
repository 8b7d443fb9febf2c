/**
 * History from an explorer's HTTP interface. Source: Etherscan's API documentation, module `account` (`txlist`, `txlistinternal`,
 * `tokentx`, `tokennfttx`, `token1155tx`), which Blockscout answers too. Held against bodies of that documentation; no explorer
 * was asked.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { HISTORY_TRANSFER_LIMIT, type HistoryGap, type WireCode } from '@latchkey/wire'
import * as v from 'valibot'
import { isDeeperThan } from '../../isDeeperThan.ts'
import type { Clock } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import { readCapped } from '../readCapped.ts'
import type { RpcPool } from '../rpcPool.ts'
import { createTraceReader } from './evmHistory.ts'
import { isApproval, nodeTransaction, readAs } from './evmTransaction.ts'
import { findMoves } from './frames.ts'
import {
  byPlace,
  type EvmPosition,
  type HistoryUpstream,
  isBefore,
  type RawMove,
  type RawTransaction,
  readPosition,
  writePosition,
} from './upstream.ts'

/** Rows of one call, and of the one more where all of them are of one block. */
const ROWS = 100
const ROWS_OF_ONE_BLOCK = 1_000

/** Most bytes and deepest nesting of one answer. */
export const EXPLORER_ANSWER_LIMIT = 5 * 1024 * 1024
const ANSWER_DEPTH = 16

/** How long each of the three tries of a call waits, in ms. */
const WAITS_MS = [0, 400, 1_200] as const

/** Longest that a call waits for its turn, in ms. */
const QUEUE_MS = 4_000

/** Calls that one page sends to the explorer at most, tries not counted. */
export const EXPLORER_CALLS_PER_PAGE = 10

const ACTIONS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const
type Action = (typeof ACTIONS)[number]

/** What a page lacks where an explorer does not know the action. */
const GAP_OF: Readonly<Record<Action, HistoryGap>> = {
  txlist: 'transactions',
  txlistinternal: 'internal',
  tokentx: 'tokens',
  tokennfttx: 'tokens',
  token1155tx: 'tokens',
}

const number = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((text) => BigInt(text)),
)
const lower = v.transform((text: string) => text.toLowerCase())
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/), lower)
const maybeAddress = v.pipe(v.string(), v.regex(/^(?:0x[0-9a-fA-F]{40})?$/), lower)
const hash = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/), lower)
const flag = v.optional(v.picklist(['0', '1', '']), '0')

const base = { blockNumber: number, timeStamp: number }
const transactionRow = v.object({
  ...base,
  hash,
  nonce: number,
  transactionIndex: number,
  from: address,
  to: v.optional(maybeAddress, ''),
  value: amount,
  input: v.optional(v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/)), '0x'),
  gasUsed: v.optional(amount),
  gasPrice: v.optional(amount),
  isError: flag,
  txreceipt_status: v.optional(v.string(), ''),
})
const internalRow = v.object({
  ...base,
  hash: v.optional(hash),
  /** Blockscout's name for the hash. */
  transactionHash: v.optional(hash),
  from: address,
  to: v.optional(maybeAddress, ''),
  contractAddress: v.optional(maybeAddress, ''),
  value: amount,
  isError: flag,
})
const tokenRow = v.object({
  ...base,
  hash,
  transactionIndex: v.optional(number),
  from: address,
  to: address,
  contractAddress: address,
  value: v.optional(amount),
  tokenValue: v.optional(amount),
  tokenID: v.optional(amount),
  tokenDecimal: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number))),
  gasUsed: v.optional(amount),
  gasPrice: v.optional(amount),
})

type TransactionRow = v.InferOutput<typeof transactionRow>
type InternalRow = v.InferOutput<typeof internalRow> & { readonly hash: string }
type TokenRow = v.InferOutput<typeof tokenRow>

const envelope = v.object({
  status: v.optional(v.string()),
  message: v.optional(v.nullable(v.string()), ''),
  result: v.unknown(),
})

/** Makes it for one chain. The chain's own nodes say who signed what came from others, and what was undone inside. */
export function createExplorerHistory(parameters: {
  /** Such as `https://api.etherscan.io/v2/api`, or an explorer's `/api`. */
  url: string
  apiKey: string | undefined
  /** Sent as `chainid` where the interface serves many chains. */
  chainId: string | undefined
  callsPerSecond: number
  /** Whether this explorer is believed about payments inside transactions where no node traces them. */
  trustInternal: boolean
  pool: RpcPool
  fetch: typeof fetch
  clock: Clock
  timeoutMs: number
  /** How long each try of a call waits before it is sent, in ms. */
  waitsMs?: readonly number[] | undefined
}): HistoryUpstream {
  const { pool, clock } = parameters
  const fetchTraces = createTraceReader(pool)
  let turn = 0

  /** Waits for a turn, so that the explorer's limit is kept. */
  async function waitForTurn(signal: AbortSignal): Promise<void> {
    const now = clock.now()
    turn = Math.max(now, turn + 1_000 / parameters.callsPerSecond)
    if (turn - now > QUEUE_MS) {
      turn -= 1_000 / parameters.callsPerSecond
      throw new RequestError('RATE_LIMITED', 'Too many wait for the explorer.', { retryAfterSeconds: 5 })
    }
    if (turn > now) await sleep(turn - now, undefined, { signal })
  }

  async function ask(action: Action, who: string, endBlock: number, rows: number, signal: AbortSignal): Promise<Asked> {
    const url = new URL(parameters.url)
    const fields = {
      module: 'account',
      action,
      address: who,
      startblock: 0,
      endblock: endBlock,
      page: 1,
      offset: rows,
      sort: 'desc',
      ...(parameters.chainId === undefined ? {} : { chainid: parameters.chainId }),
      ...(parameters.apiKey === undefined ? {} : { apikey: parameters.apiKey }),
    }
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, String(value))
    let code: WireCode = 'UPSTREAM_UNAVAILABLE'
    for (const wait of parameters.waitsMs ?? WAITS_MS) {
      if (wait > 0) await sleep(wait, undefined, { signal })
      await waitForTurn(signal)
      const answer = await askOnce(url, signal)
      if (typeof answer !== 'string') return answer
      if (answer === 'refused') break
      code = answer === 'busy' ? 'RATE_LIMITED' : 'UPSTREAM_UNAVAILABLE'
    }
    throw new RequestError(code, 'The explorer does not answer.', {
      field: 'chainId',
      ...(code === 'RATE_LIMITED' ? { retryAfterSeconds: 5 } : {}),
    })
  }

  async function askOnce(url: URL, signal: AbortSignal): Promise<Asked | 'busy' | 'down' | 'refused'> {
    let text: string | undefined
    try {
      const response = await parameters.fetch(url, {
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(parameters.timeoutMs)]),
      })
      if (response.status !== 200) {
        // A body that is not read is given back; one that broke off already is what was wanted.
        await response.body?.cancel().catch(() => undefined)
        return response.status === 429 ? 'busy' : response.status >= 500 ? 'down' : 'refused'
      }
      text = await readCapped(response.body, EXPLORER_ANSWER_LIMIT)
    } catch (error) {
      if (signal.aborted) throw error
      return 'down'
    }
    // What is too large or no JSON today is so a moment later too.
    if (text === undefined || isDeeperThan(text, ANSWER_DEPTH)) return 'refused'
    const body = readAs(envelope, readJson(text))
    if (body === undefined) return 'refused'
    if (Array.isArray(body.result)) return { rows: body.result, isKnown: true }
    const words = `${body.message} ${typeof body.result === 'string' ? body.result : ''}`
    if (/rate limit|too many/i.test(words)) return 'busy'
    if (/no (?:token |internal )?(?:transactions|transfers) found/i.test(words)) return { rows: [], isKnown: true }
    if (/unknown action|invalid action|missing or unsupported/i.test(words)) return { rows: [], isKnown: false }
    return 'refused'
  }

  /** Rows of one action, and the place from which on they are whole. */
  async function read<Row extends { readonly blockNumber: number }>(
    action: Action,
    schema: v.GenericSchema<unknown, Row>,
    who: string,
    endBlock: number,
    signal: AbortSignal,
  ): Promise<Rows<Row>> {
    let asked = await ask(action, who, endBlock, ROWS, signal)
    let rows = asked.rows.slice(0, ROWS).flatMap((row) => readAs(schema, row) ?? [])
    let isFull = asked.rows.length >= ROWS
    const spread = () => new Set(rows.map((row) => row.blockNumber)).size
    if (isFull && spread() === 1) {
      asked = await ask(action, who, endBlock, ROWS_OF_ONE_BLOCK, signal)
      rows = asked.rows.slice(0, ROWS_OF_ONE_BLOCK).flatMap((row) => readAs(schema, row) ?? [])
      isFull = asked.rows.length >= ROWS_OF_ONE_BLOCK
    }
    const inside = rows.filter((row) => row.blockNumber <= endBlock)
    if (!isFull) return { rows: inside, horizon: undefined, isKnown: asked.isKnown }
    if (inside.length === 0) throw new RequestError('UPSTREAM_UNAVAILABLE', 'The explorer answers what was not asked.')
    const lowest = Math.min(...inside.map((row) => row.blockNumber))
    // The lowest block may go on beyond the answer, unless it is the only one.
    return { rows: inside, horizon: { block: spread() > 1 ? lowest + 1 : lowest, index: -1 }, isKnown: asked.isKnown }
  }

  return {
    kind: 'explorer',
    isPosition: (text) => readPosition(text) !== undefined,
    async readPage({ address: who, before, limit, signal }) {
      const place = before === undefined ? undefined : readPosition(before)
      const endBlock = place === undefined ? 999_999_999_999 : place.index > 0 ? place.block : place.block - 1
      if (endBlock < 0) return { transactions: [], next: undefined, missing: [], code: null, since: null }
      const missing = new Set<HistoryGap>()
      let code: WireCode | null = null
      const attempt = async <Row extends { readonly blockNumber: number }>(
        action: Action,
        schema: v.GenericSchema<unknown, Row>,
      ): Promise<Rows<Row>> => {
        try {
          const found = await read(action, schema, who, endBlock, signal)
          if (!found.isKnown) missing.add(GAP_OF[action])
          return found
        } catch (error) {
          // Without the transactions themselves nothing can be said of who did what.
          if (signal.aborted || !(error instanceof RequestError) || action === 'txlist') throw error
          missing.add(GAP_OF[action])
          code = error.code
          return { rows: [], horizon: undefined, isKnown: false }
        }
      }
      const [transactions, internal, fungible, single, several] = await Promise.all([
        attempt('txlist', transactionRow),
        attempt('txlistinternal', internalRow),
        attempt('tokentx', tokenRow),
        attempt('tokennfttx', tokenRow),
        attempt('token1155tx', tokenRow),
      ])
      const horizons = [transactions, internal, fungible, single, several].flatMap((each) => each.horizon ?? [])
      const [horizon] = [...horizons].sort(byPlace)

      const gathered = gather({
        transactions: transactions.rows,
        internal: internal.rows.flatMap((row): InternalRow[] => {
          const id = row.hash ?? row.transactionHash
          return id === undefined ? [] : [{ ...row, hash: id }]
        }),
        tokens: [
          // Some list NFTs here too, and again by themselves.
          ...fungible.rows.filter((row) => row.tokenID === undefined),
          ...single.rows,
          ...several.rows,
        ],
      })
      const inside = [...gathered.values()]
        .filter((each) => isBefore(each, place) && (horizon === undefined || byPlace(each, horizon) <= 0))
        .sort(byPlace)
      const page = inside.slice(0, limit)
      const last = page.at(-1)
      const next =
        inside.length > limit && last !== undefined
          ? writePosition(last)
          : horizon === undefined
            ? undefined
            : writePosition(horizon)

      const signers = await findSigners(
        page.filter((each) => each.row === undefined),
        signal,
      )
      const paid = page.filter((each) => each.internal.length > 0 && !hasFailed(each.row)).map((each) => each.hash)
      const traces = await fetchTraces(paid, signal).catch((error: unknown) => {
        if (signal.aborted) throw error
        return { byHash: new Map<string, unknown>(), hasFailed: true, isShort: true }
      })
      if (traces.isShort && !parameters.trustInternal) missing.add('internal')
      return {
        transactions: page.map((each) =>
          describe(who, each, signers.get(each.hash), traces.byHash.get(each.hash), parameters.trustInternal),
        ),
        next,
        missing: [...missing],
        code,
        since: next === undefined ? null : (last?.at ?? null),
      }
    },
  }

  /** What the chain's own nodes say of transactions that the account neither signed nor got. */
  async function findSigners(open: readonly Gathered[], signal: AbortSignal) {
    if (open.length === 0) return new Map<string, v.InferOutput<typeof nodeTransaction>>()
    const answers = await pool
      .send(
        open.map(({ hash: id }) => ({ method: 'eth_getTransactionByHash', params: [id] })),
        signal,
      )
      .catch((error: unknown) => {
        if (signal.aborted) throw error
        return []
      })
    return new Map(
      answers.flatMap((answer, index) => {
        const found = 'result' in answer ? readAs(nodeTransaction, answer.result) : undefined
        return found !== undefined && found.hash === open[index]?.hash ? [[found.hash, found] as const] : []
      }),
    )
  }
}

type Asked = { readonly rows: readonly unknown[]; readonly isKnown: boolean }
type Rows<Row> = { readonly rows: readonly Row[]; readonly horizon: EvmPosition | undefined; readonly isKnown: boolean }

/** All that the explorer says of one transaction. */
type Gathered = EvmPosition & {
  readonly hash: string
  readonly at: number
  row: TransactionRow | undefined
  readonly internal: InternalRow[]
  readonly tokens: TokenRow[]
}

function gather(rows: {
  readonly transactions: readonly TransactionRow[]
  readonly internal: readonly InternalRow[]
  readonly tokens: readonly TokenRow[]
}): ReadonlyMap<string, Gathered> {
  const indexes = new Map<string, number>()
  for (const row of [...rows.transactions, ...rows.tokens]) {
    if (row.transactionIndex !== undefined) indexes.set(row.hash, row.transactionIndex)
  }
  const gathered = new Map<string, Gathered>()
  const take = (row: { hash: string; blockNumber: number; timeStamp: number }): Gathered => {
    const known = gathered.get(row.hash)
    if (known !== undefined) return known
    const made: Gathered = {
      hash: row.hash,
      block: row.blockNumber,
      index: indexes.get(row.hash) ?? -1,
      at: row.timeStamp * 1000,
      row: undefined,
      internal: [],
      tokens: [],
    }
    gathered.set(row.hash, made)
    return made
  }
  for (const row of rows.transactions) take(row).row = row
  for (const row of rows.internal) if (row.isError !== '1' && row.value > 0n) take(row).internal.push(row)
  for (const row of rows.tokens) take(row).tokens.push(row)
  return gathered
}

function hasFailed(row: TransactionRow | undefined): boolean {
  return row !== undefined && (row.isError === '1' || row.txreceipt_status === '0')
}

function describe(
  account: string,
  gathered: Gathered,
  told: v.InferOutput<typeof nodeTransaction> | undefined,
  trace: unknown,
  trustInternal: boolean,
): RawTransaction {
  const { row } = gathered
  const failed = hasFailed(row)
  const traced = failed ? undefined : findMoves(trace)
  const value: RawMove[] =
    row !== undefined && row.value > 0n
      ? [native(row.value, row.from, row.to)]
      : told !== undefined && told.value > 0n
        ? [native(told.value, told.from, told.to ?? '')]
        : []
  const inner = trustInternal
    ? gathered.internal.map((each) => native(each.value, each.from, each.to || each.contractAddress))
    : []
  const tokens = gathered.tokens.map(
    (each): RawMove => ({
      kind: each.tokenID === undefined ? 'fungible' : 'nft',
      contract: each.contractAddress,
      tokenId: each.tokenID,
      amount: each.tokenID === undefined ? (each.value ?? 0n) : (each.tokenValue ?? 1n),
      from: each.from,
      to: each.to,
      ...(each.tokenID === undefined && each.tokenDecimal !== undefined && each.tokenDecimal <= 255
        ? { decimals: each.tokenDecimal }
        : {}),
    }),
  )
  const moves = failed
    ? []
    : [...(traced ?? [...value, ...inner]), ...tokens].filter((move) => move.from === account || move.to === account)
  const gas = row?.gasUsed ?? gathered.tokens[0]?.gasUsed
  const price = row?.gasPrice ?? gathered.tokens[0]?.gasPrice
  const input = row?.input ?? told?.input ?? '0x'
  return {
    hash: gathered.hash,
    block: gathered.block,
    index: gathered.index,
    at: gathered.at,
    from: row?.from ?? told?.from ?? '',
    to: row === undefined ? (told === undefined ? '' : told.to) : row.to === '' ? null : row.to,
    nonce: row?.nonce ?? told?.nonce ?? 0,
    hasFailed: failed,
    fee: gas === undefined || price === undefined ? null : gas * price,
    input,
    moves: moves.slice(0, HISTORY_TRANSFER_LIMIT),
    moreMoves: Math.max(0, moves.length - HISTORY_TRANSFER_LIMIT),
    isApproval: !failed && moves.length === 0 && isApproval(input),
    position: writePosition(gathered),
  }
}

function native(value: bigint, from: string, to: string): RawMove {
  return { kind: 'native', contract: undefined, tokenId: undefined, amount: value, from, to }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
