import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') }))

function findAll(pattern: RegExp): string[] {
  return sources.flatMap(({ name, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}`] : [])),
  )
}

test('SEC-82: no markup and no code is made from text', () => {
  expect(sources.length).toBeGreaterThan(40)
  expect(
    findAll(/dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/),
  ).toEqual([])
  expect(findAll(/set(Timeout|Interval)\(\s*['"`]/)).toEqual([])
  expect(findAll(/createContextualFragment|DOMParser|srcdoc/)).toEqual([])
})

test('SEC-84: pictures are shown by one part only, and fetched ahead by one', () => {
  expect(findAll(/<img\s*$|<img \w|createElement\('img'/)).toEqual([expect.stringMatching(/^parts\/Picture\.tsx:\d+$/)])
  expect(findAll(/new Image\(/)).toEqual([expect.stringMatching(/^parts\/preloadPictures\.ts:\d+$/)])
})

test('SEC-87: every link to a new tab has neither opener nor referrer', () => {
  for (const { name, text } of sources) {
    const tabs = text.match(/target="_blank"/g)?.length ?? 0
    expect([name, text.match(/target="_blank"\s+rel="noopener noreferrer"/g)?.length ?? 0]).toEqual([name, tabs])
  }
  expect(findAll(/window\.open\(/)).toEqual([])
})

test('SEC-99: no field of the modal asks for a secret, and those for codes are of a login and of a change of its address', () => {
  expect(findAll(/type="password"|mnemonic|seed phrase|privateKey/i)).toEqual([])
  expect(findAll(/one-time-code/)).toEqual([expect.stringMatching(/^views\/email\/CodeField\.tsx:\d+$/)])
  const askers = sources.filter(({ text }) => text.includes('<CodeField')).map(({ name }) => name)
  expect(askers.sort()).toEqual(['views/email/ChangeCode.tsx', 'views/email/EmailVerifyOtp.tsx'])
})

test('SEC-100: no style, script or event handler stands in markup', () => {
  expect(findAll(/<style|<script|\sstyle=\{|createElement\('style'|setAttribute\('(style|on\w+)'/)).toEqual([])
})
