import type { BackendNews } from '../backend.ts'
import type { TableChange, WireError } from '../tables.ts'
import { isShownChange } from './compareSnapshots.ts'

/**
 * What tabs of one origin say to each other. `from` and `to` are tabs; `leader` is one tab's one time of leading, so that
 * nobody takes a leader that was replaced for the one that leads now.
 */
export type TabMessage =
  /** A tab that follows wants to know everything. */
  | { readonly kind: 'hello'; readonly from: string }
  /** What every tab shows: for the one that asked, or for all when a tab begins to lead. */
  | {
      readonly kind: 'snapshot'
      readonly leader: string
      readonly to?: string | undefined
      readonly sequence: number
      readonly records: readonly TableChange[]
    }
  | { readonly kind: 'news'; readonly leader: string; readonly sequence: number; readonly news: BackendNews }
  | { readonly kind: 'ping' }
  | { readonly kind: 'pong'; readonly leader: string }
  | {
      readonly kind: 'call'
      readonly leader: string
      readonly from: string
      readonly callId: string
      readonly name: string
      readonly parameters: object
    }
  | { readonly kind: 'abort'; readonly callId: string }
  | {
      readonly kind: 'answer'
      readonly to: string
      readonly callId: string
      readonly result?: unknown
      readonly error?: WireError | undefined
    }
  | { readonly kind: 'bye'; readonly leader: string }

/** Members that are texts, by kind. */
const TEXTS: { readonly [Kind in TabMessage['kind']]: readonly string[] } = {
  hello: ['from'],
  snapshot: ['leader'],
  news: ['leader'],
  ping: [],
  pong: ['leader'],
  call: ['leader', 'from', 'callId', 'name'],
  abort: ['callId'],
  answer: ['to', 'callId'],
  bye: ['leader'],
}

/** The message, or undefined where another script of the origin, or another version of this one, said something else. */
export function parseTabMessage(heard: unknown): TabMessage | undefined {
  if (!isPlain(heard) || typeof heard.kind !== 'string' || !Object.hasOwn(TEXTS, heard.kind)) return undefined
  const kind = heard.kind as TabMessage['kind']
  if (!TEXTS[kind].every((name) => typeof heard[name] === 'string') || !isWhole(kind, heard)) return undefined
  return heard as TabMessage
}

function isWhole(kind: TabMessage['kind'], heard: Readonly<Record<string, unknown>>): boolean {
  if (kind === 'call') return isPlain(heard.parameters)
  if (kind === 'answer') return heard.error === undefined || isWireError(heard.error)
  if (kind === 'news') return Number.isSafeInteger(heard.sequence) && isNews(heard.news)
  if (kind !== 'snapshot') return true
  return (
    Number.isSafeInteger(heard.sequence) &&
    (heard.to === undefined || typeof heard.to === 'string') &&
    isChanges(heard.records)
  )
}

function isNews(news: unknown): boolean {
  if (!isPlain(news)) return false
  return news.kind === 'changes' ? isChanges(news.changes) : news.kind === 'event' && typeof news.name === 'string'
}

function isChanges(changes: unknown): boolean {
  return Array.isArray(changes) && changes.every(isShownChange)
}

function isWireError(error: unknown): boolean {
  return (
    isPlain(error) &&
    typeof error.name === 'string' &&
    typeof error.message === 'string' &&
    (error.key === undefined || typeof error.key === 'string') &&
    (error.code === undefined || typeof error.code === 'number')
  )
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
