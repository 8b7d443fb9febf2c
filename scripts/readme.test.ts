import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TAGS } from '../packages/latchkey/src/elements/defineElements.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PAGES = ['README.md', 'packages/latchkey/README.md'] as const

/** In `node_modules`, where git and the other tools look away; imports resolve as they do in a site. */
const scratch = mkdtempSync(join(ROOT, 'node_modules/.readme-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

type Block = { readonly language: string; readonly text: string }

function listBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(html|tsx|ts)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

/** What the compiler says about the blocks of a page, each as a module of its own; empty when all is well. */
function compile(name: string, blocks: readonly Block[]): string {
  const folder = join(scratch, name)
  mkdirSync(folder)
  blocks.forEach(({ language, text }, index) => {
    const code = language === 'html' ? (/<script type="module">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '') : text
    writeFileSync(join(folder, `block${index}.${language === 'html' ? 'ts' : language}`), code)
  })
  const compilerOptions = { types: ['node', 'vite/client'] }
  const include = ['*.ts', '*.tsx']
  const settings = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, include, exclude: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  })
  return status === 0 ? '' : stdout + stderr
}

const pages = PAGES.map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, blocks: listBlocks(text) }
})

test('the README shows plain HTML, React, a client component and an error, in this order', () => {
  expect(pages[0]?.blocks.map(({ language }) => language)).toEqual(['html', 'tsx', 'tsx', 'ts'])
  expect(pages.every(({ blocks }) => blocks.length > 0)).toBe(true)
})

test.each(pages)('the code in $path compiles under strict types', ({ path, blocks }) => {
  expect(compile(path.replaceAll('/', '-'), blocks)).toBe('')
})

test('an option that does not exist, in any block, would be found', () => {
  const spoil = (text: string) => text.replace('networks:', 'network:')
  const blocks = (pages[0]?.blocks ?? []).filter(({ text }) => spoil(text) !== text)
  const complaints = compile(
    'spoilt',
    blocks.map(({ language, text }) => ({ language, text: spoil(text) })),
  )
  expect(blocks.length).toBeGreaterThan(1)
  blocks.forEach((_, index) => {
    expect(complaints).toContain(`block${index}.ts`)
  })
})

test('every element that a page names exists, and the README names all of them', () => {
  const named = (text: string) => [...text.matchAll(/<(latchkey-[a-z-]+)/g)].map(([, tag]) => tag)
  for (const { text } of pages) expect(Object.keys(TAGS)).toEqual(expect.arrayContaining(named(text)))
  expect([...new Set(named(pages[0]?.text ?? ''))].sort()).toEqual(Object.keys(TAGS).sort())
})

test('every file that a page links to is there', () => {
  for (const { path, text } of pages) {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link)
    for (const link of links) expect(() => readFileSync(resolve(ROOT, path, '..', link)), link).not.toThrow()
  }
})
