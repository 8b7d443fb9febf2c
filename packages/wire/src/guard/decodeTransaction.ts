/** What the data of an EVM transaction says, call by call; `functions/` has every function that is known. Source: EIP-7702. */
import { BATCH_READINGS } from './functions/batches.ts'
import { PERMIT2_READINGS } from './functions/permit2.ts'
import type { Call, Readings } from './functions/reading.ts'
import { TOKEN_READINGS } from './functions/tokens.ts'
import type { Operation } from './operations.ts'
import { type Hex, readValues } from './readAbi.ts'

/** A transaction of eip155 before it is signed. `to` is missing where it creates a contract; `value` in wei. */
export type EvmTransaction = {
  readonly from: string
  readonly to?: string | undefined
  readonly value?: bigint | undefined
  readonly data?: string | undefined
  /** Code that accounts lend themselves with the transaction (EIP-7702); `chainId` 0 stands for every chain. */
  readonly authorizations?: readonly { readonly address: string; readonly chainId?: bigint | undefined }[] | undefined
}

/** Calls that are looked at in one transaction, and how deep they may lie in each other. */
const MOST_CALLS = 64
const MOST_LEVELS = 6

/** Every function that is known. */
const READINGS: Readings = { ...TOKEN_READINGS, ...PERMIT2_READINGS, ...BATCH_READINGS }

/**
 * What a transaction does, in its order. Never throws, whatever it is handed: what has no known form is said to be unknown. A
 * payment of nothing with no data is an empty list.
 */
export function decodeTransaction(transaction: EvmTransaction): readonly Operation[] {
  const { from, to, value = 0n, data = '0x', authorizations = [] } = transaction
  const by = toLower(from)
  const done: Operation[] = authorizations.slice(0, MOST_CALLS).map(({ address, chainId }) => {
    const code = toLower(address)
    return { kind: 'delegate', by, to: /^0x0{40}$/.test(code) ? undefined : code, chainId }
  })
  if (to === undefined) return [...done, { kind: 'create', by }]
  const left = { calls: MOST_CALLS }
  decodeCall({ by, to: toLower(to), value, data: data.replace(/^0x/i, '').toLowerCase() }, 0, left, done)
  return done
}

function decodeCall(call: Call, level: number, left: { calls: number }, done: Operation[]): void {
  const { by, to, value, data } = call
  if (left.calls === 0) {
    // Said once: what follows is not looked at any more.
    const last = done.at(-1)
    if (last?.kind !== 'unknown' || last.reason !== 'nesting') done.push(sayUnknown(call, 'nesting'))
    return
  }
  left.calls -= 1
  if (value > 0n) done.push({ kind: 'pay', by, to, amount: value, hasData: data !== '' })
  if (data === '') return
  const selector = data.slice(0, 8)
  const known = Object.hasOwn(READINGS, selector) ? READINGS[selector] : undefined
  if (!known) {
    done.push(sayUnknown(call, 'selector'))
    return
  }
  if (level >= MOST_LEVELS) {
    done.push(sayUnknown(call, 'nesting'))
    return
  }
  const values = readValues(known.types, data.slice(8))
  const meaning = values && known.say(values as never, call)
  if (!meaning) {
    done.push(sayUnknown(call, 'arguments'))
    return
  }
  const { done: own = [], inner = [] } = meaning
  // What a call does in a list counts as calls do.
  if (own.length > left.calls + 1) {
    done.push(sayUnknown(call, 'nesting'))
    return
  }
  left.calls -= Math.max(0, own.length - 1)
  done.push(...own)
  for (const each of inner) decodeCall(each, level + 1, left, done)
}

function sayUnknown({ by, to, data }: Call, reason: 'selector' | 'arguments' | 'nesting'): Operation {
  const selector: Hex | undefined = data.length < 8 ? undefined : `0x${data.slice(0, 8)}`
  return { kind: 'unknown', by, to, selector, reason }
}

function toLower(address: string): Hex {
  return address.toLowerCase() as Hex
}
