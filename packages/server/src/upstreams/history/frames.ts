/**
 * Native coin that moves inside a transaction. A frame that fails undoes everything below it, also frames that succeeded by
 * themselves; nodes list those without a mark, so that money which never moved looks as if it had. Sources: geth's
 * `callTracer`, Parity's `trace_transaction`.
 */
import * as v from 'valibot'
import type { RawMove } from './upstream.ts'

/** Frames of one transaction that are read, and how deep: the EVM nests 1024 calls at most. */
const FRAME_LIMIT = 20_000

const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
  v.transform((text) => text.toLowerCase()),
)
const value = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => BigInt(text)),
)

/** Kinds of frame whose value leaves the caller: a delegate call carries its parent's value without moving it. */
const MOVING = /^(call|create2?|selfdestruct|suicide)$/i

const callFrame = v.object({
  type: v.string(),
  from: address,
  to: v.optional(v.nullable(address)),
  value: v.optional(v.nullable(value)),
  error: v.optional(v.unknown()),
  revertReason: v.optional(v.unknown()),
  calls: v.optional(v.nullable(v.array(v.unknown()))),
})

const parityFrame = v.object({
  type: v.string(),
  error: v.optional(v.unknown()),
  traceAddress: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
  action: v.object({
    from: v.optional(address),
    to: v.optional(v.nullable(address)),
    address: v.optional(address),
    refundAddress: v.optional(address),
    callType: v.optional(v.string()),
    value: v.optional(v.nullable(value)),
    balance: v.optional(value),
  }),
  result: v.optional(v.nullable(v.object({ address: v.optional(v.nullable(address)) }))),
})

/** What moved, from either kind of trace; undefined where it is none. */
export function findMoves(trace: unknown): readonly RawMove[] | undefined {
  if (Array.isArray(trace)) return findInList(trace)
  return typeof trace === 'object' && trace !== null ? findInTree(trace) : undefined
}

function findInTree(root: unknown): readonly RawMove[] | undefined {
  const moves: RawMove[] = []
  const open: unknown[] = [root]
  for (let count = 0; open.length > 0; count += 1) {
    const result = v.safeParse(callFrame, open.pop())
    // A trace that does not fit, or has no end, is believed in nothing.
    if (!result.success || count === FRAME_LIMIT) return undefined
    const frame = result.output
    if (hasFailed(frame.error) || hasFailed(frame.revertReason)) continue
    if (MOVING.test(frame.type)) add(moves, frame.from, frame.to, frame.value)
    open.push(...[...(frame.calls ?? [])].reverse())
  }
  return moves
}

function findInList(frames: readonly unknown[]): readonly RawMove[] | undefined {
  if (frames.length === 0 || frames.length > FRAME_LIMIT) return undefined
  const moves: RawMove[] = []
  const failed = new Set<string>()
  const read = frames.map((frame) => v.safeParse(parityFrame, frame))
  for (const result of read) {
    if (!result.success) return undefined
    if (hasFailed(result.output.error)) failed.add(result.output.traceAddress.join('.'))
  }
  for (const result of read) {
    if (!result.success) continue
    const { type, action, traceAddress, result: made } = result.output
    const isUndone = Array.from({ length: traceAddress.length + 1 }, (_one, length) =>
      traceAddress.slice(0, length).join('.'),
    ).some((place) => failed.has(place))
    if (isUndone) continue
    if (type === 'call' && (action.callType ?? 'call') === 'call') add(moves, action.from, action.to, action.value)
    if (type === 'create') add(moves, action.from, made?.address, action.value)
    if (type === 'suicide') add(moves, action.address, action.refundAddress, action.balance)
  }
  return moves
}

function hasFailed(error: unknown): boolean {
  return error !== undefined && error !== null && error !== ''
}

function add(
  moves: RawMove[],
  from: string | undefined,
  to: string | null | undefined,
  amount: bigint | null | undefined,
): void {
  if (from === undefined || amount === null || amount === undefined || amount === 0n) return
  moves.push({ kind: 'native', contract: undefined, tokenId: undefined, amount, from, to: to ?? '' })
}
