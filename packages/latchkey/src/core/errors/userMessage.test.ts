import { expect, test } from 'vitest'
import { FailureError } from './failure.ts'
import { FAILURE_CODES } from './failureCodes.ts'
import { LatchkeyError } from './LatchkeyError.ts'
import { userMessage } from './userMessage.ts'

test('a locked wallet is told as a hint, with a button that checks without asking again', () => {
  expect(userMessage('WALLET_LOCKED')).toEqual({
    code: 'WALLET_LOCKED',
    sentence: 'failure.WALLET_LOCKED',
    more: 'failure.WALLET_LOCKED.more',
    button: 'action.unlocked',
    remedy: 'check',
    isHint: true,
  })
})

test('a refusal is told as such, never as something that went wrong', () => {
  const error = new FailureError('USER_REJECTED', 'The person said no.', { step: 'connect' })
  expect(userMessage(error)).toMatchObject({ sentence: 'failure.USER_REJECTED', remedy: 'retry', isHint: false })
})

test.each([
  ['Chromium', 'Failed to fetch dynamically imported module: https://shop.example/assets/a-1.js'],
  ['Firefox', 'error loading dynamically imported module: https://shop.example/assets/a-1.js'],
  ['Safari', 'Importing a module script failed.'],
  ['Safari from a page that stands for every file', "'text/html' is not a valid JavaScript MIME type."],
  ['webpack', 'Loading chunk 417 failed.\n(error: https://shop.example/417.js)'],
  ['Turbopack', 'Failed to load chunk /_next/static/chunks/417.js from module 9'],
])('code that %s could not load is got by a new page load, and by nothing else', (_name, text) => {
  const error = new FailureError('UNKNOWN_FAILURE', 'It did not come.', { step: 'connect' }, new TypeError(text))
  expect(userMessage(error)).toMatchObject({
    code: 'UNKNOWN_FAILURE',
    button: 'action.reload',
    remedy: 'reload',
    more: 'failure.EXTENSION_RELOADED.more',
  })
  const known = new FailureError('USER_REJECTED', 'The person said no.', { step: 'connect' }, new TypeError(text))
  expect(userMessage(known)).toMatchObject({ remedy: 'retry' })
})

test('a package that the site lacks is not blamed on the wallet', () => {
  const error = new LatchkeyError('PACKAGE_MISSING', 'wagmi/actions is not installed.')
  expect(userMessage(error)).toMatchObject({ sentence: 'failure.SITE_REFUSED', remedy: 'ways', isHint: false })
})

test.each([
  ['misuse', new LatchkeyError('NETWORK_NOT_FOUND', 'eip155:7 is not in options.networks.')],
  ['a code of the gateway', new LatchkeyError('RATE_LIMITED', 'Too many calls.')],
  ['an error that is not ours', new Error('keyring 4 is out of its depth')],
  ['a bare string', 'nope'],
  ['nothing', undefined],
  ['a name of the prototype', 'constructor'],
])('%s reads as something that went wrong, which can be tried again', (_, error) => {
  expect(userMessage(error)).toMatchObject({ code: 'UNKNOWN_FAILURE', remedy: 'retry' })
})

test('every code of the list has something to read, and hints are hints', () => {
  for (const [code, kind] of Object.entries(FAILURE_CODES)) {
    const message = userMessage(code)
    expect(message.sentence).toBe(`failure.${message.code}`)
    if (message.code === code) expect(message.isHint).toBe(kind === 'hint')
  }
})
