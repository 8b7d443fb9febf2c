/** Addresses of Substrate chains. Source: SS58 address format, registry version 1; checksum by BLAKE2b-512 (RFC 7693). */
import { blake2b } from '@noble/hashes/blake2.js'
import { fromBase58, toBase58 } from '../../core/values/base58.ts'

const PREFIX = new TextEncoder().encode('SS58PRE')

/** The account id of an address of any chain: 32 bytes, or undefined when it is none or its checksum is wrong. */
export function parseSs58(address: unknown): Uint8Array | undefined {
  if (typeof address !== 'string' || address.length > 64) return undefined
  const bytes = fromBase58(address)
  const [first = 255] = bytes ?? []
  // Chains up to 63 take one byte, the others two.
  const start = first < 64 ? 1 : 2
  if (bytes?.length !== start + 34 || first > 127) return undefined
  const body = bytes.slice(0, -2)
  const sum = hash(body)
  return sum[0] === bytes.at(-2) && sum[1] === bytes.at(-1) ? body.slice(start) : undefined
}

/** The address of an account id on the chain of this prefix (0 to 16383). */
export function formatSs58(accountId: Uint8Array, prefix: number): string {
  const head =
    prefix < 64 ? [prefix] : [((prefix & 0b1111_1100) >> 2) | 0b0100_0000, (prefix >> 8) | ((prefix & 0b11) << 6)]
  const body = Uint8Array.of(...head, ...accountId)
  return toBase58(Uint8Array.of(...body, ...hash(body).slice(0, 2)))
}

function hash(body: Uint8Array): Uint8Array {
  return blake2b(Uint8Array.of(...PREFIX, ...body))
}
