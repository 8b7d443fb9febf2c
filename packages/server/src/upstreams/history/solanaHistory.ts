/**
 * History from a Solana node: the signatures of an account and of each of its token accounts, since a token's transfer names
 * the token account alone, and what each transaction changed. Source: Solana's RPC reference (`getSignaturesForAddress`,
 * `getTransaction`, `getTokenAccountsByOwner`).
 */
import { HISTORY_PAGE_SIZE, HISTORY_TRANSFER_LIMIT, type HistoryGap, type WireCode } from '@latchkey/wire'
import * as v from 'valibot'
import { RequestError } from '../../RequestError.ts'
import type { RpcAnswer, RpcCall, RpcPool } from '../rpcPool.ts'
import { readAs } from './evmTransaction.ts'
import type { HistoryUpstream, RawMove, RawTransaction } from './upstream.ts'

/** Token accounts whose signatures are asked for, those with the most tokens first. Of more the history is partial. */
export const TOKEN_ACCOUNTS = 40

/** Most transactions of one page, where many stand in one slot: a page never splits one. */
const SLOT_LIMIT = 2 * HISTORY_PAGE_SIZE

/** Calls in one JSON-RPC batch. */
const BATCH = 50

/** Transactions in one request: their answers are the largest. */
const TRANSACTION_BATCH = 10

/** Requests that one page sends to its nodes at most. Names of tokens come on top. */
export const SOLANA_REQUESTS_PER_PAGE =
  1 + Math.ceil((1 + TOKEN_ACCOUNTS) / BATCH) + Math.ceil(SLOT_LIMIT / TRANSACTION_BATCH)

const PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'] as const

const key = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const signature = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const units = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
)

const tokenAccount = v.object({
  pubkey: key,
  account: v.object({
    data: v.object({
      parsed: v.object({ info: v.object({ owner: key, tokenAmount: v.object({ amount: units }) }) }),
    }),
  }),
})

const signatureRow = v.object({ signature, slot: whole, blockTime: v.optional(v.nullable(whole), null) })

const tokenBalance = v.object({
  accountIndex: whole,
  mint: key,
  owner: v.optional(key),
  uiTokenAmount: v.object({ amount: units, decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)) }),
})

const solanaTransaction = v.object({
  slot: whole,
  blockTime: v.optional(v.nullable(whole), null),
  meta: v.object({
    err: v.unknown(),
    fee: whole,
    preBalances: v.array(whole),
    postBalances: v.array(whole),
    preTokenBalances: v.optional(v.nullable(v.array(v.unknown())), []),
    postTokenBalances: v.optional(v.nullable(v.array(v.unknown())), []),
  }),
  transaction: v.object({
    signatures: v.array(signature),
    message: v.object({ accountKeys: v.array(v.union([key, v.object({ pubkey: key })])) }),
  }),
})

type Row = v.InferOutput<typeof signatureRow>

