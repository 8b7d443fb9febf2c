/** What an account carries out, as the data of a user operation: one call, or several that all happen or none. */
import { type Hex, readAbi } from '@latchkey/wire/guard'
import { concatBytes } from '@noble/hashes/utils.js'
import { fromHex } from '../hex.ts'
import { MULTI_SEND_CALL_ONLY } from './contracts.ts'
import { toWord, writeCall } from './writeAbi.ts'

/** A plain call of the account, with so much of the network's coin (wei). */
export type AccountCall = { readonly to: Hex; readonly value: bigint; readonly data: Hex }

/** `executeUserOpWithErrorString(address,uint256,bytes,uint8)` of the module: where a call fails, the receipt has its reason. */
const EXECUTE: Hex = '0x541d63c8'
/** `executeUserOp(address,uint256,bytes,uint8)`, which does the same without the reason. */
const EXECUTE_SILENT: Hex = '0x7bb37428'
/** `multiSend(bytes)` */
const MULTI_SEND: Hex = '0x8d80ff0a'

const CALL = 0n
const DELEGATE_CALL = 1n

/** Kind (a plain call), target, coin, length and data, one behind the other without padding. Source: MultiSendCallOnly.sol. */
const pack = ({ to, value, data }: AccountCall): Uint8Array => {
  const bytes = fromHex(data)
  return concatBytes(Uint8Array.of(0), fromHex(to), toWord(value), toWord(BigInt(bytes.length)), bytes)
}

/** The data of a user operation that carries out these calls, in their order. Throws a `RangeError` where there is none. */
export const writeCalls = (calls: readonly AccountCall[]): Hex => {
  const [first, ...others] = calls
  if (!first) throw new RangeError('there is nothing to carry out')
  if (others.length === 0) return writeCall(EXECUTE, [BigInt(first.to), first.value, fromHex(first.data), CALL])
  const batch = fromHex(writeCall(MULTI_SEND, [concatBytes(...calls.map(pack))]))
  return writeCall(EXECUTE, [BigInt(MULTI_SEND_CALL_ONLY), 0n, batch, DELEGATE_CALL])
}

/** Digits of one packed call before its data. */
const PACKED = { to: 2, value: 42, length: 106, data: 170 } as const

const unpack = (digits: string): readonly AccountCall[] | undefined => {
  const calls: AccountCall[] = []
  let at = 0
  while (at < digits.length) {
    const part = (from: number, to: number) => digits.slice(at + from, at + to)
    if (digits.length - at < PACKED.data || part(0, PACKED.to) !== '00') return undefined
    const length = BigInt(`0x${part(PACKED.length, PACKED.data)}`)
    if (length * 2n > BigInt(digits.length - at - PACKED.data)) return undefined
    const end = PACKED.data + Number(length) * 2
    calls.push({
      to: `0x${part(PACKED.to, PACKED.value)}`,
      value: BigInt(`0x${part(PACKED.value, PACKED.length)}`),
      data: `0x${part(PACKED.data, end)}`,
    })
    at += end
  }
  return calls.length > 1 ? calls : undefined
}

/**
 * The calls that the data of a user operation carries out; undefined for anything else than `writeCalls` writes, foreign code in the
 * account's own place above all, so that nothing is signed that was not read (SEC-54). Addresses and data in lower case.
 */
export const readCalls = (callData: Hex): readonly AccountCall[] | undefined => {
  const data = callData.toLowerCase()
  const selector = data.slice(0, 10)
  if (selector !== EXECUTE && selector !== EXECUTE_SILENT) return undefined
  const read = readAbi(['address', 'uint256', 'bytes', 'uint8'], data.slice(10))
  if (!read) return undefined
  const [to, value, inner, kind] = read
  if (kind === CALL) return [{ to, value, data: inner }]
  if (kind !== DELEGATE_CALL || to !== MULTI_SEND_CALL_ONLY.toLowerCase() || value !== 0n) return undefined
  if (inner.slice(0, 10) !== MULTI_SEND) return undefined
  const packed = readAbi(['bytes'], inner.slice(10))
  return packed && unpack(packed[0].slice(2))
}
