/** What an account carries out, as the data of a user operation: one call, or several that all happen or none. */
import type { Hex } from '@latchkey/wire/guard'
import { type AccountCall, MULTI_SEND_CALL_ONLY } from '@latchkey/wire/smartAccount'
import { concatBytes } from '@noble/hashes/utils.js'
import { fromHex } from '../hex.ts'
import { toWord, writeCall } from './writeAbi.ts'

/** `executeUserOpWithErrorString(address,uint256,bytes,uint8)` of the module: where a call fails, the receipt has its reason. */
const EXECUTE: Hex = '0x541d63c8'
/** `multiSend(bytes)` */
const MULTI_SEND: Hex = '0x8d80ff0a'

const CALL = 0n
const DELEGATE_CALL = 1n

/** Kind (a plain call), target, coin, length and data, one behind the other without padding. Source: MultiSendCallOnly.sol. */
const pack = ({ to, value, data }: AccountCall): Uint8Array => {
  const bytes = fromHex(data)
  return concatBytes(Uint8Array.of(0), fromHex(to), toWord(value), toWord(BigInt(bytes.length)), bytes)
}

/**
 * The data of a user operation of a Safe that carries out these calls, in their order; `readSafeCalls` reads it back. Throws a
 * `RangeError` where there is none.
 */
export const writeCalls = (calls: readonly AccountCall[]): Hex => {
  const [first, ...others] = calls
  if (!first) throw new RangeError('there is nothing to carry out')
  if (others.length === 0) return writeCall(EXECUTE, [BigInt(first.to), first.value, fromHex(first.data), CALL])
  const batch = fromHex(writeCall(MULTI_SEND, [concatBytes(...calls.map(pack))]))
  return writeCall(EXECUTE, [BigInt(MULTI_SEND_CALL_ONLY), 0n, batch, DELEGATE_CALL])
}
