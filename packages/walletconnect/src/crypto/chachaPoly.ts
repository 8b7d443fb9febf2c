/**
 * ChaCha20-Poly1305 (RFC 8439, section 2.8) without associated data: all that the envelopes of the protocol take of a library of
 * ciphers, in a quarter of its bytes, because they come before a code can stand. Nothing branches on a key, and nothing is looked up
 * by one. Held against the vectors of the RFC and against OpenSSL (`chachaPoly.test.ts`).
 */

/** Bytes that prove a sealed text. */
export const TAG_LENGTH = 16

/** "expand 32-byte k" (RFC 8439, section 2.3). */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]

/** One more than a limb of 13 bits holds. */
const LIMB = 8192

/** Poly1305 counts modulo this. */
const POLY_PRIME = 2n ** 130n - 5n

/** Key of 32 bytes and nonce of 12, which is never used twice with the key. */
export type CipherKeys = { readonly key: Uint8Array; readonly nonce: Uint8Array }

/** The sealed bytes: as many as were given, and the tag. */
export function seal(keys: CipherKeys, plain: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(plain.length + TAG_LENGTH)
  sealed.set(encrypt(keys, plain))
  sealed.set(authenticate(keys, sealed.subarray(0, plain.length)), plain.length)
  return sealed
}

/** What was sealed; undefined where the keys do not fit or anything was changed. */
export function unseal(keys: CipherKeys, sealed: Uint8Array): Uint8Array | undefined {
  if (sealed.length < TAG_LENGTH) return undefined
  const inside = sealed.subarray(0, -TAG_LENGTH)
  const tag = authenticate(keys, inside)
  // All of it is compared, wherever the first difference is.
  let difference = 0
  for (const [index, byte] of sealed.subarray(-TAG_LENGTH).entries()) difference |= byte ^ (tag[index] ?? 0)
  return difference === 0 ? encrypt(keys, inside) : undefined
}

/** Encrypts and decrypts: both mix with the same stream, from its second block on. */
function encrypt(keys: CipherKeys, text: Uint8Array): Uint8Array {
  const start = makeStart(keys)
  const made = new Uint8Array(text)
  for (let at = 0; at < text.length; at += 64) {
    start[12] = at / 64 + 1
    const stream = makeBlock(start)
    const end = Math.min(64, text.length - at)
    for (let index = 0; index < end; index += 1) {
      made[at + index] = (made[at + index] as number) ^ (stream[index] as number)
    }
  }
  return made
}

/** What a stream begins with (section 2.3); the word at 12 counts its blocks. */
export function makeStart({ key, nonce }: CipherKeys): Int32Array {
  return Int32Array.of(...CONSTANTS, ...readWords(key), 0, ...readWords(nonce))
}

/** A block of 64 bytes of the stream. */
export function makeBlock(start: Int32Array): Uint8Array {
  const words = start.slice()
  for (let round = 0; round < 10; round += 1) {
    // Four columns, then four diagonals.
    for (let quarter = 0; quarter < 8; quarter += 1) {
      const turn = quarter >> 2
      const a = quarter & 3
      const b = 4 + ((a + turn) & 3)
      const c = 8 + ((a + turn * 2) & 3)
      const d = 12 + ((a + turn * 3) & 3)
      mix(words, a, b, d, 16)
      mix(words, c, d, b, 12)
      mix(words, a, b, d, 8)
      mix(words, c, d, b, 7)
    }
  }
  const view = new DataView(words.buffer)
  for (let index = 0; index < 16; index += 1) {
    view.setUint32(index * 4, (words[index] as number) + (start[index] as number), true)
  }
  return new Uint8Array(words.buffer)
}

/** A quarter of a quarter round (section 2.1): one word is added to another, and a third mixed with the sum and turned. */
function mix(words: Int32Array, sum: number, added: number, mixed: number, distance: number): void {
  words[sum] = (words[sum] as number) + (words[added] as number)
  const value = (words[mixed] as number) ^ (words[sum] as number)
  words[mixed] = (value << distance) | (value >>> (32 - distance))
}

function readWords(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(index * 4, true))
}

/** The tag of an encrypted text, by the one-time key in the first block of the stream (sections 2.6 and 2.8). */
function authenticate(keys: CipherKeys, text: Uint8Array): Uint8Array {
  const data = new Uint8Array(Math.ceil(text.length / 16) * 16 + 16)
  data.set(text)
  new DataView(data.buffer).setBigUint64(data.length - 8, BigInt(text.length), true)
  return poly1305(makeBlock(makeStart(keys)).subarray(0, 32), data)
}

/**
 * Poly1305 (section 2.5) in ten limbs of 13 bits: their products and sums stay far below 2 to the 53, so every number is exact, and
 * takes the same time whatever it is.
 */
export function poly1305(key: Uint8Array, data: Uint8Array): Uint8Array {
  const r = new Uint8Array(20)
  r.set(key.subarray(0, 16))
  for (const index of [3, 7, 11, 15]) r[index] = (r[index] as number) & 15
  for (const index of [4, 8, 12]) r[index] = (r[index] as number) & 252
  const limbs = new Float64Array(10)
  addLimbs(limbs, r)
  // By which limb each is multiplied for which: what passes the 130th bit comes back five times.
  const factors = Float64Array.from({ length: 100 }, (_, index) => {
    const to = Math.floor(index / 10)
    const from = index % 10
    return (limbs[(to - from + 10) % 10] as number) * (from > to ? 5 : 1)
  })
  const sum = limbs.fill(0)
  const product = new Float64Array(10)
  const block = new Uint8Array(20)
  for (let at = 0; at < data.length; at += 16) {
    const end = Math.min(16, data.length - at)
    for (let index = 0; index < 17; index += 1) block[index] = index < end ? (data[at + index] as number) : 0
    block[end] = 1
    addLimbs(sum, block)
    let carry = 0
    for (let to = 0; to < 10; to += 1) {
      for (let from = 0; from < 10; from += 1) carry += (sum[from] as number) * (factors[to * 10 + from] as number)
      const high = Math.floor(carry / LIMB)
      product[to] = carry - high * LIMB
      carry = high
    }
    sum.set(product)
    sum[0] = (sum[0] as number) + carry * 5
  }
  const total = sum.reduceRight((value, limb) => value * BigInt(LIMB) + BigInt(limb), 0n) % POLY_PRIME
  const pad = new DataView(key.buffer, key.byteOffset + 16)
  const tag = new DataView(new ArrayBuffer(16))
  const low = total + pad.getBigUint64(0, true)
  tag.setBigUint64(0, low, true)
  tag.setBigUint64(8, (low >> 64n) + pad.getBigUint64(8, true), true)
  return new Uint8Array(tag.buffer)
}

/** Adds 130 bits to ten limbs. */
function addLimbs(limbs: Float64Array, bytes: Uint8Array): void {
  for (let index = 0; index < 10; index += 1) {
    const bit = index * 13
    const at = bit >> 3
    const three = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16)
    limbs[index] = (limbs[index] as number) + ((three >>> (bit & 7)) & (LIMB - 1))
  }
}
