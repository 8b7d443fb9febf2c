import { expect, it } from 'vitest'
import { buildBackupPage } from './buildPage.ts'
import { chooseLanguage, TEXTS } from './texts.ts'

it('SEC-14: the page that opens a backup is one file that loads nothing, sends nothing and is built twice the same', async () => {
  const page = await buildBackupPage()
  expect(await buildBackupPage()).toBe(page)
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'/,
  )
  const markup = page.replace(/<script>[\s\S]*<\/script>/, '').replace(/<style>[\s\S]*<\/style>/, '')
  expect(markup).not.toMatch(/\s(?:src|href|srcset|action)=/)
  expect(page).not.toMatch(/fetch\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource/)
})

it('has every text in every language, and no text twice by mistake', () => {
  const keys = Object.keys(TEXTS.en ?? {})
  for (const [language, texts] of Object.entries(TEXTS)) {
    expect(Object.keys(texts), language).toEqual(keys)
    for (const text of Object.values(texts)) expect(text.trim(), language).not.toBe('')
    expect(texts.opening, language).toContain('{percent}')
    expect(texts.show, language).toContain('{what}')
  }
})

it.each([
  [['de-AT', 'en'], 'de'],
  [['zh-HK'], 'zh-TW'],
  [['zh-Hans-SG'], 'zh'],
  [['pt-BR'], 'pt'],
  [['fi', 'fr'], 'fr'],
  [['fi'], 'en'],
  [[], 'en'],
])('answers %j in %s', (wanted, language) => {
  expect(chooseLanguage(wanted)).toBe(language)
})
