import fc from 'fast-check'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { formatSignInMessage, isSignInUri, parseSignInMessage, type SignInMessage } from './signInMessage.ts'

const ETHEREUM: SignInMessage = {
  domain: 'shop.example:8443',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  statement: 'Sign in to the shop.',
  uri: 'https://shop.example:8443/cart?item=1',
  version: '1',
  networkId: 'eip155:8453',
  nonce: '0123456789abcdef01234567',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expirationTime: '2026-01-01T01:00:00.000Z',
}
const SOLANA: SignInMessage = {
  ...ETHEREUM,
  address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
  networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}
const BITCOIN: SignInMessage = {
  ...ETHEREUM,
  address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  networkId: 'bip122:000000000019d6689c085ae165831e93',
}
const POLKADOT: SignInMessage = {
  ...ETHEREUM,
  address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  networkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
}

const withoutStatement = ({ statement: _statement, ...rest }: SignInMessage): SignInMessage => rest

describe('the text', () => {
  test('on eip155 is EIP-4361 to the letter, with two empty lines where there is no statement', () => {
    expect(formatSignInMessage(ETHEREUM)).toBe(
      [
        'shop.example:8443 wants you to sign in with your Ethereum account:',
        '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        '',
        'Sign in to the shop.',
        '',
        'URI: https://shop.example:8443/cart?item=1',
        'Version: 1',
        'Chain ID: 8453',
        'Nonce: 0123456789abcdef01234567',
        'Issued At: 2026-01-01T00:00:00.000Z',
        'Expiration Time: 2026-01-01T01:00:00.000Z',
      ].join('\n'),
    )
    expect(formatSignInMessage(withoutStatement(ETHEREUM)).split('\n').slice(1, 5)).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '',
      '',
      'URI: https://shop.example:8443/cart?item=1',
    ])
  })

  test('on solana is worded as wallets word it: the chain by name and one empty line without a statement', () => {
    const lines = formatSignInMessage(withoutStatement(SOLANA)).split('\n')
    expect(lines.slice(0, 4)).toEqual([
      'shop.example:8443 wants you to sign in with your Solana account:',
      SOLANA.address,
      '',
      'URI: https://shop.example:8443/cart?item=1',
    ])
    expect(lines).toContain('Chain ID: mainnet')
  })

  test('on bip122 and polkadot is the same template with the word and the CAIP-2 id of the namespace', () => {
    expect(formatSignInMessage(BITCOIN)).toMatch(/your Bitcoin account:\nbc1q(.|\n)*\nChain ID: bip122:0{10}19d6/)
    expect(formatSignInMessage(POLKADOT)).toMatch(/your Polkadot account:\n5Grw(.|\n)*\nChain ID: polkadot:91b1/)
  })

  test.each<[string, Partial<SignInMessage>]>([
    ['statement', { statement: 'Sign in.\n\nURI: https://evil.example' }],
    ['statement', { statement: 'Melden Sie sich für den Laden an' }],
    ['domain', { domain: 'https://shop.example' }],
    ['domain', { domain: 'shop.example\n' }],
    ['domain', { domain: 'user@shop.example' }],
    ['uri', { uri: 'not a uri' }],
    ['uri', { uri: 'blob:https://shop.example:8443/0f7b' }],
    ['uri', { uri: 'http://shop.example:8443/' }],
    ['uri', { uri: 'https://somebody@shop.example:8443/' }],
    ['nonce', { nonce: 'short' }],
    ['nonce', { nonce: 'has-a-hyphen' }],
    ['issuedAt', { issuedAt: 'yesterday' }],
    ['expirationTime', { expirationTime: '2026-13-01T00:00:00Z' }],
    ['requestId', { requestId: 'a b' }],
    ['resources', { resources: ['https://a.example\n- https://b.example'] }],
    ['networkId', { networkId: 'eip155:0x1' }],
    ['address', { address: '0x1234' }],
  ])('is not made of a wrong %s', (field, change) => {
    expect(() => formatSignInMessage({ ...ETHEREUM, ...change })).toThrow(new RegExp(`^${field}: `))
  })

  test.each(['nonce', 'domain', 'issuedAt', 'networkId', 'address', 'uri'] as const)(
    'is not made without %s, nor with one that is no text: a code and the name of the field are thrown',
    (field) => {
      for (const each of [ETHEREUM, SOLANA, BITCOIN, POLKADOT]) {
        for (const value of [undefined, null, 7]) {
          const fields = { ...each, [field]: value } as unknown as SignInMessage
          const wrong = { name: 'TypeError', code: 'REQUEST_INVALID', facts: { field } }
          expect(() => formatSignInMessage(fields)).toThrow(expect.objectContaining(wrong))
        }
      }
    },
  )

  test('in other namespaces a statement may be of any script', () => {
    const statement = 'سجّل الدخول إلى المتجر'
    expect(parseSignInMessage(formatSignInMessage({ ...SOLANA, statement }))).toMatchObject({ message: { statement } })
  })
})

