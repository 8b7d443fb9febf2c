import {
  HISTORY_PAGE_SIZE,
  type HistoryItem,
  type HistoryPage,
  type HistorySource,
  type WireCode,
} from '@latchkey/wire'
import { createExpiringCache } from '../../expiringCache.ts'
import type { Clock, Log } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import { createBreaker } from '../breaker.ts'
import { describeItem, type HistoryChain } from './describeItem.ts'
import { findContacts, findHiddenReason, listSymbols } from './hide.ts'
import { mergePages, type Positions } from './mergePages.ts'
import type { TokenFactsReader } from './tokenFacts.ts'
import type { HistoryUpstream } from './upstream.ts'

/** How long the newest page is remembered, in ms: about a block. */
export const NEWEST_LIFETIME_MS = 10_000

/** How long an older page is remembered, in ms: what is settled does not change, and names of tokens hardly do. */
export const OLDER_LIFETIME_MS = 5 * 60_000

/** How long a page is remembered that lacks something which may be there next time, in ms. */
export const SHORT_LIFETIME_MS = 3_000

/** Longest that one chain may take; its part of the page is missing then, and what it still reads is there next time. */
export const CHAIN_DEADLINE_MS = 8_000

/** Pages of one chain that are remembered, a few kilobytes each. */
const PARTS_KEPT = 2_000

/** Accounts whose contacts are remembered, and contacts of each. */
const CONTACT_ACCOUNTS = 2_000
const CONTACTS_KEPT = 200

/** How long contacts are remembered, in ms. */
const CONTACTS_LIFETIME_MS = 24 * 60 * 60_000

/** Reads what an account did. */
export type History = {
  /**
   * A page of an account's transactions, newest first: of one chain, or of every configured chain of the address's kind. A
   * chain that cannot be read is named in `sources`. Throws `RequestError` UPSTREAM_UNAVAILABLE when nothing could be read,
   * CHAIN_UNSUPPORTED, and INPUT_INVALID for a cursor that is none.
   */
  fetchHistory(query: {
    address: string
    chainId: string | undefined
    cursor: string | undefined
    /** Whose share of looking through blocks this counts for. */
    client: string
    signal: AbortSignal
  }): Promise<{
    readonly page: HistoryPage
    /** How long the asker may keep the page, in ms. */
    readonly lifetimeMs: number
  }>
}

/** A chain whose history is read. */
export type ServedChain = {
  readonly chain: HistoryChain
  readonly upstream: HistoryUpstream
  readonly tokens: TokenFactsReader
  /** Address of the native coin's picture, or an empty text. */
  readonly nativeIconUrl: string
}

/** One chain's part of a page, and until when it is remembered. */
type Part = {
  readonly items: readonly { readonly at: number; readonly position: string; readonly item: HistoryItem }[]
  readonly next: string | undefined
  readonly source: HistorySource
  readonly expiresAt: number
}

