import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { fromText, joinBytes, toHex } from '../crypto/bytes.ts'

/** A key account of eip155 that signs texts. */
export type TestSigner = {
  /** In small letters. */
  readonly address: string
  /** `did:pkh` on a chain, in CAIP-2. */
  iss(chainId?: string): string
  /** EIP-191, 65 bytes in hex. By hand, so that no check of ours is its own judge. */
  sign(message: string): string
}

/** Makes the account of a key of one repeated byte. */
export function createTestSigner(byte = 7): TestSigner {
  const key = new Uint8Array(32).fill(byte)
  const address = `0x${toHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))}`
  return {
    address,
    iss: (chainId = 'eip155:1') => `did:pkh:${chainId}:${address}`,
    sign(message) {
      const bytes = fromText(message)
      const hash = keccak_256(joinBytes(fromText(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
      const [recovery = 0, ...rs] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
      return `0x${toHex(new Uint8Array([...rs, recovery + 27]))}`
    },
  }
}
