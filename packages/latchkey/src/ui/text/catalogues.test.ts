import { LANGUAGES as SPOKEN } from '@latchkey/wire/languages'
import { expect, test } from 'vitest'
import { FAILURE_CODES } from '../../core/errors/failureCodes.ts'
import { userMessage } from '../../core/errors/userMessage.ts'
import { findWords } from '../../elements/words/findWords.ts'
import { loadFirstWords, loadWords } from '../loadWords.ts'
import { createTranslate } from '../text.ts'
import { ar } from './ar.ts'
import type { Plural, TextKey } from './catalogue.ts'
import { every as en } from './every.ts'
import { LANGUAGES } from './languages.ts'

const KEYS = Object.keys(en) as TextKey[]

function listForms(entry: string | Plural): [form: string, text: string][] {
  return typeof entry === 'string' ? [['', entry]] : Object.entries(entry)
}

function listPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort()
}

test.each(LANGUAGES)(
  '%s says the same things as English, with the same blanks, in all its own plural forms',
  async (language) => {
    const { words, locale } = await loadWords(language)
    expect(locale).toBe(language)
    expect(Object.keys(words).sort()).toEqual([...KEYS].sort())
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const key of KEYS) {
      const [english, theirs] = [en[key], words[key]]
      if (typeof theirs !== 'string') expect([key, Object.keys(theirs).sort()]).toEqual([key, [...forms].sort()])
      const blanks = listPlaceholders(listForms(english).at(-1)?.[1] ?? '')
      for (const [form, text] of listForms(theirs)) {
        // A form for a few numbers may say its number in words; the one for all others never.
        const saysNumber = ['', 'many', 'other'].includes(form)
        const found = listPlaceholders(text)
        const wanted = saysNumber || found.includes('count') ? blanks : blanks.filter((name) => name !== 'count')
        expect([key, form, found]).toEqual([key, form, wanted])
      }
    }
  },
)

test.each(LANGUAGES)('%s says its first words as it says all of them', async (language) => {
  const first = await loadFirstWords(language)
  const { words } = await loadWords(language)
  expect(first?.locale).toBe(language)
  expect(words).toMatchObject(first?.words ?? {})
})

/** What a language does not write like English does, by the language or the first part of its tag. */
const FOREIGN_SIGNS: Readonly<Record<string, RegExp>> = {
  ar: /[,;?]/,
  es: /^[^¿]*\?/,
  fr: /[^\u00a0][?!;:»]|«[^\u00a0]/,
  ja: /[,;:?!()]/,
  zh: /[,;:?!()]/,
}

