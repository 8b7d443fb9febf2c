/** The code of the pages for sites that come from elsewhere, and what the codemod makes of such sites, compiled with the libraries that they use. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KITS } from '../../packages/codemod/src/kits/kits.ts'
import { rewriteSite } from '../../packages/codemod/src/rewriteSite.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGES = ['appkit', 'connectkit', 'rainbowkit', 'thirdweb'] as const

/** In `node_modules`, where git looks away; imports resolve as they do in a site that has these libraries. */
const scratch = mkdtempSync(join(import.meta.dirname, 'node_modules/.coming-from-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** The code under *After*, which is whole. */
function takeAfter(kit: string): string {
  const [, after = ''] = readFileSync(join(ROOT, `docs/from-${kit}.md`), 'utf8').split('## After')
  const [, code] = /```tsx\n([\s\S]*?)```/.exec(after) ?? []
  if (code === undefined) throw new Error(`docs/from-${kit}.md shows no code under After.`)
  return code
}

const spoil = (text: string): string => text.replace('networks:', 'network:')

let complaints: readonly string[] = []
// One run of the compiler for all, which reads our types once.
beforeAll(() => {
  for (const kit of PAGES) {
    mkdirSync(join(scratch, `after-${kit}`))
    writeFileSync(join(scratch, `after-${kit}/site.tsx`), takeAfter(kit))
    mkdirSync(join(scratch, `spoilt-${kit}`))
    writeFileSync(join(scratch, `spoilt-${kit}/site.tsx`), spoil(takeAfter(kit)))
  }
  for (const kit of KITS) {
    const folder = join(scratch, `from-${kit.name}`)
    // The codemod reads nothing in `node_modules`, so it has the site where it is kept.
    const kept = join(ROOT, 'packages/codemod/test/sites', kit.name)
    cpSync(kept, folder, { recursive: true })
    for (const { path, after } of rewriteSite(kit, [kept]).changes) writeFileSync(path.replace(kept, folder), after)
  }
  const settings = {
    extends: join(ROOT, 'tsconfig.base.json'),
    // As the templates of bundlers have it, beside what we ask of ourselves.
    compilerOptions: { types: ['vite/client'], noUnusedLocals: false },
    include: ['*/*.tsx', '*/src'],
    exclude: [],
  }
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', scratch], { encoding: 'utf8' })
  complaints = (stdout + stderr).split(/\n(?! )/).filter((complaint) => complaint !== '')
}, 120_000)

const about = (folder: string): readonly string[] => complaints.filter((complaint) => complaint.includes(`/${folder}/`))

test.each(PAGES)('the code under After of docs/from-%s.md compiles under strict types', (kit) => {
  expect(about(`after-${kit}`)).toEqual([])
})

test.each(KITS)(
  'the quickstart of $title compiles under strict types once the codemod has been over it',
  ({ name }) => {
    const files = readdirSync(join(scratch, `from-${name}/src`)).map((file) =>
      readFileSync(join(scratch, `from-${name}/src`, file), 'utf8'),
    )
    expect(files.join()).toContain('createLatchkey({')
    expect(about(`from-${name}`)).toEqual([])
  },
)

test('an option that does not exist would be found on every page, and the compiler says nothing else', () => {
  for (const kit of PAGES) expect(about(`spoilt-${kit}`).join(), kit).toContain('network')
  expect(complaints.filter((complaint) => !complaint.includes('/spoilt-'))).toEqual([])
})
