import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltFrame, buildFrame, listPackages, MANIFEST } from './buildFrame.ts'

/** Packages of others in the frame. Source: SEC-127. */
const MOST_PACKAGES = 20

/** What the frame loads until it shows an approval, beside React, in bytes of gzip. Source: SEC-127's budget. */
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
  const script = /<script type="module" src="\/(assets\/page-\w+\.js)" integrity="sha384-([^"]+)">/
  const [, file = '', hash] = script.exec(textOf('index.html')) ?? []
  expect(hash).toBe(
    createHash('sha384')
      .update(built.files.get(file) ?? '')
      .digest('base64'),
  )
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

/** React with its renderer alone, in one file, in bytes of gzip. */
const measureReact = async (): Promise<number> => {
  const names = ['react', 'react-dom/client', 'react/jsx-runtime']
  const { outputFiles } = await build({
    stdin: { contents: names.map((name) => `export * from '${name}'`).join('\n'), resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return gzipSync(outputFiles[0]?.contents ?? Buffer.of()).length
}

it('SEC-127: loads at most 60 kB of gzip beside React to show an approval', async () => {
  const bytesOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + gzipSync(built.files.get(name) ?? Buffer.of()).length, 0)
  const first = new Set([...built.first, ...built.approval])
  expect(bytesOf([...first])).toBeLessThanOrEqual(MOST_BYTES + (await measureReact()))
})