describe('the URI of a sign-in', () => {
  test.each([
    'https://shop.example',
    'https://shop.example/login?next=1#top',
    'https://shop.example:443/',
    'HTTPS://SHOP.EXAMPLE/',
  ])('may be %s', (uri) => expect(isSignInUri(uri, 'https://shop.example')).toBe(true))

  test.each(['http://localhost:5173/', 'http://shop.localhost/', 'http://127.0.0.1:8080/a', 'http://[::1]:8080/'])(
    'may be %s on loopback',
    (uri) => {
      expect(isSignInUri(uri)).toBe(true)
      expect(isSignInUri(uri, new URL(uri).origin)).toBe(true)
      expect(isSignInUri(uri, 'https://shop.example')).toBe(false)
    },
  )

  test.each([
    undefined,
    7,
    '',
    'shop.example',
    '//shop.example',
    'blob:https://shop.example/0f7b',
    'BLOB:https://shop.example/0f7b',
    'filesystem:https://shop.example/temporary/x',
    'data:text/html,https://shop.example',
    'javascript:https://shop.example',
    'view-source:https://shop.example',
    'urn:shop.example',
    'about:blank',
    'ws://shop.example',
    'wss://shop.example',
    'ftp://shop.example',
    'http://shop.example',
    'http://localhost.shop.example',
    'http://127.0.0.1.shop.example',
    'https://shop.example.evil.example',
    'https://login.shop.example',
    'https://evil-shop.example',
    'https://shop.example:8443',
    'https://shop.example@evil.example',
    'https://somebody@shop.example',
    'https://:secret@shop.example',
    ' https://shop.example',
    'https://shop.example\nhttps://evil.example',
    'https://shop.example/\\evil',
    'https://evil.example/https://shop.example',
  ])('may not be %j', (uri) => expect(isSignInUri(uri, 'https://shop.example')).toBe(false))
})

