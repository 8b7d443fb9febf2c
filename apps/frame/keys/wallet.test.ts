import { createHmac, createPrivateKey, createPublicKey, pbkdf2Sync } from 'node:crypto'
import { base58, base64urlnopad } from '@scure/base'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { type Bytes, platformRandom } from './bytes.ts'
import { deriveAddresses, entropyOfWords, wordsOf } from './derive.ts'
import { makePair } from './pairs.ts'
import { checkEntropy, createWallet, openWallet } from './wallet.ts'

/** The words of BIP-39's own vectors for 32 zero bytes. */
const ZERO_WORDS = `${'abandon '.repeat(23)}art`

/** SLIP-10 for Ed25519 by Node alone, as a second opinion. */
const solanaBySlip10 = (words: string): string => {
  const seed = pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const step of [44, 501, 0, 0]) {
    const index = Buffer.alloc(4)
    index.writeUInt32BE(step + 0x8000_0000)
    node = createHmac('sha512', node.subarray(32))
      .update(Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), index]))
      .digest()
  }
  // PKCS #8 of RFC 8410 around the seed of an Ed25519 key.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), node.subarray(0, 32)])
  const publicKey = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  return base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
}

it('derives the accounts that other wallets derive from the same words', () => {
  const zero = new Uint8Array(32)
  expect(wordsOf(zero)).toBe(ZERO_WORDS)
  const addresses = deriveAddresses(zero)
  expect(addresses.eip155).toBe(mnemonicToAccount(ZERO_WORDS).address)
  const other = Uint8Array.from({ length: 32 }, (_, index) => 7 * index + 1)
  expect(deriveAddresses(other).eip155).toBe(mnemonicToAccount(wordsOf(other)).address)
})

it('derives the Solana account of the usual path', () => {
  // m/44'/501'/0'/0' of the same words, computed by a second implementation of SLIP-10 (below) over Node's own HMAC and Ed25519.
  const zero = new Uint8Array(32)
  expect(deriveAddresses(zero).solana).toBe(solanaBySlip10(ZERO_WORDS))
})

it('reads 24 words back, however they are spaced, and refuses a wrong checksum', () => {
  const entropy = platformRandom(32)
  const words = wordsOf(entropy)
  expect([...(entropyOfWords(`  ${words.toUpperCase().replaceAll(' ', '  \n')} `) ?? [])]).toEqual([...entropy])
  expect(entropyOfWords('abandon '.repeat(24))).toBeUndefined()
  expect(entropyOfWords('shop')).toBeUndefined()
})

it('SEC-01: root entropy is 32 bytes of the generator, taken in one call', () => {
  const taken: Bytes[] = []
  const { entropy, record } = createWallet((length) => {
    const bytes = platformRandom(length)
    taken.push(bytes.slice())
    return bytes
  })
  expect(taken.map((bytes) => bytes.length)).toEqual([32, 16, 16])
  expect([...entropy]).toEqual([...(taken[0] as Bytes)])
  expect(base64urlnopad.decode(record.walletId)).toHaveLength(16)
})

it('opens with the halves of any of its pairs', () => {
  const { entropy, record } = createWallet(platformRandom)
  for (let device = 0; device < 3; device += 1) {
    const { pad, masked } = makePair(entropy, platformRandom)
    expect([...openWallet(record, pad, masked)]).toEqual([...entropy])
  }
})

it('SEC-05: a flipped bit in either half, at any of its 256 places, is refused', { timeout: 120_000 }, () => {
  const { entropy, record } = createWallet(platformRandom)
  const { pad, masked } = makePair(entropy, platformRandom)
  for (let bit = 0; bit < 256; bit += 1)
    for (const flipped of ['pad', 'masked'] as const) {
      const halves = { pad: pad.slice(), masked: masked.slice() }
      halves[flipped][bit >> 3] = (halves[flipped][bit >> 3] as number) ^ (1 << (bit & 7))
      expect(() => openWallet(record, halves.pad, halves.masked)).toThrow(
        expect.objectContaining({ code: 'WALLET_DATA_DAMAGED' }),
      )
    }
})

it('SEC-05: halves of another wallet, and halves that are cut, are refused', () => {
  const one = createWallet(platformRandom)
  const other = createWallet(platformRandom)
  const { pad, masked } = makePair(other.entropy, platformRandom)
  expect(() => openWallet(one.record, pad, masked)).toThrow(expect.objectContaining({ code: 'WALLET_DATA_DAMAGED' }))
  expect(() => openWallet(other.record, pad.slice(1), masked.slice(1))).toThrow(
    expect.objectContaining({ code: 'WALLET_DATA_DAMAGED' }),
  )
})

it('SEC-05: entropy that fits the commitment and not the registered accounts is refused, and overwritten', () => {
  const { entropy, record } = createWallet(platformRandom)
  const other = createWallet(platformRandom).record
  for (const addresses of [
    { ...record.addresses, eip155: other.addresses.eip155 },
    { ...record.addresses, solana: other.addresses.solana },
  ]) {
    const tried = entropy.slice()
    expect(() => checkEntropy({ ...record, addresses }, tried)).toThrow(
      expect.objectContaining({ code: 'WALLET_DATA_DAMAGED' }),
    )
    expect([...tried]).toEqual(new Array(32).fill(0))
  }
})

it('SEC-05: entropy that fits the registered accounts and not the commitment is refused, and overwritten', () => {
  const { entropy, record } = createWallet(platformRandom)
  const other = createWallet(platformRandom).record
  for (const changed of [{ commitment: other.commitment }, { salt: other.salt }]) {
    const tried = entropy.slice()
    expect(() => checkEntropy({ ...record, ...changed }, tried)).toThrow(
      expect.objectContaining({ code: 'WALLET_DATA_DAMAGED' }),
    )
    expect([...tried]).toEqual(new Array(32).fill(0))
  }
})
