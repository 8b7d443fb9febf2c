/** `did:key` of Ed25519 keys: multicodec `ed01`, base58btc. Source: the did:key method. */
import { fromHex, joinBytes } from './bytes.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The `did:key` of a public key of 32 bytes in hex. */
export function toDidKey(publicKey: string): string {
  const bytes = joinBytes(fromHex('ed01'), fromHex(publicKey, 32))
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const signs: string[] = []
  for (; number > 0n; number /= 58n) signs.unshift(BASE58.charAt(Number(number % 58n)))
  return ['did:key:z', ...signs].join('')
}