/** Makes it. */
export function createSolanaHistory(parameters: { pool: RpcPool }): HistoryUpstream {
  const { pool } = parameters

  async function send(calls: readonly RpcCall[], size: number, signal: AbortSignal): Promise<readonly unknown[]> {
    const results: unknown[] = []
    for (let start = 0; start < calls.length; start += size) {
      const answers = await pool.send(calls.slice(start, start + size), signal)
      results.push(...answers.map(resultOf))
    }
    return results
  }

  return {
    kind: 'solana',
    isPosition: (text) => readAs(signature, text) !== undefined,
    async readPage({ address, before, limit, signal }) {
      const owned = await send(
        PROGRAMS.map((programId) => ({
          method: 'getTokenAccountsByOwner',
          params: [address, { programId }, { encoding: 'jsonParsed', commitment: 'confirmed' }],
        })),
        BATCH,
        signal,
      )
      const missing = new Set<HistoryGap>()
      let code: WireCode | null = null
      const accounts = owned
        .flatMap((answer) => {
          const value = readAs(v.object({ value: v.array(v.unknown()) }), answer)?.value
          if (value === undefined) {
            missing.add('tokens')
            code = 'UPSTREAM_UNAVAILABLE'
          }
          return (value ?? []).flatMap((each) => readAs(tokenAccount, each) ?? [])
        })
        .filter((each) => each.account.data.parsed.info.owner === address)
        .sort((a, b) => Number(amountOf(b) > amountOf(a)) - Number(amountOf(a) > amountOf(b)))
      if (accounts.length > TOKEN_ACCOUNTS) missing.add('tokens')
      const watched = [address, ...accounts.slice(0, TOKEN_ACCOUNTS).map((each) => each.pubkey)]
      const lists = await send(
        watched.map((each) => ({
          method: 'getSignaturesForAddress',
          params: [each, { limit, commitment: 'confirmed', ...(before === undefined ? {} : { before }) }],
        })),
        BATCH,
        signal,
      )
      const rows = lists.map((list, index) => {
        if (!Array.isArray(list)) {
          // The account's own list is what the rest is added to.
          if (index === 0) throw unavailable()
          missing.add('tokens')
          code = 'UPSTREAM_UNAVAILABLE'
          return []
        }
        return list.slice(0, limit).flatMap((each) => readAs(signatureRow, each) ?? [])
      })
      const { page, next } = joinLists(rows, limit)
      const told = await send(
        page.map((each) => ({
          method: 'getTransaction',
          params: [
            each.signature,
            { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment: 'confirmed' },
          ],
        })),
        TRANSACTION_BATCH,
        signal,
      )
      const transactions = page.flatMap((row, index): RawTransaction[] => {
        // Nodes forget: what is pruned is null.
        if (told[index] === null) {
          missing.add('older')
          return []
        }
        const read = readTransaction(address, row, told[index])
        if (read === undefined) code = 'UPSTREAM_UNAVAILABLE'
        return read === undefined ? [] : [read]
      })
      return {
        transactions,
        next,
        missing: [...missing],
        code,
        since: next === undefined ? null : (transactions.at(-1)?.at ?? null),
      }
    },
  }
}

/**
 * Several accounts' signatures as one list, newest first. A list that is full goes on below its last slot, so the page ends there at
 * the latest; and it never ends within a slot, because in which order the transactions of two lists stand in one is not told.
 */
export function joinLists(
  lists: readonly (readonly Row[])[],
  limit: number,
): { readonly page: readonly Row[]; readonly next: string | undefined } {
  const ends = lists.flatMap((list) => (list.length >= limit ? (list.at(-1) ?? []) : []))
  const end = ends.reduce<Row | undefined>(
    (best, each) => (best === undefined || each.slot > best.slot ? each : best),
    undefined,
  )
  const all = new Map<string, Row>()
  for (const row of lists.flat()) if (end === undefined || row.slot >= end.slot) all.set(row.signature, row)
  // Sorting is stable: each list keeps its order within a slot.
  const sorted = [...all.values()].sort((a, b) => b.slot - a.slot)
  const slot = sorted[limit - 1]?.slot
  const page = slot === undefined ? sorted : sorted.filter((row) => row.slot >= slot).slice(0, SLOT_LIMIT)
  if (page.length < sorted.length) return { page, next: page.at(-1)?.signature }
  return { page, next: end?.signature }
}

function readTransaction(account: string, row: Row, told: unknown): RawTransaction | undefined {
  const read = readAs(solanaTransaction, told)
  const seconds = read?.blockTime ?? row.blockTime
  if (read === undefined || seconds === null || !read.transaction.signatures.includes(row.signature)) return undefined
  const { meta, transaction } = read
  const keys = transaction.message.accountKeys.map((each) => (typeof each === 'string' ? each : each.pubkey))
  const [payer] = keys
  if (payer === undefined || keys.length !== meta.preBalances.length || keys.length !== meta.postBalances.length) {
    return undefined
  }
  const hasFailed = meta.err !== null && meta.err !== undefined
  const opened = findOpened(keys, meta)
  const native = nativeMoves(account, keys, meta, opened)
  const tokens = tokenMoves(account, meta)
  // What a transfer is about stands first, and what it paid for the place of a token comes after it.
  const isRent = onlyRent(account, keys, meta, opened)
  const moves = hasFailed ? [] : isRent ? [...tokens, ...native] : [...native, ...tokens]
  return {
    hash: row.signature,
    block: read.slot,
    index: 0,
    at: seconds * 1000,
    from: payer,
    to: '',
    nonce: 0,
    hasFailed,
    fee: BigInt(meta.fee),
    input: 'instructions',
    moves: moves.slice(0, HISTORY_TRANSFER_LIMIT),
    moreMoves: Math.max(0, moves.length - HISTORY_TRANSFER_LIMIT),
    isApproval: false,
    position: row.signature,
  }
}

