/** Names made by hashing. Hash: SHA-256 (FIPS 180-4). Source: protocol reference, 2.2. */
import { sha256 } from '@noble/hashes/sha2.js'
import type { Random } from '../ports.ts'
import { fromHex, fromText, toHex } from './bytes.ts'

/** SHA-256 over the UTF-8 bytes of a text, in hex. */
export const sha256Hex = (text: string): string => toHex(sha256(fromText(text)))

/**
 * The topic that belongs to a 32-byte key in hex: of a symmetric key the pairing or session topic, of a sign-in's public key
 * its response topic. Throws `MISSING_OR_INVALID`.
 */
export const topicOfKey = (key: string): string => toHex(sha256(fromHex(key, 32)))

/** Random bytes in hex, 32 unless told. */
export const randomHex = (random: Random, length = 32): string => toHex(random.bytes(length))

/** What clients call a subscription: SHA-256 over topic and client id. Source: protocol reference, 4.4. */
export const subscriptionId = (topic: string, clientId: string): string => sha256Hex(topic + clientId)
