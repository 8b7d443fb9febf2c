/** Sign-in against what other people wrote: the strict parser of `siwe`, and signatures of `bip322-js`. */
import { Signer, Verifier } from 'bip322-js'
import fc from 'fast-check'
import { SiweMessage } from 'siwe'
import { expect, test } from 'vitest'
import { checkBitcoinSignature } from '../../packages/server/src/auth/checkBitcoinSignature.ts'
import { formatSignInMessage, type SignInMessage } from '../../packages/wire/src/signIn/signInMessage.ts'

const FIELDS: SignInMessage = {
  domain: 'shop.example:8443',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  uri: 'https://shop.example:8443/cart?item=1',
  version: '1',
  networkId: 'eip155:8453',
  nonce: '0123456789abcdef01234567',
  issuedAt: '2026-01-01T00:00:00.000Z',
}

test('siwe reads every message as it was meant, and would write the same text', () => {
  const time = fc
    .date({ min: new Date(0), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString())
  const fields = fc
    .record(
      {
        nonce: fc.stringMatching(/^[a-zA-Z0-9]{8,40}$/),
        issuedAt: time,
        statement: fc.stringMatching(/^[a-zA-Z0-9 :/?#@!$&'()*+,;=._~-]{1,60}$/),
        expirationTime: time,
        notBefore: time,
        requestId: fc.stringMatching(/^[a-zA-Z0-9._~!$&'()*+,;=:@-]{1,20}$/),
        resources: fc.array(
          fc.webUrl().filter((url) => !/[|^`{}"<>\\]/.test(url)),
          { minLength: 1, maxLength: 3 },
        ),
      },
      { requiredKeys: ['nonce', 'issuedAt'] },
    )
    .map((each): SignInMessage => ({ ...FIELDS, ...each }))
  fc.assert(
    fc.property(fields, (each) => {
      const text = formatSignInMessage(each)
      const read = new SiweMessage(text)
      expect(read.domain).toBe(each.domain)
      expect(read.address).toBe(each.address)
      expect(read.statement ?? undefined).toBe(each.statement)
      expect(read.uri).toBe(each.uri)
      expect(read.chainId).toBe(8453)
      expect(read.nonce).toBe(each.nonce)
      expect(read.issuedAt).toBe(each.issuedAt)
      expect(read.expirationTime ?? undefined).toBe(each.expirationTime)
      expect(read.notBefore ?? undefined).toBe(each.notBefore)
      expect(read.requestId ?? undefined).toBe(each.requestId)
      expect(read.resources ?? undefined).toEqual(each.resources)
      expect(read.prepareMessage()).toBe(text)
    }),
    { numRuns: 200 },
  )
})

/** The key of the BIP's vectors, by its addresses on mainnet and testnet. */
const KEY = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'
const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const TESTNET = 'bip122:000000000933ea01ad0ee984209779ba'

test.each([
  ['P2PKH', MAINNET, '14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc'],
  ['P2SH-P2WPKH', MAINNET, '37qyp7jQAzqb2rCBpMvVtLDuuzKAUCVnJb'],
  ['P2WPKH', MAINNET, 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'],
  ['P2TR', MAINNET, 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'],
  ['P2SH-P2WPKH', TESTNET, '2MyQBsrfRnTLwEdpjVVYNWHDB8LXLJUcub9'],
  ['P2WPKH', TESTNET, 'tb1q9vza2e8x573nczrlzms0wvx3gsqjx7vaxwd45v'],
  ['P2TR', TESTNET, 'tb1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5s3g3s37'],
])('what bip322-js signs for %s on %s holds, for that text and network alone', (_kind, networkId, address) => {
  const message = formatSignInMessage({ ...FIELDS, networkId: networkId as `bip122:${string}`, address })
  const signature = Signer.sign(KEY, address, message) as string
  expect(Verifier.verifySignature(address, message, signature)).toBe(true)
  expect(checkBitcoinSignature({ networkId, address, message, signature })).toBe(true)
  expect(checkBitcoinSignature({ networkId, address, message: `${message} `, signature })).toBe(false)
  const elsewhere = networkId === MAINNET ? TESTNET : MAINNET
  expect(checkBitcoinSignature({ networkId: elsewhere, address, message, signature })).toBe(false)
})