type Meta = v.InferOutput<typeof solanaTransaction>['meta']

/** Token accounts that this transaction opened, each with the one it belongs to. */
function findOpened(keys: readonly string[], meta: Meta): ReadonlyMap<string, string> {
  const opened = new Map<string, string>()
  for (const entry of meta.postTokenBalances ?? []) {
    const read = readAs(tokenBalance, entry)
    const key = read && keys[read.accountIndex]
    if (read?.owner === undefined || key === undefined || meta.preBalances[read.accountIndex] !== 0) continue
    opened.set(key, read.owner)
  }
  return opened
}

/** Change of each key's coins, the fee set aside. */
function listChanges(keys: readonly string[], meta: Meta): readonly (readonly [key: string, change: bigint])[] {
  return keys.map((key, index) => {
    const change = BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0)
    return [key, change + (index === 0 ? BigInt(meta.fee) : 0n)]
  })
}

/** Whether all that the account gave went into token accounts that were opened. */
function onlyRent(account: string, keys: readonly string[], meta: Meta, opened: ReadonlyMap<string, string>): boolean {
  const changes = listChanges(keys, meta)
  const gave = changes.some(([key, change]) => key === account && change < 0n)
  return gave && changes.every(([key, change]) => change <= 0n || opened.has(key))
}

/**
 * What the account had more or less of afterwards, the fee set aside, and the one who had it before or after, if it is one. The
 * rent of a token account that was opened for somebody else is theirs: who closes it gets it.
 */
function nativeMoves(
  account: string,
  keys: readonly string[],
  meta: Meta,
  opened: ReadonlyMap<string, string>,
): readonly RawMove[] {
  const changes = new Map<string, bigint>()
  for (const [key, change] of listChanges(keys, meta)) {
    const owner = opened.get(key)
    const who = owner === undefined || owner === account ? key : owner
    changes.set(who, (changes.get(who) ?? 0n) + change)
  }
  return movesOf(account, changes, { kind: 'native', contract: undefined, tokenId: undefined, decimals: undefined })
}

function tokenMoves(account: string, meta: Meta): readonly RawMove[] {
  const mints = new Map<string, { changes: Map<string, bigint>; decimals: number }>()
  for (const [list, sign] of [
    [meta.preTokenBalances, -1n],
    [meta.postTokenBalances, 1n],
  ] as const) {
    for (const entry of list ?? []) {
      const read = readAs(tokenBalance, entry)
      if (read?.owner === undefined) continue
      const mint = mints.get(read.mint) ?? { changes: new Map(), decimals: read.uiTokenAmount.decimals }
      mint.changes.set(read.owner, (mint.changes.get(read.owner) ?? 0n) + sign * read.uiTokenAmount.amount)
      mints.set(read.mint, mint)
    }
  }
  return [...mints].flatMap(([contract, { changes, decimals }]) => {
    const change = changes.get(account) ?? 0n
    // One of what cannot be divided is an NFT, as far as a transaction tells.
    const kind = decimals === 0 && (change === 1n || change === -1n) ? 'nft' : 'fungible'
    return movesOf(account, changes, { kind, contract, tokenId: undefined, decimals })
  })
}

function movesOf(
  account: string,
  changes: ReadonlyMap<string, bigint>,
  token: Pick<RawMove, 'kind' | 'contract' | 'tokenId' | 'decimals'>,
): readonly RawMove[] {
  const change = changes.get(account) ?? 0n
  if (change === 0n) return []
  const opposite = [...changes].filter(([who, other]) => who !== account && (change > 0n ? other < 0n : other > 0n))
  const [only] = opposite
  const other = opposite.length === 1 && only !== undefined ? only[0] : ''
  const amount = change > 0n ? change : -change
  return [{ ...token, amount, from: change > 0n ? other : account, to: change > 0n ? account : other }]
}

function amountOf(each: v.InferOutput<typeof tokenAccount>): bigint {
  return each.account.data.parsed.info.tokenAmount.amount
}

function resultOf(answer: RpcAnswer): unknown {
  return 'result' in answer ? answer.result : undefined
}

function unavailable(): RequestError {
  return new RequestError('UPSTREAM_UNAVAILABLE', 'No node tells what this account did.', { field: 'chainId' })
}
