/**
 * Keys from the root entropy, by the paths that other wallets use, so that the words of an export give the same accounts there:
 * BIP-39 without a passphrase, then BIP-32 m/44'/60'/0'/0/0 for EVM and SLIP-10 m/44'/501'/0'/0' for Solana.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type Bytes, wipe } from './bytes.ts'
import { deriveEd25519 } from './slip10.ts'

/** The length of root entropy: 256 bits, 24 words. */
export const ENTROPY_LENGTH = 32

const EVM_PATH = "m/44'/60'/0'/0/0"
/** m/44'/501'/0'/0' */
const SOLANA_PATH = [44, 501, 0, 0]

/** The accounts of a wallet, as the public record has them. */
export type Addresses = {
  /** With the checksum of EIP-55. */
  readonly eip155: string
  /** Base58. */
  readonly solana: string
}

/** Private keys, 32 bytes each. Whoever asks for them wipes them. */
export type PrivateKeys = { readonly eip155: Bytes; readonly solana: Bytes }

/** The 24 words of a wallet. They are shown in the frame alone (SEC-15). */
export const wordsOf = (entropy: Uint8Array): string => entropyToMnemonic(entropy, wordlist)

/** The entropy behind 24 words, or undefined where a word or their checksum is wrong. */
export const entropyOfWords = (words: string): Bytes | undefined => {
  const tidy = words.trim().toLowerCase().split(/\s+/u).join(' ')
  return validateMnemonic(tidy, wordlist) ? Uint8Array.from(mnemonicToEntropy(tidy, wordlist)) : undefined
}

/** The private keys of both accounts. */
export const derivePrivateKeys = (entropy: Uint8Array): PrivateKeys => {
  const seed = mnemonicToSeedSync(wordsOf(entropy))
  const root = HDKey.fromMasterSeed(seed)
  const evm = root.derive(EVM_PATH)
  try {
    if (!evm.privateKey) throw new Error('BIP-32 gave no key for this entropy')
    return { eip155: Uint8Array.from(evm.privateKey), solana: deriveEd25519(seed, SOLANA_PATH) }
  } finally {
    wipe(seed)
    root.wipePrivateData()
    evm.wipePrivateData()
  }
}

const HEX = '0123456789abcdef'
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => `${HEX[byte >> 4]}${HEX[byte & 15]}`).join('')

/** An address, 40 digits in lower case, with the checksum of EIP-55: a letter is a capital where the hash of the address has 8 or more at its place. */
export const withChecksum = (address: string): string => {
  const hash = hex(keccak_256(new TextEncoder().encode(address)))
  return `0x${Array.from(address, (letter, index) => ((hash[index] as string) >= '8' ? letter.toUpperCase() : letter)).join('')}`
}

/** The address of an EVM key: the last 20 bytes of the hash of its public key. */
const evmAddress = (privateKey: Uint8Array): string =>
  withChecksum(hex(keccak_256(secp256k1.getPublicKey(privateKey, false).subarray(1)).subarray(12)))

/** The addresses of a wallet. */
export const deriveAddresses = (entropy: Uint8Array): Addresses => {
  const keys = derivePrivateKeys(entropy)
  try {
    return { eip155: evmAddress(keys.eip155), solana: base58.encode(ed25519.getPublicKey(keys.solana)) }
  } finally {
    wipe(keys.eip155, keys.solana)
  }
}
