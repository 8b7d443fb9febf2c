import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltFrame, buildFrame, listPackages, MANIFEST } from './buildFrame.ts'

/** Packages of others in the frame. Source: SEC-127. */
const MOST_PACKAGES = 20

/** What the frame loads at first without React, and what it loads to show an approval, in bytes of gzip. */
const MOST_BYTES = 60_000

let built: BuiltFrame
beforeAll(async () => {
  built = await buildFrame()
})

const textOf = (name: string) => Buffer.from(built.files.get(name) ?? []).toString()

it('SEC-130: two builds of the same sources are equal byte for byte, and the manifest names every file', async () => {
  const again = await buildFrame()
  expect([...again.files.keys()]).toEqual([...built.files.keys()])
  for (const [name, bytes] of built.files)
    expect(Buffer.compare(again.files.get(name) ?? Buffer.of(), bytes), name).toBe(0)
  const { files } = JSON.parse(textOf(MANIFEST)) as { files: Record<string, string> }
  expect(Object.keys(files).sort()).toEqual([...built.files.keys()].filter((name) => name !== MANIFEST).sort())
})

it('SEC-25: the page names what it loads by its integrity, and nothing in any file loads from elsewhere', () => {
  expect(textOf('index.html')).toMatch(/<script type="module" src="\/assets\/page-\w+\.js" integrity="sha384-[^"]+">/)
  const known = ['http://www.w3.org/', 'https://react.dev/', 'http://localhost', 'https://tools.ietf.org']
  const addresses = [...built.files.keys()]
    .flatMap((name) => textOf(name).match(/https?:\/\/[\w.-]+[\w/]*/g) ?? [])
    .filter((address) => !known.some((one) => address.startsWith(one)))
  expect(addresses).toEqual([])
})

it('SEC-127: holds exactly these packages of others', () => {
  const packages = listPackages(built)
  expect(packages.length).toBeLessThanOrEqual(MOST_PACKAGES)
  expect(packages).toEqual([
    '@noble/curves',
    '@noble/hashes',
    '@scure/base',
    '@scure/bip32',
    '@scure/bip39',
    'hpke',
    'react',
    'react-dom',
    'scheduler',
    'valibot',
  ])
})

it('SEC-131: no code is made of text', () => {
  for (const [name] of built.files)
    if (name.endsWith('.js')) expect(textOf(name), name).not.toMatch(/\beval\(|new Function\(/)
})

it('loads at most 60 kB beside React before it is asked for anything', () => {
  const size = built.first.reduce((sum, name) => sum + gzipSync(built.files.get(name) ?? Buffer.of()).length, 0)
  // React and its renderer, as they are in these files.
  expect(size).toBeLessThanOrEqual(MOST_BYTES + 62_000)
})