test.each([...LANGUAGES, 'en'])('%s has the quotes, dots and spaces that its readers expect', async (language) => {
  const { words } = await loadWords(language)
  const foreign = FOREIGN_SIGNS[language.split('-')[0] ?? '']
  for (const key of KEYS) {
    for (const [, text] of listForms(words[key])) {
      expect([key, text.match(/['"]| {2}|^ | $/)?.[0]]).toEqual([key, undefined])
      // The product's own English has one text with three dots.
      if (language !== 'en') expect([key, text.match(/\.\.\./)?.[0]]).toEqual([key, undefined])
      expect([key, foreign?.exec(text)?.[0]]).toEqual([key, undefined])
    }
  }
})

/** The signs that a character set of two bytes holds. Source: WHATWG Encoding. */
function listSigns(label: string, first: readonly [number, number], second: readonly number[]): Set<string> {
  const decoder = new TextDecoder(label)
  const signs = new Set<string>()
  for (let high = first[0]; high <= first[1]; high++) {
    for (const low of second) signs.add(decoder.decode(Uint8Array.of(high, low)))
  }
  return signs
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test.each([
  // Big5 is the traditional characters, GB 2312 the simplified ones.
  ['zh-TW', listSigns('big5', [0xa4, 0xf9], [...range(0x40, 0x7e), ...range(0xa1, 0xfe)])],
  ['zh', listSigns('gbk', [0xb0, 0xf7], range(0xa1, 0xfe))],
] as const)('%s is written in its own characters only, on buttons too', async (language, signs) => {
  const { words } = await loadWords(language)
  const text = JSON.stringify([words, findWords(language)])
  const han = [...new Set(text.match(/\p{Script=Han}/gu))]
  expect(han.length).toBeGreaterThan(200)
  expect(han.filter((sign) => !signs.has(sign))).toEqual([])
})

test.each(LANGUAGES)('%s left no text empty and forgot to translate next to none', async (language) => {
  const { words } = await loadWords(language)
  const same = KEYS.filter((key) => JSON.stringify(words[key]) === JSON.stringify(en[key]))
  for (const key of KEYS) expect([key, JSON.stringify(words[key]).length > 2]).toEqual([key, true])
  // Names such as EVM or Solana, and words that languages share.
  expect(same.length, same.join(', ')).toBeLessThan(20)
})

test('a failure takes under 90 signs to say, with the names of a plain case', () => {
  const t = createTranslate(en, 'en')
  const values = {
    wallet: 'MetaMask',
    network: 'Arbitrum One',
    other: 'Ethereum',
    family: 'Solana',
    coin: 'ETH',
    amount: '0.002 ETH',
  }
  for (const code of Object.keys(FAILURE_CODES)) {
    const { sentence, more } = userMessage(code)
    const whole = [t(sentence, values), more === undefined ? '' : t(more, values)].join(' ').trim()
    expect(whole.length, whole).toBeLessThan(90)
  }
})

test.each([
  ['F-01', 'WALLET_LOCKED', 'MetaMask is locked. Click its icon in the browser bar to unlock it.', 'I unlocked it'],
  ['F-02', 'PROMPT_PENDING', 'MetaMask is already asking you. Open it to answer.', 'Check again'],
  ['F-03', 'USER_REJECTED', 'You said no in MetaMask. Nothing was shared or sent.', 'Try again'],
  ['F-05', 'WALLET_NOT_RESPONDING', 'MetaMask does not answer. Restart the browser or use your phone.', 'Use my phone'],
  ['F-07', 'WALLET_NOT_SEEN', 'MetaMask is not visible here. Installed just now? Reload the page.', 'Get MetaMask'],
  ['F-10', 'RELAY_UNREACHABLE', 'Your network blocks phone connections. Try without VPN.', 'Try again'],
  ['F-11', 'CLOCK_WRONG', 'Your device clock is wrong. Set date and time to automatic.', 'I set it'],
  ['F-12', 'SITE_REFUSED', 'This way is not set up for this site. Choose another.', 'Other ways'],
  ['F-13', 'PAIRING_EXPIRED', 'This code is no longer valid.', 'New code'],
  ['F-14', 'CHAINS_UNSUPPORTED', 'MetaMask does not work with Base.', 'Wallets for Base'],
  ['F-15', 'NAMESPACES_PARTIAL', 'MetaMask shared no Solana account.', 'Add Solana'],
  ['F-16', 'SESSION_ENDED', 'The connection to MetaMask has ended.', 'Connect again'],
  ['F-17', 'REQUEST_UNANSWERED', 'No answer from MetaMask. It may still act, so check there first.', 'Ask again'],
  ['F-18', 'METHOD_NOT_GRANTED', 'MetaMask cannot do this.', 'Use another wallet'],
  ['F-19', 'PAYLOAD_UNSAFE', 'This text cannot be sent to MetaMask unchanged.', 'Back'],
  ['F-20', 'APP_NOT_OPENED', 'MetaMask did not open. Is it on this phone?', 'Get MetaMask'],
  ['F-21', 'LINK_SCHEME_BLOCKED', 'This app cannot open wallets. Continue in your browser.', 'Open in browser'],
  ['F-22', 'APPROVAL_LOST', 'Approved? It has not arrived. Open MetaMask again to check.', 'Open MetaMask'],
  ['F-23', 'OPEN_WALLET_NEEDED', 'Open MetaMask to confirm.', 'Open MetaMask'],
  ['F-24', 'RETURNED_ELSEWHERE', 'Your wallet opened another browser. Go back or connect here.', 'Connect here'],
  ['F-25', 'CHAIN_NOT_IN_WALLET', 'MetaMask does not have Base yet.', 'Add Base'],
  ['F-26', 'SWITCH_NOT_APPLIED', 'MetaMask is still on Ethereum. Change the network there.', 'Check again'],
  ['F-27', 'ADD_CHAIN_INVALID', 'Base cannot be added: this site’s settings are wrong.', 'Other networks'],
  ['F-28', 'CHAIN_MISMATCH', 'MetaMask is on Ethereum, but this needs Base.', 'Switch to Base'],
  ['F-29', 'NETWORK_NOT_OFFERED', 'This site does not use Ethereum.', 'Switch to Base'],
  ['F-30', 'GAS_TOO_LOW', 'Not enough ETH for the fee. You need about 0.002 ETH.', 'Get ETH'],
  ['F-31', 'TX_REPLACED', 'You changed this transaction in MetaMask.', 'View transaction'],
  ['F-32', 'SAFE_QUEUED', 'Waiting for the other owners of this Safe.', 'Open Safe'],
  ['F-37', 'MESSAGE_SIGNING_UNSUPPORTED', 'This account cannot sign messages.', 'Use another account'],
  ['F-38', 'SOLANA_TX_EXPIRED', 'This took too long and was not sent.', 'Prepare again'],
  ['F-39', 'BITCOIN_ADDRESS_KIND', 'MetaMask cannot sign with this kind of address.', 'Use payment address'],
  ['F-40', 'BITCOIN_NETWORK_MISMATCH', 'MetaMask is on Ethereum. Change it to Base.', 'Switch network'],
  ['F-41', 'POLKADOT_NOT_ALLOWED', 'Allow this site in MetaMask under website access.', 'Check again'],
  ['F-44', 'POPUP_BLOCKED', 'Your browser blocked the window.', 'Open window'],
  ['F-52', 'INSECURE_CONTEXT', 'Wallets need a secure address (https).', 'Open with https'],
  ['F-53', 'FRAMED_NO_WALLET', 'Wallet extensions cannot reach this embedded page.', 'Open in new tab'],
  ['F-57', 'DIALOG_COVERED', 'Something on this page covers this window.', 'Bring to front'],
])('%s: %s is word for word that of the failure list, and so is its button', (_, code, sentence, button) => {
  const t = createTranslate(en, 'en')
  const values = {
    wallet: 'MetaMask',
    network: 'Base',
    other: 'Ethereum',
    family: 'Solana',
    coin: 'ETH',
    amount: '0.002 ETH',
  }
  const message = userMessage(code)
  const whole = [t(message.sentence, values), message.more === undefined ? '' : t(message.more, values)]
    .join(' ')
    .trim()
  expect([whole, t(message.button, values)]).toEqual([sentence, button])
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

test('the frame and the servers of the e-mail wallet speak the same languages', () => {
  expect([...SPOKEN].sort()).toEqual(['en', ...LANGUAGES].sort())
})
