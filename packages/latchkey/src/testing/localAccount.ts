/** A key that really signs. For tests and local chains only: the key lies in memory in the clear. Sources: EIP-191, EIP-712, EIP-1559. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { bytesToHex, type Hex } from '../evm/hex.ts'
import { toChecksumAddress } from '../evm/toChecksumAddress.ts'
import { hashTypedData, type TypedData } from './hashTypedData.ts'
import { concatBytes, encodeRlp, toRlpInteger } from './rlp.ts'

/** An EIP-1559 transaction, complete; amounts in wei. */
export type LocalTransaction = {
  readonly chainId: bigint
  readonly nonce: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerGas: bigint
  readonly gas: bigint
  /** Absent when a contract is created. */
  readonly to?: Hex | undefined
  readonly value: bigint
  readonly data: Hex
}

/** An account of a scripted wallet. */
export type LocalAccount = {
  /** Checksummed. */
  readonly address: Hex
  readonly privateKey: Hex
  /** `personal_sign` of bytes. */
  signMessage(bytes: Uint8Array): Hex
  signTypedData(data: TypedData): Hex
  /** The signed transaction, ready for `eth_sendRawTransaction`. */
  signTransaction(transaction: LocalTransaction): Hex
}

/** Makes an account of a private key, or of a new random one. */
export function createLocalAccount(privateKey?: Hex | undefined): LocalAccount {
  const key = privateKey ? hexToBytes(privateKey.slice(2)) : secp256k1.utils.randomSecretKey()
  const publicKey = secp256k1.getPublicKey(key, false)

  /** The three parts of a signature of 32 bytes. */
  const sign = (hash: Uint8Array) => {
    const signature = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
    return { parity: signature[0] ?? 0, r: signature.slice(1, 33), s: signature.slice(33, 65) }
  }
  const signHash = (hash: Uint8Array): Hex => {
    const { parity, r, s } = sign(hash)
    return bytesToHex(concatBytes([r, s, Uint8Array.of(27 + parity)]))
  }

  return {
    address: toChecksumAddress(bytesToHex(keccak_256(publicKey.slice(1)).slice(-20))),
    privateKey: bytesToHex(key),
    signMessage(bytes) {
      const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${bytes.length}`)
      return signHash(keccak_256(concatBytes([prefix, bytes])))
    },
    signTypedData: (data) => signHash(hashTypedData(data)),
    signTransaction({ chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, to, value, data }) {
      const fields = [
        ...[chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map(toRlpInteger),
        to ? hexToBytes(to.slice(2)) : new Uint8Array(),
        toRlpInteger(value),
        hexToBytes(data.slice(2)),
        [],
      ]
      const envelope = Uint8Array.of(0x02)
      const { parity, r, s } = sign(keccak_256(concatBytes([envelope, encodeRlp(fields)])))
      const signature = [toRlpInteger(BigInt(parity)), toRlpInteger(toInteger(r)), toRlpInteger(toInteger(s))]
      return bytesToHex(concatBytes([envelope, encodeRlp([...fields, ...signature])]))
    },
  }
}

function toInteger(bytes: Uint8Array): bigint {
  return BigInt(bytesToHex(bytes))
}
