import { expect, test } from 'vitest'
import { FAILURE_CODES } from '../../core/errors/failureCodes.ts'
import { userMessage } from '../../core/errors/userMessage.ts'
import { createTranslate } from '../text.ts'
import { ar } from './ar.ts'
import type { TextKey } from './catalogue.ts'
import { en } from './en.ts'

const KEYS = Object.keys(en) as TextKey[]

function listPlaceholders(entry: string | object): string[] {
  const texts = typeof entry === 'string' ? [entry] : Object.values(entry)
  return [
    ...new Set(texts.flatMap((text) => [...String(text).matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))),
  ].sort()
}

test('Arabic says the same things as English, with the same blanks', () => {
  expect(Object.keys(ar).sort()).toEqual([...KEYS].sort())
  for (const key of KEYS) expect([key, listPlaceholders(ar[key])]).toEqual([key, listPlaceholders(en[key])])
})

test('no text is empty, and no translation was forgotten', () => {
  for (const key of KEYS) {
    const [english, arabic] = [en[key], ar[key]]
    expect(JSON.stringify(english).length).toBeGreaterThan(2)
    if (typeof arabic === 'string') expect([key, /[\u0600-\u06ff]/.test(arabic)]).toEqual([key, true])
  }
})

test('a failure takes under 90 signs to say, with the names of a plain case', () => {
  const t = createTranslate(en, 'en')
  const values = { wallet: 'MetaMask', network: 'Arbitrum One', other: 'Ethereum' }
  for (const code of Object.keys(FAILURE_CODES)) {
    const { sentence, more } = userMessage(code)
    const whole = [t(sentence, values), more === undefined ? '' : t(more)].join(' ').trim()
    expect(whole.length, whole).toBeLessThan(90)
  }
})

test('the sentences of locked and refusing wallets are word for word those of the failure list', () => {
  const t = createTranslate(en, 'en')
  const say = (code: string): string => {
    const { sentence, more } = userMessage(code)
    return [t(sentence, { wallet: 'MetaMask', network: '', other: '' }), more === undefined ? '' : t(more)].join(' ')
  }
  expect(say('WALLET_LOCKED')).toBe('MetaMask is locked. Click its icon in the browser bar to unlock it.')
  expect(say('PROMPT_PENDING')).toBe('MetaMask is already asking you. Open it to answer.')
  expect(say('USER_REJECTED')).toBe('You said no in MetaMask. Nothing was shared or sent.')
  expect(say('WALLET_NOT_SEEN')).toBe('MetaMask is not visible here. Installed just now? Reload the page.')
})

test('Arabic counts networks in its own six ways', () => {
  const t = createTranslate(ar, 'ar', 'ar-u-nu-latn')
  expect([0, 1, 2, 3, 11, 100].map((count) => t('networks.found', { count }))).toEqual([
    'لا شبكات',
    'شبكة واحدة',
    'شبكتان',
    '3 شبكات',
    '11 شبكة',
    '100 شبكة',
  ])
})
