/**
 * The calls inside the data of a user operation. Whatever could be more than plain calls of the account, foreign code in its own place
 * above all, is not read, so that nothing is signed or paid for that was not read (SEC-54, SEC-124). Addresses and data in lower case.
 */
import { type Hex, readAbi } from './guard/readAbi.ts'

export type { Hex } from './guard/readAbi.ts'

/** EntryPoint 0.7, which bundlers call and which calls accounts; the same on every chain. */
export const ENTRY_POINT: Hex = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/** Safe's contract that carries several calls out, each a plain call of the account; one that would run foreign code in it is refused. */
export const MULTI_SEND_CALL_ONLY: Hex = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

/** A plain call of the account, with so much of the network's coin (wei). */
export type AccountCall = { readonly to: Hex; readonly value: bigint; readonly data: Hex }

type Calls = readonly AccountCall[] | undefined

/** `executeUserOpWithErrorString(address,uint256,bytes,uint8)` and `executeUserOp`, of Safe's ERC-4337 module */
const EXECUTE_SAFE = ['0x541d63c8', '0x7bb37428']
/** `multiSend(bytes)` */
const MULTI_SEND = '0x8d80ff0a'
/** `execute(bytes32,bytes)` of ERC-7579 */
const EXECUTE_MODE = '0xe9ae5c53'

const CALL = 0n
const DELEGATE_CALL = 1n

/** Modes of ERC-7579 in which everything happens or nothing does: one call, several. */
const ONE_CALL = `0x${'00'.repeat(32)}`
const SEVERAL_CALLS = `0x01${'00'.repeat(31)}`

/** Where the parts of one packed call end, in digits: its kind, target, coin and length. Its data follows. Source: MultiSendCallOnly.sol. */
const PACKED = { kind: 2, to: 42, value: 106, length: 170 } as const

const unpack = (digits: string): Calls => {
  const calls: AccountCall[] = []
  let at = 0
  while (at < digits.length) {
    const part = (from: number, to: number) => digits.slice(at + from, at + to)
    if (digits.length - at < PACKED.length || part(0, PACKED.kind) !== '00') return undefined
    const length = BigInt(`0x${part(PACKED.value, PACKED.length)}`)
    if (length * 2n > BigInt(digits.length - at - PACKED.length)) return undefined
    const end = PACKED.length + Number(length) * 2
    calls.push({
      to: `0x${part(PACKED.kind, PACKED.to)}`,
      value: BigInt(`0x${part(PACKED.to, PACKED.value)}`),
      data: `0x${part(PACKED.length, end)}`,
    })
    at += end
  }
  return calls.length > 0 ? calls : undefined
}

/** Of a Safe with its ERC-4337 module: one call, or a batch of `MULTI_SEND_CALL_ONLY`. */
export function readSafeCalls(callData: Hex): Calls {
  const data = callData.toLowerCase()
  if (!EXECUTE_SAFE.includes(data.slice(0, 10))) return undefined
  const read = readAbi(['address', 'uint256', 'bytes', 'uint8'], data.slice(10))
  if (!read) return undefined
  const [to, value, inner, kind] = read
  if (kind === CALL) return [{ to, value, data: inner }]
  if (kind !== DELEGATE_CALL || to !== MULTI_SEND_CALL_ONLY.toLowerCase() || value !== 0n) return undefined
  if (inner.slice(0, 10) !== MULTI_SEND) return undefined
  const packed = readAbi(['bytes'], inner.slice(10))
  return packed && unpack(packed[0].slice(2))
}

/** Of an EIP-7702 account: one call or several, in the modes of ERC-7579 in which all of them happen or none. */
export function readDelegatorCalls(callData: Hex): Calls {
  const data = callData.toLowerCase()
  if (data.slice(0, 10) !== EXECUTE_MODE) return undefined
  const read = readAbi(['bytes32', 'bytes'], data.slice(10))
  if (!read) return undefined
  const [mode, inner] = read
  if (mode === SEVERAL_CALLS) {
    const batch = readAbi([{ list: { tuple: ['address', 'uint256', 'bytes'] } }], inner.slice(2))
    const calls = batch?.[0].map(([to, value, each]) => ({ to, value, data: each }))
    return calls?.length ? calls : undefined
  }
  // Target and coin are packed without padding, and all that follows is data.
  if (mode !== ONE_CALL || inner.length < 2 + 104) return undefined
  return [{ to: `0x${inner.slice(2, 42)}`, value: BigInt(`0x${inner.slice(42, 106)}`), data: `0x${inner.slice(106)}` }]
}

/** Of either kind of account. */
export function readCalls(callData: Hex): Calls {
  return readSafeCalls(callData) ?? readDelegatorCalls(callData)
}
