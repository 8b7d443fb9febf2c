import { createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { loadTranslate } from './loadTranslate.ts'
import { loadWords } from './loadWords.ts'
import type { Texts } from './text/catalogue.ts'
import { de } from './text/de.ts'
import { every as en } from './text/every.ts'
import { zhTW } from './text/zh-TW.ts'

/** An instance of a site that says these words itself; they may be as wrong as a site without types makes them. */
function setUp(texts: unknown, debug = true) {
  const { instance } = createTestLatchkey({ options: { texts: texts as Texts, debug }, isStarted: false })
  const log: unknown[] = []
  const logger = { ...instance.services.logger, error: (text: string, facts?: object) => log.push([text, facts]) }
  return { instance: { ...instance, services: { ...instance.services, logger } }, log }
}

/** The title of the first view in a language. */
async function readTitle(texts: Texts, tag: string): Promise<string> {
  return (await loadTranslate(tag, setUp(texts).instance))('title.Connect')
}

test('another language begins with its first words, a code and a site’s terms among them, and gets all others later', async () => {
  const t = await loadTranslate('de-AT')
  expect([t('title.Connect'), t('pairing.scanAny'), t('legal.terms'), t.locale, t.region]).toEqual([
    de['title.Connect'],
    de['pairing.scanAny'],
    de['legal.terms'],
    'de',
    'de-AT',
  ])
  expect(t('send.amount')).toBe('')
  const whole = await t.whole()
  expect([whole('send.amount'), whole.locale, whole.region]).toEqual([de['send.amount'], 'de', 'de-AT'])
})

test('a language whose letters we have not is English', async () => {
  const t = await loadTranslate('hi-Latn')
  expect([t('title.Connect'), t('send.amount'), t.locale]).toEqual([en['title.Connect'], en['send.amount'], 'en'])
})

test('a site says a text in its own words, and we say all others', async () => {
  const { instance, log } = setUp({ de: { 'title.Connect': 'Los', 'find.found': { one: 'eine', other: '{count}' } } })
  const { words, locale } = await loadWords('de', instance)
  expect(locale).toBe('de')
  expect(words).toEqual({ ...de, 'title.Connect': 'Los', 'find.found': { one: 'eine', other: '{count}' } })
  expect((await loadWords('en', instance)).words).toEqual(en)
  expect(log).toEqual([])
})

test('the narrower tag wins, in whatever order and spelling the site names them', async () => {
  const texts: Texts = {
    'de-AT': { 'title.Connect': 'Servus' },
    DE: { 'title.Connect': 'Hallo', 'action.back': 'Zruck' },
    en: { 'title.Connect': 'Hello' },
  }
  expect(await readTitle(texts, 'de-AT')).toBe('Servus')
  expect(await readTitle(texts, 'de_AT')).toBe('Servus')
  expect(await readTitle(texts, 'de-CH')).toBe('Hallo')
  expect(await readTitle(texts, 'de')).toBe('Hallo')
  expect(await readTitle(texts, 'en-GB')).toBe('Hello')
  expect((await loadTranslate('de-AT', setUp(texts).instance))('action.back')).toBe('Zruck')
})

test('what a site says in simplified characters stays out of a page in traditional ones, and the other way round', async () => {
  const simplified: Texts = { zh: { 'title.Connect': '连接' } }
  expect(await readTitle(simplified, 'zh-CN')).toBe('连接')
  expect(await readTitle(simplified, 'zh-TW')).toBe(zhTW['title.Connect'])
  const traditional: Texts = { 'zh-TW': { 'title.Connect': '連接' } }
  for (const tag of ['zh-TW', 'zh-Hant', 'zh-HK']) expect(await readTitle(traditional, tag)).toBe('連接')
  expect(await readTitle(traditional, 'zh')).not.toBe('連接')
  const named: Texts = { 'zh-Hant': { 'title.Connect': '連接' }, 'zh-Hans': { 'title.Connect': '连接' } }
  expect([await readTitle(named, 'zh-HK'), await readTitle(named, 'zh-SG')]).toEqual(['連接', '连接'])
  const hongKong: Texts = { 'zh-HK': { 'title.Connect': '接駁' }, 'zh-TW': { 'title.Connect': '連接' } }
  expect([await readTitle(hongKong, 'zh-Hant-HK'), await readTitle(hongKong, 'zh-MO')]).toEqual(['接駁', '連接'])
})

test('a language that only the site speaks is English where the site is silent, and runs its own way', async () => {
  const t = await loadTranslate('he-IL', setUp({ he: { 'title.Connect': 'התחברות' } }).instance)
  expect([t('title.Connect'), t('shell.close'), t.locale, t.direction]).toEqual([
    'התחברות',
    en['shell.close'],
    'he',
    'rtl',
  ])
})

const MISTAKES: readonly (readonly [string, unknown, string])[] = [
  ['a key that does not exist', { de: { 'title.Conect': 'Los' } }, 'OPTION_UNKNOWN'],
  ['a key of every object', { de: { constructor: 'Los' } }, 'OPTION_UNKNOWN'],
  ['a text that is none', { de: { 'title.Connect': 7 } }, 'OPTION_INVALID'],
  ['no words', { de: { 'title.Connect': null } }, 'OPTION_INVALID'],
  ['plural forms without one for other', { de: { 'find.found': { one: 'eine' } } }, 'OPTION_INVALID'],
  ['a plural form that no language has', { de: { 'find.found': { some: '3', other: '4' } } }, 'OPTION_INVALID'],
  ['a blank that nothing fills', { de: { 'toast.walletConnected': '{walet} verbunden' } }, 'OPTION_INVALID'],
  ['a key that is no language tag', { 'not a tag!': { 'title.Connect': 'Los' } }, 'OPTION_INVALID'],
]

test.each(MISTAKES)(
  '%s is named to the developer once a page, and every other word is said',
  async (_, texts, code) => {
    const { instance, log } = setUp(texts)
    const t = await loadTranslate('de', instance)
    expect(t('shell.close')).toBe(de['shell.close'])
    expect(t('title.Connect')).toBe(de['title.Connect'])
    expect(t('toast.walletConnected', { wallet: 'Fox' })).not.toContain('{')
    await loadTranslate('de', instance)
    expect(log).toEqual([[expect.stringContaining('texts.'), expect.objectContaining({ code })]])
  },
)

test.each([[null], ['words'], [7], [[]], [{ de: null }], [{ de: 'words' }], [{ de: [] }]])(
  'texts of the shape %j break nothing',
  async (texts) => {
    expect((await loadTranslate('de', setUp(texts).instance))('title.Connect')).toBe(de['title.Connect'])
  },
)

test('without debug a mistake is left out in silence', async () => {
  const { instance, log } = setUp({ de: { 'title.Conect': 'Los' } }, false)
  expect((await loadTranslate('de', instance))('title.Connect')).toBe(de['title.Connect'])
  expect(log).toEqual([])
})
