/** A wallet's root entropy, and the public record by which two halves are known to be the right ones. */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { type Bytes, type Random, sameBytes, wipe } from './bytes.ts'
import { type Addresses, deriveAddresses, ENTROPY_LENGTH } from './derive.ts'
import { KeyError } from './KeyError.ts'
import { joinPair } from './pairs.ts'

/** What every party may know of a wallet. Nothing of it leads to the entropy: a commitment to 256 random bits cannot be guessed. */
export type WalletRecord = {
  /** 16 random bytes, base64url. */
  readonly walletId: string
  /** SHA-256 of the salt and the entropy, base64url. */
  readonly commitment: string
  /** 16 random bytes, base64url. */
  readonly salt: string
  readonly addresses: Addresses
}

const ID_LENGTH = 16
const SALT_LENGTH = 16

const commitTo = (salt: Uint8Array, entropy: Uint8Array): Uint8Array => sha256(concatBytes(salt, entropy))

/** A new wallet: 32 bytes of the platform's generator, taken in one call (SEC-01), and its record. */
export const createWallet = (random: Random): { readonly entropy: Bytes; readonly record: WalletRecord } => {
  const entropy = random(ENTROPY_LENGTH)
  const salt = random(SALT_LENGTH)
  return {
    entropy,
    record: {
      walletId: base64urlnopad.encode(random(ID_LENGTH)),
      commitment: base64urlnopad.encode(commitTo(salt, entropy)),
      salt: base64urlnopad.encode(salt),
      addresses: deriveAddresses(entropy),
    },
  }
}

const isEntropyOf = (record: WalletRecord, entropy: Uint8Array): boolean => {
  if (entropy.length !== ENTROPY_LENGTH) return false
  const committed = commitTo(base64urlnopad.decode(record.salt), entropy)
  if (!sameBytes(committed, base64urlnopad.decode(record.commitment))) return false
  const addresses = deriveAddresses(entropy)
  return addresses.eip155 === record.addresses.eip155 && addresses.solana === record.addresses.solana
}

/**
 * Takes entropy for that of a wallet, after its commitment and every registered address match (SEC-05). What does not match is
 * overwritten, and no key is ever made of it.
 *
 * @throws {KeyError} `WALLET_DATA_DAMAGED`
 */
export const checkEntropy = (record: WalletRecord, entropy: Bytes): Bytes => {
  if (isEntropyOf(record, entropy)) return entropy
  wipe(entropy)
  throw new KeyError('WALLET_DATA_DAMAGED', 'What was put together is not the wallet that was registered')
}

/**
 * Puts a pair together and checks what it gave.
 *
 * @throws {KeyError} `WALLET_DATA_DAMAGED`
 */
export const openWallet = (record: WalletRecord, pad: Uint8Array, masked: Uint8Array): Bytes => {
  if (pad.length !== ENTROPY_LENGTH || masked.length !== ENTROPY_LENGTH)
    throw new KeyError('WALLET_DATA_DAMAGED', 'A half of the wallet has the wrong length')
  return checkEntropy(record, joinPair(pad, masked))
}
