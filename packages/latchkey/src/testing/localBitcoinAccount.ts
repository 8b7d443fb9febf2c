/**
 * A Bitcoin key that really signs messages. For tests only: the key lies in memory in the clear. Sources: BIP-137 (ECDSA),
 * BIP-322 "simple", BIP-143 and BIP-341 for what it signs, BIP-173, BIP-350 and BIP-86 for addresses.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base64, bech32, bech32m, createBase58check, hex } from '@scure/base'

/** Kinds of address that a key can have. */
export type BitcoinAddressKind = 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh'

/** Networks by the prefixes of their addresses: the test networks share one. */
export type BitcoinPrefix = 'mainnet' | 'testnet' | 'regtest'

/** One address of a scripted wallet. */
export type LocalBitcoinAccount = {
  readonly address: string
  readonly kind: BitcoinAddressKind
  /** Hexadecimal: 33 bytes, or 32 of the inner key for taproot. */
  readonly publicKey: string
  readonly privateKey: string
  /** Base64. ECDSA signatures exist for all kinds but taproot; BIP-322 ones for all but `p2pkh`. */
  signMessage(message: string, protocol: 'ECDSA' | 'BIP322'): string
}

const HRP: Readonly<Record<BitcoinPrefix, string>> = { mainnet: 'bc', testnet: 'tb', regtest: 'bcrt' }

/** First byte of ECDSA message signatures by kind of address. Source: BIP-137. */
const HEADERS: Readonly<Partial<Record<BitcoinAddressKind, number>>> = { p2pkh: 31, 'p2sh-p2wpkh': 35, p2wpkh: 39 }

const SIGHASH_ALL = 1

/** Makes an address of a key (64 hexadecimal digits, default a new random one). */
export function createLocalBitcoinAccount(
  kind: BitcoinAddressKind,
  prefix: BitcoinPrefix = 'mainnet',
  privateKey?: string | undefined,
): LocalBitcoinAccount {
  const secret = privateKey === undefined ? secp256k1.utils.randomSecretKey() : hexToBytes(privateKey)
  const publicKey = secp256k1.getPublicKey(secret, true)
  const inner = publicKey.slice(1)
  const script = toScript(kind, publicKey)

  return {
    address: toAddress(kind, prefix, script),
    kind,
    publicKey: hex.encode(kind === 'p2tr' ? inner : publicKey),
    privateKey: hex.encode(secret),
    signMessage(message, protocol) {
      const bytes = new TextEncoder().encode(message)
      if (protocol === 'ECDSA') {
        const header = HEADERS[kind]
        if (header === undefined) throw new Error('ECDSA is not supported for this address.')
        const signature = secp256k1.sign(hashMessage(bytes), secret, { prehash: false, format: 'recovered' })
        return base64.encode(concatBytes(Uint8Array.of(header + (signature[0] ?? 0)), signature.slice(1)))
      }
      const toSpend = hashToSpend(bytes, script)
      if (kind === 'p2tr') {
        const signature = schnorr.sign(hashForTaproot(toSpend, script), tweakSecret(secret))
        return base64.encode(toWitness([signature]))
      }
      if (kind === 'p2pkh') throw new Error('BIP-322 simple is not supported for this address.')
      const hash = hashForSegwit(toSpend, toHash160(publicKey))
      const signature = secp256k1.sign(hash, secret, { prehash: false, format: 'der' })
      return base64.encode(toWitness([concatBytes(signature, Uint8Array.of(SIGHASH_ALL)), publicKey]))
    },
  }
}

function toScript(kind: BitcoinAddressKind, publicKey: Uint8Array): Uint8Array {
  const hash = toHash160(publicKey)
  const witness = concatBytes(Uint8Array.of(0x00, 0x14), hash)
  switch (kind) {
    case 'p2wpkh':
      return witness
    case 'p2pkh':
      return concatBytes(Uint8Array.of(0x76, 0xa9, 0x14), hash, Uint8Array.of(0x88, 0xac))
    case 'p2sh-p2wpkh':
      return concatBytes(Uint8Array.of(0xa9, 0x14), toHash160(witness), Uint8Array.of(0x87))
    case 'p2tr':
      return concatBytes(Uint8Array.of(0x51, 0x20), tweakPublic(publicKey.slice(1)))
  }
}

