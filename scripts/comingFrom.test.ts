import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const KITS = ['appkit', 'rainbowkit', 'connectkit', 'thirdweb']
const OPTIONS = read('docs/options.md')
const API = read('docs/api.md')
const EXPORTS = (JSON.parse(read('packages/latchkey/package.json')) as { exports: Record<string, unknown> }).exports

/** The file behind an entry of the package. */
function sourceOf(entry: string): string {
  const found = EXPORTS[entry === 'latchkey' ? '.' : `./${entry.slice('latchkey/'.length)}`]
  const { '@latchkey/source': source } = (found ?? {}) as { '@latchkey/source'?: string }
  if (source === undefined) throw new Error(`${entry} is no entry of the package.`)
  return join('packages/latchkey', source)
}

describe.each(KITS)('docs/from-%s.md', (kit) => {
  const page = read(`docs/from-${kit}.md`)
  const [, after = ''] = page.split('## After')

  it('imports from entries what they export', () => {
    const [code = ''] = /```tsx[\s\S]*?```/.exec(after) ?? []
    const imports = [...code.matchAll(/import \{ ([^}]*) \} from '(latchkey[^']*)'/g)]
    expect(imports.length).toBeGreaterThan(2)
    for (const [, names = '', entry = ''] of imports) {
      const source = read(sourceOf(entry))
      for (const name of names.split(', ').map((each) => each.split(' as ')[0] ?? '')) {
        expect(source, `${entry} exports ${name}`).toMatch(new RegExp(`\\b${name}\\b`))
      }
    }
  })

  it('names nothing of ours that is not documented', () => {
    const rows = after.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    expect(rows.length).toBeGreaterThan(15)
    for (const row of rows.slice(1)) {
      const [, theirs = '', ours = ''] =
        row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''))[0] === '' ? [] : ['', ...row.split(' | ')]
      expect(theirs, row).not.toBe('')
      for (const [, hook = ''] of ours.matchAll(/`(use\w+)/g)) expect(API, `${hook} in ${row}`).toContain(hook)
      for (const [, option = ''] of ours.matchAll(
        /`(features\.\w+|[a-z]+WalletIds|theme\w+|gatewayUrl|relayUrl|frameUrl|siwx|accent|locale|texts)`/g,
      )) {
        expect(OPTIONS, `${option} in ${row}`).toContain(`\`${option}\``)
      }
    }
  })
})
