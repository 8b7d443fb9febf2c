import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSignInMessage } from '../signIn/signInMessage.ts'
import { listTextFindings, readText } from './readText.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const origin = 'https://shop.example:8443'
const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const codes = (message: string | Uint8Array, network = 'eip155:1', own = account): readonly string[] => {
  const bytes = typeof message === 'string' ? toBytes(message) : message
  return listTextFindings({ bytes, account: own, origin, network }).map(({ code }) => code)
}
const signIn = (fields: Partial<Parameters<typeof formatSignInMessage>[0]> = {}): string =>
  formatSignInMessage({
    domain: 'shop.example:8443',
    address: account,
    uri: 'https://shop.example:8443/',
    version: '1',
    networkId: 'eip155:1',
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-11-24T00:00:00Z',
    ...fields,
  })

test('SEC-48: a message of plain words is shown as it is, and nothing is said of it', () => {
  const text = 'Hello, I am 31 years old.\n\tKlöße, 你好, مرحبا, 👩‍🚀 and ❤️'
  expect(readText(toBytes(text))).toMatchObject({ text, hides: false })
  expect(codes(text)).toEqual([])
  expect(readText(new Uint8Array())).toEqual({ text: '', hides: false, hex: '0x' })
})

test.each([
  ['turned round', 'send\u202egnp.exe', 'send⟨U+202E⟩gnp.exe'],
  ['isolated', 'a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
  ['of no width', 'pay\u200bpal', 'pay⟨U+200B⟩pal'],
  ['invisible, of a joined word', 'pay\u2060pal', 'pay⟨U+2060⟩pal'],
  ['made of tags', 'a\u{e0041}', 'a⟨U+E0041⟩'],
  ['a mark between lines', 'a\ufff9b', 'a⟨U+FFF9⟩b'],
  ['blank Braille', 'a\u2800b', 'a⟨U+2800⟩b'],
  ['a filler of Hangul', 'a\u3164b', 'a⟨U+3164⟩b'],
  ['a bell and an escape', '\u0007\u001b[2Kx', '⟨U+0007⟩⟨U+001B⟩[2Kx'],
  ['a carriage return alone, which overwrites', 'bad\rgood', 'bad⟨U+000D⟩good'],
  ['a separator of lines', 'a\u2028b', 'a⟨U+2028⟩b'],
  ['a byte order mark', '\ufeffa', '⟨U+FEFF⟩a'],
  ['a joiner that joins no pictures', 'a\u200db', 'a⟨U+200D⟩b'],
  ['pushed far below', `a${'\n'.repeat(40)}b`, 'a⟨U+000A ×40⟩\nb'],
  ['pushed far to the side', `a${' '.repeat(200)}b`, 'a⟨U+0020 ×200⟩b'],
])('SEC-48: what is %s is written out, and the bytes are shown beside it', (_, text, shown) => {
  expect(readText(toBytes(text))).toMatchObject({ text: shown, hides: true })
  expect(codes(text)).toContain('TEXT_HIDES')
})

test('SEC-48: bytes that are no text are hex, and said to be no text', () => {
  for (const bytes of [Uint8Array.of(0xff, 0xfe, 0x41), Uint8Array.of(0xc0, 0xaf), Uint8Array.of(0xed, 0xa0, 0x80)]) {
    expect(readText(bytes).text).toBeUndefined()
    expect(codes(bytes)).toContain('MESSAGE_IS_BYTES')
  }
  expect(readText(Uint8Array.of(0xff, 0x0a)).hex).toBe('0xff0a')
})

test('SEC-48: 32 bytes, or their digits, may be the hash of anything', () => {
  expect(codes(new Uint8Array(32).fill(0xab))).toEqual(['MESSAGE_LIKE_HASH'])
  expect(codes(`0x${'ab'.repeat(32)}`)).toEqual(['MESSAGE_LIKE_HASH'])
  expect(codes(`${'AB'.repeat(32)}\n`)).toEqual(['MESSAGE_LIKE_HASH'])
  expect(codes('This sentence has 32 characters.')).toEqual([])
})

test.each([
  ['a transaction of today', [0x02, 0xc8, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['a transaction as they were first', [0xc8, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['a long one', [0x02, 0xf8, 60, ...new Uint8Array(60)]],
  ['an authorization of EIP-7702', [0x05, 0xc8, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['typed data before it is hashed', [0x19, 0x01, ...new Uint8Array(64)]],
])('SEC-48: bytes in the form of %s say so', (_, bytes) => {
  expect(codes(Uint8Array.from(bytes))).toContain('MESSAGE_LIKE_TRANSACTION')
})

test('SEC-48: a sign-in of the very site that asks, for this account, has nothing to be said', () => {
  expect(codes(signIn())).toEqual([])
  expect(codes(signIn({ address: account.toLowerCase() }))).toEqual([])
  expect(codes(`https://${signIn()}`)).toEqual([])
})

test.each([
  ['another site', signIn({ domain: 'bank.example', uri: 'https://bank.example/' })],
  ['another port', signIn({ domain: 'shop.example', uri: 'https://shop.example/' })],
  ['a site whose name begins like this one', signIn().replace(':8443', ':8443.evil.example')],
  ['this site, to be carried to another', signIn({ uri: 'https://bank.example/login' })],
  ['this site over another scheme', `http://${signIn()}`],
  ['another site, in no form that anybody should read', 'bank.example wants you to sign in with your Ethereum account'],
  ['another site, below words of its own', `Welcome!\n\n${signIn({ domain: 'bank.example' })}`],
  ['another site after this one', `${signIn()}\nbank.example wants you to sign in with your Ethereum account:`],
  ['another site, its words spaced', 'bank.example wants  you\u00a0to sign\nin with your Solana account:'],
  ['another site, its words parted by nothing', 'bank.example wants y\u200bou to sign in with your Ethereum account:'],
  ['another site in wide letters', 'bank.example ｗａｎｔｓ you to sign in with your Ethereum account:'],
])('SEC-48: a sign-in to %s is blocked', (_, text) => {
  const bytes = toBytes(text)
  const findings = listTextFindings({ bytes, account, origin, network: 'eip155:1' })
  expect(findings.filter(({ level }) => level === 'blocked').map(({ code }) => code)).toContain('SIGN_IN_FOREIGN')
})

test('SEC-48: a sign-in of another account is blocked, of another network and in another form it is said', () => {
  expect(codes(signIn({ address: `0x${'b2'.repeat(20)}` }))).toEqual(['SIGN_IN_OTHER_ACCOUNT'])
  expect(codes(signIn({ networkId: 'eip155:10' }))).toEqual(['SIGN_IN_OTHER_NETWORK'])
  expect(codes(`${signIn()}\nNote: gives nothing away`)).toEqual(['SIGN_IN_ODD'])
})

/** A message of Solana, whose bytes are signed as they are. */
const SOLANA_MESSAGE = Uint8Array.from([
  ...[1, 0, 1, 2, ...new Uint8Array(32).fill(1), ...new Uint8Array(32)],
  ...new Uint8Array(32).fill(9),
  ...[1, 1, 2, 0, 0, 12, 2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0],
])

test('SEC-51: a message of Solana that is a transaction is blocked, versioned or not; of other networks it is bytes', () => {
  expect(codes(SOLANA_MESSAGE, 'solana:mainnet')).toContain('MESSAGE_IS_TRANSACTION')
  expect(codes(Uint8Array.from([0x80, ...SOLANA_MESSAGE, 0]), 'solana:mainnet')).toContain('MESSAGE_IS_TRANSACTION')
  expect(codes(SOLANA_MESSAGE)).not.toContain('MESSAGE_IS_TRANSACTION')
  expect(codes(Uint8Array.from([...SOLANA_MESSAGE, 0]), 'solana:mainnet')).not.toContain('MESSAGE_IS_TRANSACTION')
  expect(codes('Hello', 'solana:mainnet')).toEqual([])
})

test('any bytes are read, and what is shown of a text has nothing unseen in it', () => {
  const unit = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\r',
    '\t',
    '\u202e',
    '\u200d',
    '\u200b',
    '😀',
    '\ufe0f',
    '\ud800',
    'wants',
  )
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 80 }), fc.string({ unit }).map(toBytes)), (bytes) => {
      const { text, hides } = readText(bytes)
      listTextFindings({ bytes, account, origin, network: 'solana:mainnet' })
      if (text === undefined) return
      expect(text).not.toMatch(/[\u202e\u200b\u2028\ud800]/u)
      if (!hides) expect(toBytes(text)).toEqual(bytes)
    }),
    { numRuns: 500 },
  )
})