const word = (letters: string, least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: least, maxLength: most })
const ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const time = fc
  .date({ min: new Date(0), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const uri = fc
  .webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true })
  .filter((each) => !/[^!-~]|["<>\\^`{|}]/.test(each))
const account = fc.constantFrom(ETHEREUM, SOLANA, BITCOIN, POLKADOT)
const fields: fc.Arbitrary<SignInMessage> = fc
  .record(
    {
      domain: fc.webAuthority({ withPort: true }).filter((each) => /^[a-z]/i.test(each)),
      uri,
      nonce: word(ALPHANUMERIC, 8, 64),
      issuedAt: time,
      statement: word("abc XYZ 09 :/?#[]@!$&'()*+,;=-._~URI:", 1, 60),
      expirationTime: time,
      notBefore: time,
      requestId: word(`${ALPHANUMERIC}-._~:@!$&'()*+,;=`, 0, 20),
      resources: fc.array(uri, { maxLength: 4 }),
    },
    { requiredKeys: ['domain', 'uri', 'nonce', 'issuedAt'] },
  )
  .chain((each) => account.map(({ address, networkId }) => ({ ...each, address, networkId, version: '1' as const })))

describe('reading', () => {
  test('gives back the fields that the text was made of, in every namespace', () => {
    fc.assert(
      fc.property(fields, (each) => {
        expect(parseSignInMessage(formatSignInMessage(each))).toEqual({ ok: true, message: each })
      }),
      { numRuns: 500 },
    )
  })

  test('two texts that are read alike are the same text, so no letter of a signed text goes unread', () => {
    fc.assert(
      fc.property(fields, fc.nat(), fc.constantFrom('\n', ' ', 'x', '\r', '\u2028', ''), (each, at, letter) => {
        const text = formatSignInMessage(each)
        const index = at % text.length
        const changed = text.slice(0, index) + letter + text.slice(index + 1)
        const read = parseSignInMessage(changed)
        if (read.ok && changed !== text) expect(read.message).not.toEqual(each)
      }),
      { numRuns: 2000 },
    )
  })

  test('a text on eip155 is read alike by viem', () => {
    fc.assert(
      fc.property(
        fields.filter((each) => each.networkId.startsWith('eip155:')),
        (each) => {
          const read = parseSiweMessage(formatSignInMessage(each))
          expect(read.nonce).toBe(each.nonce)
          expect(read.uri).toBe(each.uri)
          expect(read.address).toBe(each.address)
          expect(read.chainId).toBe(8453)
          expect(read.issuedAt?.toISOString()).toBe(each.issuedAt)
          expect(read.resources ?? []).toEqual(each.resources ?? [])
        },
      ),
    )
    const message = parseSiweMessage(formatSignInMessage(withoutStatement(ETHEREUM)))
    const checks = { domain: ETHEREUM.domain, nonce: ETHEREUM.nonce, time: new Date('2026-01-01T00:10:00Z') }
    expect(validateSiweMessage({ message, ...checks })).toBe(true)
  })

  test.each([
    ['another word', (text: string) => text.replace('Ethereum', 'Base')],
    ['a scheme before the domain', (text: string) => `https://${text}`],
    ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a line after the end', (text: string) => `${text}\nOn Behalf Of: somebody`],
    ['a line break at the end', (text: string) => `${text}\n`],
    ['fields in another order', (text: string) => text.replace(/(URI: .*)\n(Version: 1)/, '$2\n$1')],
    ['a field twice', (text: string) => text.replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['the CAIP-2 id', (text: string) => text.replace('Chain ID: 8453', 'Chain ID: eip155:8453')],
    ['a chain id with a leading zero', (text: string) => text.replace('8453', '08453')],
    ['version 2', (text: string) => text.replace('Version: 1', 'Version: 2')],
    ['a statement of two lines', (text: string) => text.replace('Sign in to', 'Sign in\nto')],
    ['nothing', () => ''],
  ])('refuses a text with %s', (_name, change) => {
    const text = formatSignInMessage(ETHEREUM)
    expect(change(text)).not.toBe(text)
    expect(parseSignInMessage(change(text))).toMatchObject({ ok: false })
  })

  test('a statement that reads like a field is a statement', () => {
    const statement = 'URI: https://evil.example'
    for (const each of [ETHEREUM, SOLANA]) {
      const read = parseSignInMessage(formatSignInMessage({ ...each, statement }))
      expect(read).toMatchObject({ message: { statement, uri: ETHEREUM.uri } })
    }
  })

  test.each(['mainnet', 'solana:mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])(
    'a Solana wallet may call its chain %s',
    (chain) => {
      const text = formatSignInMessage(SOLANA).replace('Chain ID: mainnet', `Chain ID: ${chain}`)
      expect(parseSignInMessage(text)).toEqual({ ok: true, message: SOLANA })
    },
  )

  test('a very long text is refused before it is taken apart', () => {
    expect(parseSignInMessage('x'.repeat(20_000))).toMatchObject({ ok: false, field: 'message' })
  })
})