/** Makes the reader over the chains that have a history. */
export function createHistory(parameters: {
  chains: readonly ServedChain[]
  clock: Clock
  log: Log
  /** Default `CHAIN_DEADLINE_MS`. */
  deadlineMs?: number | undefined
}): History {
  const { clock, log } = parameters
  const deadlineMs = parameters.deadlineMs ?? CHAIN_DEADLINE_MS
  const contacts = createExpiringCache<ReadonlySet<string>>({
    clock,
    lifetimeMs: CONTACTS_LIFETIME_MS,
    maxEntries: CONTACT_ACCOUNTS,
  })
  const parts = createExpiringCache<Part>({
    clock,
    lifetimeMs: (part) => part.expiresAt - clock.now(),
    maxEntries: PARTS_KEPT,
  })
  const breakers = new Map(parameters.chains.map(({ chain }) => [chain.id, createBreaker({ clock })]))

  async function fetchHistory(query: Parameters<History['fetchHistory']>[0]) {
    const namespace = query.address.startsWith('0x') ? 'eip155' : 'solana'
    const address = namespace === 'eip155' ? query.address.toLowerCase() : query.address
    const chains = parameters.chains.filter(
      ({ chain }) =>
        chain.id.startsWith(`${namespace}:`) && (query.chainId === undefined || chain.id === query.chainId),
    )
    if (chains.length === 0) {
      throw new RequestError('CHAIN_UNSUPPORTED', `This gateway reads no history of ${query.chainId ?? namespace}.`, {
        field: 'chainId',
      })
    }
    const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, chains)
    const open = chains.filter(({ chain }) => cursor === undefined || (cursor[chain.id] ?? null) !== null)
    const results = await Promise.all(
      open.map(async (served) => {
        const { id } = served.chain
        const before = cursor?.[id] ?? undefined
        // The newest page of a chain is asked for by an empty text in a cursor that other chains have left behind.
        const part = await fetchPart(served, address, before === '' ? undefined : before, query)
        return { id, before, part }
      }),
    )
    query.signal.throwIfAborted()
    const read = results.flatMap(({ id, part }) => (part instanceof Failure ? [] : [{ id, part }]))
    if (read.length === 0 && results.length > 0) {
      const [first] = results
      const code = first?.part instanceof Failure ? first.part.code : 'UPSTREAM_UNAVAILABLE'
      throw new RequestError(
        code === 'RATE_LIMITED' || code === 'TIMED_OUT' ? code : 'UPSTREAM_UNAVAILABLE',
        'Nothing can tell what this account did at the moment.',
        { field: 'chainId', ...(code === 'RATE_LIMITED' ? { retryAfterSeconds: 30 } : {}) },
      )
    }
    const merged = mergePages(
      read.map(({ id, part }) => ({ chainId: id, items: part.items, next: part.next })),
      HISTORY_PAGE_SIZE,
    )
    const positions: Record<string, string | null> = Object.fromEntries(chains.map(({ chain }) => [chain.id, null]))
    for (const { id, before } of results) positions[id] = merged.positions[id] ?? before ?? ''
    for (const [id, position] of Object.entries(merged.positions)) positions[id] = position
    const goesOn = read.some(({ id }) => positions[id] !== null)
    const now = clock.now()
    const lifetimeMs = Math.max(0, Math.min(OLDER_LIFETIME_MS, ...read.map(({ part }) => part.expiresAt - now)))
    return {
      page: {
        data: [...merged.items],
        next: goesOn ? writeCursor(positions) : null,
        sources: results.map(({ id, part }) =>
          part instanceof Failure
            ? {
                chainId: id,
                kind: part.kind,
                state: 'unavailable' as const,
                code: part.code,
                missing: [],
                since: null,
                readAt: null,
              }
            : part.source,
        ),
      },
      lifetimeMs: read.length < results.length ? Math.min(lifetimeMs, SHORT_LIFETIME_MS) : lifetimeMs,
    }
  }

  async function fetchPart(
    served: ServedChain,
    address: string,
    before: string | undefined,
    query: { readonly client: string; readonly signal: AbortSignal },
  ): Promise<Part | Failure> {
    const { chain, upstream } = served
    const key = `${chain.id}|${address}|${before ?? ''}`
    try {
      const breaker = breakers.get(chain.id)
      const read = () => readPart(served, address, before, query.client)
      return await untilAborted(
        parts.get(key, () => (breaker === undefined ? read() : breaker.run(read, query.client))),
        query.signal,
      )
    } catch (error) {
      query.signal.throwIfAborted()
      if (!(error instanceof RequestError) && !isTimeout(error)) throw error
      const code = error instanceof RequestError ? error.code : 'TIMED_OUT'
      log.warn({ event: 'historyFailed', networkId: chain.id, kind: upstream.kind, code }, 'a history was not read')
      return new Failure(upstream.kind, code)
    }
  }

  async function readPart(
    served: ServedChain,
    address: string,
    before: string | undefined,
    client: string,
  ): Promise<Part> {
    const { chain, upstream } = served
    // Shared by all who ask, so it ends by its own time and not when one of them goes.
    const signal = AbortSignal.timeout(deadlineMs)
    const raw = await untilAborted(
      upstream.readPage({ address, before, limit: HISTORY_PAGE_SIZE, client, signal }),
      signal,
    )
    const contracts = raw.transactions.flatMap((each) => each.moves.flatMap((move) => move.contract ?? []))
    const facts = await untilAborted(served.tokens.fetchFacts(contracts, signal), signal)
    const hasUnlisted = [...facts.values()].some((each) => !each.isListed)
    const listed = hasUnlisted ? await untilAborted(served.tokens.fetchListedSymbols(signal), signal) : []
    const listedSymbols = listSymbols(chain.nativeCurrency.symbol, listed)
    const known = await contacts.get(address, async () => new Set())
    const all = [...new Set([...known, ...findContacts(address, raw.transactions)])].slice(-CONTACTS_KEPT)
    await contacts.refresh(address, async () => new Set(all))
    const items = raw.transactions.map((transaction) => ({
      at: transaction.at,
      position: transaction.position,
      item: describeItem({
        account: address,
        chain,
        transaction,
        hidden: findHiddenReason({
          account: address,
          transaction,
          contacts: all,
          labelOf: (contract) => facts.get(contract),
          listedSymbols,
        }),
        nativeIconUrl: served.nativeIconUrl,
        factsOf: (contract) => facts.get(contract),
        listedSymbols,
      }),
    }))
    const now = clock.now()
    const wholeMs = before === undefined ? NEWEST_LIFETIME_MS : OLDER_LIFETIME_MS
    // What one visitor has asked for too often is not the others' answer.
    const lifetimeMs = raw.code === 'RATE_LIMITED' ? 0 : raw.code !== null ? SHORT_LIFETIME_MS : wholeMs
    return {
      items,
      next: raw.next,
      expiresAt: now + lifetimeMs,
      source: {
        chainId: chain.id,
        kind: upstream.kind,
        state: raw.code === null && raw.missing.length === 0 ? 'complete' : 'partial',
        code: raw.code,
        missing: [...raw.missing],
        since: raw.since === null ? null : new Date(raw.since).toISOString(),
        readAt: new Date(now).toISOString(),
      },
    }
  }

  return { fetchHistory }
}

/** Why one chain's part is missing. */
class Failure {
  readonly kind: string
  readonly code: WireCode
  constructor(kind: string, code: WireCode) {
    this.kind = kind
    this.code = code
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')
}

/** Settles as the work does, or rejects with the signal's reason as soon as it aborts. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function writeCursor(positions: Positions): string {
  return Buffer.from(JSON.stringify(positions)).toString('base64url')
}

/** Reads a cursor; chains that it does not name are over. */
function readCursor(text: string, chains: readonly ServedChain[]): Positions {
  let written: unknown
  try {
    written = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    written = undefined
  }
  if (typeof written !== 'object' || written === null || Array.isArray(written)) throw badCursor()
  const positions = new Map(Object.entries(written))
  return Object.fromEntries(
    chains.map(({ chain, upstream }) => {
      const position: unknown = positions.get(chain.id) ?? null
      if (position === null || position === '') return [chain.id, position]
      if (typeof position !== 'string' || !upstream.isPosition(position)) throw badCursor()
      return [chain.id, position]
    }),
  )
}

function badCursor(): RequestError {
  return new RequestError('INPUT_INVALID', 'The cursor is not the next of a page.', { field: 'cursor' })
}
