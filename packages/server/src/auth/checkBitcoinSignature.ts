/**
 * Signatures of Bitcoin addresses. BIP-322 "simple" for P2WPKH, P2SH-P2WPKH and P2TR by its key; and the older form of 65
 * bytes over the hash of "Bitcoin Signed Message" for P2PKH, P2WPKH and P2SH-P2WPKH (BIP-137). Hashes of the transaction that
 * is never sent: BIP-143, BIP-341. Source: SEC-116.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { Address, NETWORK, OutScript, RawWitness, TEST_NETWORK } from '@scure/btc-signer'
import type { SignatureClaim } from './signatureClaim.ts'

/** Address formats by CAIP-2 id: mainnet; testnet 3, signet, testnet 4; regtest. */
const NETWORKS: Readonly<Record<string, typeof NETWORK | undefined>> = {
  'bip122:000000000019d6689c085ae165831e93': NETWORK,
  'bip122:000000000933ea01ad0ee984209779ba': TEST_NETWORK,
  'bip122:00000008819873e925422c1ff0f99f7c': TEST_NETWORK,
  'bip122:00000000da84f2bafbbc53dee25a72ae': TEST_NETWORK,
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { ...TEST_NETWORK, bech32: 'bcrt' },
}

type Place = ReturnType<ReturnType<typeof Address>['decode']>

/** Whether the address signed the text. An address of another network did not. Base64, with or without `smp`, or hex. */
export function checkBitcoinSignature({ networkId, address, message, signature }: SignatureClaim): boolean {
  const network = NETWORKS[networkId]
  const bytes = readBytes(signature)
  if (network === undefined || bytes === undefined) return false
  try {
    const place = Address(network).decode(address)
    return bytes.length === 65 && (bytes[0] ?? 0) >= 27 && (bytes[0] ?? 0) <= 42
      ? checkRecoverable(place, message, bytes)
      : checkWitness(place, message, RawWitness.decode(bytes))
  } catch {
    return false
  }
}

function readBytes(signature: string): Uint8Array | undefined {
  try {
    const plain = signature.replace(/^0x/, '')
    if (/^([0-9a-f]{2})+$/i.test(plain)) return hex.decode(plain.toLowerCase())
    return base64.decode(signature.replace(/^smp/, ''))
  } catch {
    return undefined
  }
}

function checkWitness(place: Place, message: string, witness: readonly Uint8Array[]): boolean {
  const script = OutScript.encode(place)
  const spent = spendOf(message, script)
  const [first, second, ...more] = witness
  if (first === undefined || more.length > 0) return false

  if (place.type === 'tr') {
    const hasType = first.length === 65
    if (second !== undefined || (hasType && first[64] !== SIGHASH_ALL)) return false
    const hash = hashTaproot(spent, script, hasType ? SIGHASH_ALL : SIGHASH_DEFAULT)
    return schnorr.verify(first.subarray(0, 64), hash, place.pubkey)
  }

  if (second?.length !== 33 || first.at(-1) !== SIGHASH_ALL) return false
  const keyHash = hash160(second)
  if (place.type === 'wpkh' ? !isSame(keyHash, place.hash) : !isWrapped(place, keyHash)) return false
  const hash = hashWitness(spent, keyHash)
  return secp256k1.verify(first.subarray(0, -1), hash, second, { format: 'der', prehash: false, lowS: true })
}

/** The header says which key signed and, since BIP-137, for which kind of address; many wallets write 31 to 34 for all. */
function checkRecoverable(place: Place, message: string, bytes: Uint8Array): boolean {
  const header = bytes[0] ?? 0
  const hash = sha256(sha256(join(sized(utf8('Bitcoin Signed Message:\n')), sized(utf8(message)))))
  const point = secp256k1.Signature.fromBytes(bytes.slice(1), 'compact')
    .addRecoveryBit((header - 27) & 3)
    .recoverPublicKey(hash)
  const isCompressed = header >= 31
  const keyHash = hash160(point.toBytes(isCompressed))
  if (place.type === 'pkh') return header <= 34 && isSame(keyHash, place.hash)
  if (!isCompressed) return false
  if (place.type === 'wpkh') return (header <= 34 || header >= 39) && isSame(keyHash, place.hash)
  return header <= 38 && isWrapped(place, keyHash)
}

/** Whether a script hash is that of the P2WPKH script of a key. */
function isWrapped(place: Place, keyHash: Uint8Array): boolean {
  return place.type === 'sh' && isSame(hash160(join([0x00, 0x14], keyHash)), place.hash)
}

const SIGHASH_DEFAULT = 0
const SIGHASH_ALL = 1
const NOTHING = [0, 0, 0, 0]
const NO_AMOUNT = [0, 0, 0, 0, 0, 0, 0, 0]
/** The one output of the virtual transaction: no amount, OP_RETURN. */
const OUTPUT = [...NO_AMOUNT, 0x01, 0x6a]

/** Where the virtual transaction spends from: id and index of the output that only this message and address make. BIP-322. */
function spendOf(message: string, script: Uint8Array): Uint8Array {
  const hash = hashTagged('BIP0322-signed-message', utf8(message))
  const transaction = join(
    NOTHING,
    [1],
    new Uint8Array(32),
    [0xff, 0xff, 0xff, 0xff],
    sized(join([0x00, 0x20], hash)),
    NOTHING,
    [1],
    NO_AMOUNT,
    sized(script),
    NOTHING,
  )
  return join(sha256(sha256(transaction)), NOTHING)
}

/** BIP-143, SIGHASH_ALL, for the one input of version 0, sequence 0 and lock time 0. */
function hashWitness(spent: Uint8Array, keyHash: Uint8Array): Uint8Array {
  const twice = (bytes: Iterable<number>) => sha256(sha256(Uint8Array.from(bytes)))
  const code = join([0x19, 0x76, 0xa9, 0x14], keyHash, [0x88, 0xac])
  return twice(
    join(NOTHING, twice(spent), twice(NOTHING), spent, code, NO_AMOUNT, NOTHING, twice(OUTPUT), NOTHING, [1, 0, 0, 0]),
  )
}

/** BIP-341, by the key, without annex. */
function hashTaproot(spent: Uint8Array, script: Uint8Array, type: number): Uint8Array {
  const once = (bytes: Iterable<number>) => sha256(Uint8Array.from(bytes))
  const message = join(
    [0, type],
    NOTHING,
    NOTHING,
    once(spent),
    once(NO_AMOUNT),
    once(sized(script)),
    once(NOTHING),
    once(OUTPUT),
    [0],
    NOTHING,
  )
  return hashTagged('TapSighash', message)
}

/** BIP-340's tagged hash. */
function hashTagged(tag: string, bytes: Uint8Array): Uint8Array {
  const prefix = sha256(utf8(tag))
  return sha256(join(prefix, prefix, bytes))
}

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value)
const isSame = (one: Uint8Array, other: Uint8Array): boolean => hex.encode(one) === hex.encode(other)
const join = (...parts: readonly Iterable<number>[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

/** Bytes after their length as Bitcoin's compact size. */
function sized(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  if (length < 0xfd) return join([length], bytes)
  return join([0xfd, length & 0xff, length >> 8], bytes)
}