function toAddress(kind: BitcoinAddressKind, prefix: BitcoinPrefix, script: Uint8Array): string {
  const isMain = prefix === 'mainnet'
  const base58check = createBase58check(sha256)
  switch (kind) {
    case 'p2wpkh':
      return bech32.encode(HRP[prefix], [0, ...bech32.toWords(script.slice(2))])
    case 'p2tr':
      return bech32m.encode(HRP[prefix], [1, ...bech32m.toWords(script.slice(2))])
    case 'p2pkh':
      return base58check.encode(concatBytes(Uint8Array.of(isMain ? 0x00 : 0x6f), script.slice(3, 23)))
    case 'p2sh-p2wpkh':
      return base58check.encode(concatBytes(Uint8Array.of(isMain ? 0x05 : 0xc4), script.slice(2, 22)))
  }
}

/** The classic hash of a message, with Bitcoin's prefix. Source: BIP-137. */
function hashMessage(message: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  return hashTwice(concatBytes(prefix, toCompactSize(message.length), message))
}

/** Id of the transaction that a message stands for. Source: BIP-322, `to_spend`. */
function hashToSpend(message: Uint8Array, script: Uint8Array): Uint8Array {
  const tag = sha256(new TextEncoder().encode('BIP0322-signed-message'))
  const hash = sha256(concatBytes(tag, tag, message))
  return hashTwice(
    concatBytes(
      new Uint8Array(4),
      Uint8Array.of(1),
      new Uint8Array(32),
      new Uint8Array(4).fill(0xff),
      withSize(concatBytes(Uint8Array.of(0x00, 0x20), hash)),
      new Uint8Array(4),
      Uint8Array.of(1),
      new Uint8Array(8),
      withSize(script),
      new Uint8Array(4),
    ),
  )
}

/** The only output of `to_sign`: nothing, to OP_RETURN. */
function toOutput(): Uint8Array {
  return concatBytes(new Uint8Array(8), withSize(Uint8Array.of(0x6a)))
}

/** What a segwit key signs of `to_sign`. Source: BIP-143. */
function hashForSegwit(toSpend: Uint8Array, hash160: Uint8Array): Uint8Array {
  const outpoint = concatBytes(toSpend, new Uint8Array(4))
  const code = concatBytes(Uint8Array.of(0x76, 0xa9, 0x14), hash160, Uint8Array.of(0x88, 0xac))
  return hashTwice(
    concatBytes(
      new Uint8Array(4),
      hashTwice(outpoint),
      hashTwice(new Uint8Array(4)),
      outpoint,
      withSize(code),
      new Uint8Array(8),
      new Uint8Array(4),
      hashTwice(toOutput()),
      new Uint8Array(4),
      Uint8Array.of(SIGHASH_ALL, 0, 0, 0),
    ),
  )
}

/** What a taproot key signs of `to_sign`, by the default signature hash. Source: BIP-341. */
function hashForTaproot(toSpend: Uint8Array, script: Uint8Array): Uint8Array {
  return schnorr.utils.taggedHash(
    'TapSighash',
    concatBytes(
      Uint8Array.of(0x00, 0x00),
      new Uint8Array(8),
      sha256(concatBytes(toSpend, new Uint8Array(4))),
      sha256(new Uint8Array(8)),
      sha256(withSize(script)),
      sha256(new Uint8Array(4)),
      sha256(toOutput()),
      Uint8Array.of(0x00),
      new Uint8Array(4),
    ),
  )
}

/** The output key of an inner key without scripts. Source: BIP-86. */
function tweakPublic(inner: Uint8Array): Uint8Array {
  const point = schnorr.utils.lift_x(toInteger(inner)).add(secp256k1.Point.BASE.multiply(toTweak(inner)))
  return point.toBytes(true).slice(1)
}

function tweakSecret(secret: Uint8Array): Uint8Array {
  const { Fn } = secp256k1.Point
  const publicKey = secp256k1.getPublicKey(secret, true)
  const key = toInteger(secret)
  const even = publicKey[0] === 0x02 ? key : Fn.neg(key)
  return Fn.toBytes(Fn.create(even + toTweak(publicKey.slice(1))))
}

function toTweak(inner: Uint8Array): bigint {
  return toInteger(schnorr.utils.taggedHash('TapTweak', inner))
}

function toWitness(stack: readonly Uint8Array[]): Uint8Array {
  return concatBytes(toCompactSize(stack.length), ...stack.map(withSize))
}

function withSize(bytes: Uint8Array): Uint8Array {
  return concatBytes(toCompactSize(bytes.length), bytes)
}

function toCompactSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  return length <= 0xffff
    ? Uint8Array.of(0xfd, length & 0xff, length >> 8)
    : Uint8Array.of(0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24)
}

function toHash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

function hashTwice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}

function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${hex.encode(bytes)}`)
}
