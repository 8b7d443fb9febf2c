import type { Hex } from '@latchkey/wire/guard'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Bytes } from '../../keys/bytes.ts'

export const toHex = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`

/** Whether a value is whole bytes in hex; `length`: exactly so many. */
export const isHex = (value: unknown, length?: number): value is Hex =>
  typeof value === 'string' &&
  /^0x(?:[\da-fA-F]{2})*$/u.test(value) &&
  (length === undefined || value.length === 2 + 2 * length)

export const fromHex = (hex: Hex): Bytes => Uint8Array.from(hexToBytes(hex.slice(2)))

/** A number as JSON-RPC writes it; undefined for anything else. */
export const readQuantity = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[\da-fA-F]{1,64}$/u.test(value) ? BigInt(value) : undefined
