import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Files, withFiles } from '../test/rewriteFiles.ts'
import { run } from './run.ts'

const BUTTON = `import { ConnectButton } from '@rainbow-me/rainbowkit'\nexport const Bar = () => <ConnectButton chainStatus="full" />\n`
const SITE = { 'Bar.tsx': BUTTON, 'package.json': '{ "dependencies": { "@rainbow-me/rainbowkit": "2" } }\n' }

/** Hands on a folder whose files a commit has. */
function withCommitted(files: Files, use: (folder: string) => void): void {
  withFiles(files, (folder) => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=Site', '-c', 'user.email=site@shop.example', ...words], { cwd: folder })
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--no-gpg-sign', '--message', 'Begin')
    use(folder)
  })
}
const read = (folder: string, path = 'Bar.tsx') => readFileSync(join(folder, path), 'utf8')

it.each([
  [[], 'KIT_UNKNOWN Nothing is no kit that is known; there are rainbowkit, connectkit, appkit.'],
  [['web3kit', 'src'], 'KIT_UNKNOWN web3kit is no kit'],
  [['rainbowkit'], 'PATH_MISSING Name the files or folders'],
  [['rainbowkit', 'no/such/folder'], 'PATH_NOT_FOUND There is nothing at no/such/folder.'],
  [['rainbowkit', 'src', '--wirte'], 'OPTION_UNKNOWN --wirte is no option'],
])('refuses %j by a code and a sentence, and says how it is called', (given, wanted) => {
  const { status, text } = run(given)
  expect(status).toBe(1)
  expect(text).toContain(wanted)
  expect(text).toContain('latchkey-codemod <kit> <paths…>')
})

it('says how it is called', () => {
  expect(run(['--help'])).toEqual({ status: 0, text: expect.stringContaining('--write') })
})

it('shows what it would do, line by line, and writes nothing', () => {
  withFiles(SITE, (folder) => {
    const { status, text } = run(['rainbowkit', folder])
    expect(status).toBe(0)
    expect(text).toMatch(/Bar\.tsx {2}\+4 -2\n/)
    expect(text).toContain("  -import { ConnectButton } from '@rainbow-me/rainbowkit'\n")
    expect(text).toContain("  +import { Button } from 'latchkey/react'\n")
    expect(text).toMatch(/Bar\.tsx:2 chainStatus was taken out: row "chainStatus" of docs\/from-rainbowkit\.md/)
    expect(text).toContain('Nothing was written')
    expect(read(folder)).toBe(BUTTON)
  })
})

it('names the files of kinds that it does not read, and keeps the packages that they need', () => {
  const files = {
    'main.ts': "import { createAppKit } from '@reown/appkit/vue'\n",
    'App.vue': "<script setup>\nimport { useAppKit } from '@reown/appkit/vue'\n</script>\n",
    'index.html': '<!doctype html><appkit-button></appkit-button>\n',
    'about.html': '<!doctype html><p>Nobody is here yet.</p>\n',
    'package.json': '{ "dependencies": { "@reown/appkit": "1" } }\n',
  }
  withCommitted(files, (folder) => {
    const { status, text } = run(['appkit', folder, '--write'])
    expect(status).toBe(0)
    expect(text).toMatch(/though they name AppKit; left for you:\n {2}\S*App\.vue\n {2}\S*index\.html\n/)
    expect(text).not.toContain('about.html')
    expect(read(folder, 'package.json')).toContain('"@reown/appkit": "1"')
  })
})

it('writes what it shows where it is told to, the manifest too', () => {
  withCommitted(SITE, (folder) => {
    const { status, text } = run(['rainbowkit', folder, '--write'])
    expect({ status, text }).toEqual({ status: 0, text: expect.stringContaining('Written.') })
    expect(read(folder)).toContain("import { Button } from 'latchkey/react'")
    expect(read(folder, 'package.json')).toBe('{ "dependencies": { "latchkey": "0.1.0" } }\n')
    expect(run(['rainbowkit', folder, '--write', '--force']).text).toContain('Nothing to change from RainbowKit.')
  })
})

it('writes nothing at all while a file has changes that no commit has, unless it is forced to', () => {
  withCommitted({ ...SITE, 'Other.tsx': BUTTON }, (folder) => {
    writeFileSync(join(folder, 'Other.tsx'), `${BUTTON}\n`)
    const { status, text } = run(['rainbowkit', folder, '--write'])
    expect(status).toBe(1)
    expect(text).toMatch(/FILES_UNCOMMITTED Nothing was written, because no commit has what is in \S*Other\.tsx\./)
    expect(read(folder)).toBe(BUTTON)
    expect(run(['rainbowkit', folder, '--write', '--force']).status).toBe(0)
    expect(read(folder)).not.toBe(BUTTON)
  })
})

it('minds no changes in files that it leaves alone', () => {
  withCommitted(SITE, (folder) => {
    writeFileSync(join(folder, 'Else.tsx'), 'export const nothing = 1\n')
    expect(run(['rainbowkit', folder, '--write']).status).toBe(0)
  })
})

it('writes nothing where no repository could bring it back', () => {
  withFiles(SITE, (folder) => {
    expect(run(['rainbowkit', folder, '--write']).text).toContain('FILES_UNCOMMITTED')
    expect(read(folder)).toBe(BUTTON)
  })
})

it('ends with 1 where a file could not be read, and names it', () => {
  withFiles({ ...SITE, 'Broken.tsx': "import '@rainbow-me/rainbowkit/styles.css'\nconst = 1\n" }, (folder) => {
    const { status, text } = run(['rainbowkit', folder])
    expect(status).toBe(1)
    expect(text).toMatch(/FILE_UNPARSABLE \S*Broken\.tsx: .*\(2:6\)/)
    expect(text).toContain('Bar.tsx  +')
  })
})
