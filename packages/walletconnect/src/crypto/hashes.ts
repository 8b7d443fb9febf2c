/** Names made by hashing. Hash: SHA-256 (FIPS 180-4), by WebCrypto where there is one. Source: WalletConnect specification, Crypto. */
import type { Random } from '../ports.ts'
import { fromHex, fromText, toHex } from './bytes.ts'
import { findSubtle, loadFallback } from './subtle.ts'

async function sha256(bytes: Uint8Array, subtle: SubtleCrypto | null): Promise<string> {
  if (subtle) return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes as BufferSource)))
  return toHex((await loadFallback()).sha256(bytes))
}

/** SHA-256 over the UTF-8 bytes of a text, in hex. */
export const sha256Hex = (text: string, subtle: SubtleCrypto | null = findSubtle()): Promise<string> =>
  sha256(fromText(text), subtle)

/**
 * The topic that belongs to a 32-byte key in hex: of a symmetric key the pairing or session topic, of a sign-in's public key
 * its response topic. Rejects with `MISSING_OR_INVALID`.
 */
export const topicOfKey = async (key: string, subtle: SubtleCrypto | null = findSubtle()): Promise<string> =>
  sha256(fromHex(key, 32), subtle)

/** Random bytes in hex, 32 unless told. */
export const randomHex = (random: Random, length = 32): string => toHex(random.bytes(length))

/** What clients call a subscription: SHA-256 over topic and client id. Source: WalletConnect specification, Relay RPC. */
export const subscriptionId = (topic: string, clientId: string): Promise<string> => sha256Hex(topic + clientId)
