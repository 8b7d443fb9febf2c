import { formatSignInMessage } from '@latchkey/wire'
import { expect, test } from 'vitest'
import { createSolanaAccount } from './testAccounts.ts'
import { verifySignIn } from './verifySignIn.ts'

const account = createSolanaAccount()
const now = Date.UTC(2026, 0, 1)
const message = formatSignInMessage({
  domain: 'shop.example',
  address: account.address,
  uri: 'https://shop.example/login',
  version: '1',
  networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  nonce: '0123456789abcdef',
  issuedAt: new Date(now).toISOString(),
  expirationTime: new Date(now + 60_000).toISOString(),
})
const given = {
  message,
  signature: account.sign(message),
  origin: 'https://shop.example',
  nonce: '0123456789abcdef',
  now,
}

test('an account that signed the message signs in', async () => {
  expect(await verifySignIn(given)).toMatchObject({ ok: true, fields: { address: account.address } })
})

/** What a body of JSON may hold in the place of a text; a rejection that nobody awaits ends a Node process. */
const JUNK: readonly unknown[] = [undefined, null, 7, {}, [], ['a'], { length: 1 }, { toString: null }, '', '\ud800']

test.each(['message', 'signature', 'nonce'] as const)(
  'SEC-114: a %s that is no text is refused, and nothing is thrown',
  async (field) => {
    for (const junk of JUNK) {
      expect(await verifySignIn({ ...given, [field]: junk } as verifySignIn.Parameters)).toMatchObject({ ok: false })
    }
  },
)

test.each(['', 'null', 'shop.example', '*', undefined])('SEC-114: nobody signs in on the origin %j', async (origin) => {
  const parameters = { ...given, origin } as verifySignIn.Parameters
  expect(await verifySignIn(parameters)).toMatchObject({ ok: false, code: 'SIGN_IN_SITE_WRONG' })
})
