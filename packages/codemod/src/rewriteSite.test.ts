import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rewriteFiles, withFiles } from '../test/rewriteFiles.ts'
import { appkit } from './kits/appkit.ts'
import { connectkit } from './kits/connectkit.ts'
import { KITS } from './kits/kits.ts'
import { rainbowkit } from './kits/rainbowkit.ts'
import { rewriteSite } from './rewriteSite.ts'

const SITES = join(import.meta.dirname, '../test/sites')
const BUTTON = `import { ConnectButton } from '@rainbow-me/rainbowkit'\nexport const Bar = () => <ConnectButton />\n`

/** The files of a site as they are kept here, by their paths. */
function readSite(name: string): Record<string, string> {
  const paths = readdirSync(join(SITES, name), { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    paths
      .filter((path) => /\.(tsx?|json)$/.test(path))
      .map((path) => [path, readFileSync(join(SITES, name, path), 'utf8')]),
  )
}

it.each(KITS)('leaves nothing of $title in its quickstart but comments that say why', (kit) => {
  const { files, failures } = rewriteFiles(kit, readSite(kit.name))
  const code = Object.entries(files).map(([path, text]) => [path, text.replace(/^\s*\/\/.*$/gm, '')] as const)
  for (const [path, text] of code) {
    const named = [...text.matchAll(/from ['"]([^'"]+)['"]|"(@?[\w/-]+)": "\d/g)].map(([, a, b]) => a ?? b ?? '')
    expect(named.filter(kit.isTheirs), path).toEqual([])
    expect(text, path).not.toContain('<appkit-')
  }
  expect(failures).toEqual([])
  expect(JSON.parse(files['package.json'] ?? '').dependencies).toMatchObject({ latchkey: '0.1.0', wagmi: '3.7.7' })
})

it('leaves nothing of AppKit in a site over ethers, Solana and Bitcoin either, but a comment on the project', () => {
  const { files, remarks, failures } = rewriteFiles(appkit, readSite('appkit-ethers'))
  for (const [path, text] of Object.entries(files))
    expect(text.replace(/^\s*\/\/.*$/gm, ''), path).not.toMatch(/@reown|<appkit-/)
  expect(failures).toEqual([])
  expect(remarks).toEqual([expect.stringContaining('row "projectId"')])
  expect(files['src/App.tsx']).toContain('adapters: [ethers(), latchkeySolana(), latchkeyBitcoin()],')
  expect(JSON.parse(files['package.json'] ?? '').dependencies).toEqual({
    latchkey: '0.1.0',
    ethers: '6.17.0',
    react: '19.3.1',
    'react-dom': '19.3.1',
  })
  expect(rewriteFiles(appkit, files).files).toEqual(files)
})

it.each(KITS)('changes nothing of a site from $title a second time', (kit) => {
  const once = rewriteFiles(kit, readSite(kit.name))
  const twice = rewriteFiles(kit, once.files)
  expect(twice.files).toEqual(once.files)
  expect(twice.remarks).toEqual(once.remarks)
  expect(once.remarks.length).toBeGreaterThan(0)
})

it('says a second time what is still to be seen to, and comments on it once', () => {
  const site = {
    'Bar.tsx': `import { useAddRecentTransaction } from '@rainbow-me/rainbowkit'
export const useIt = () => {
  return useAddRecentTransaction()
}
`,
  }
  const once = rewriteFiles(rainbowkit, site)
  const twice = rewriteFiles(rainbowkit, once.files)
  expect(once.remarks).toHaveLength(1)
  expect(twice).toEqual(once)
})

it('never reads or writes node_modules, what tools make, or what a link leads to', () => {
  withFiles({ 'src/Bar.tsx': BUTTON, 'node_modules/kit/Bar.tsx': BUTTON, 'dist/Bar.js': BUTTON }, (folder) => {
    mkdirSync(join(folder, 'src/linked'))
    symlinkSync(join(folder, 'node_modules/kit'), join(folder, 'src/linked/kit'))
    const paths = (given: readonly string[]) => rewriteSite(rainbowkit, given).changes.map(({ path }) => path)
    expect(paths([folder])).toEqual([join(folder, 'src/Bar.tsx')])
    expect(paths([join(folder, 'node_modules/kit/Bar.tsx')])).toEqual([])
    expect(paths([join(folder, 'src/linked/kit')])).toEqual([])
  })
})

it('names a file that is not of its language, and does the others', () => {
  const { files, failures } = rewriteFiles(rainbowkit, {
    'Broken.tsx': `import { ConnectButton } from '@rainbow-me/rainbowkit'\nconst = <\n`,
    'Bar.tsx': BUTTON,
    'package.json': '{ "dependencies": { "@rainbow-me/rainbowkit": "2.2.11" } }',
  })
  expect(failures).toEqual(['Broken.tsx FILE_UNPARSABLE'])
  expect(files['Bar.tsx']).toContain('latchkey/react')
  // What could not be read may use it yet.
  expect(files['package.json']).toContain('"@rainbow-me/rainbowkit"')
})

it('names a manifest that is none', () => {
  const { failures } = rewriteFiles(rainbowkit, { 'Bar.tsx': BUTTON, 'package.json': '{ "dependencies": ' })
  expect(failures).toEqual(['package.json FILE_UNPARSABLE'])
})

it('reads the manifest above the folder that is named', () => {
  withFiles(
    { 'src/Bar.tsx': BUTTON, 'package.json': '{ "dependencies": { "@rainbow-me/rainbowkit": "2" } }' },
    (folder) => {
      const { changes } = rewriteSite(rainbowkit, [join(folder, 'src')])
      expect(changes.map(({ after }) => after)).toContain('{ "dependencies": { "latchkey": "0.1.0" } }')
    },
  )
})

it('understands decorators, types and assertions of TypeScript', () => {
  const { files } = rewriteFiles(connectkit, {
    'Bar.ts': `import { useChains } from 'connectkit'
@sealed class Shop<const T> { declare name: T; accessor open = <boolean>true }
export const list = (useChains() as unknown) satisfies unknown
`,
  })
  expect(files['Bar.ts']).toContain('(useNetwork().networks as unknown) satisfies unknown')
})

it('takes files one by one as well', () => {
  withFiles({ 'a.tsx': BUTTON, 'b.tsx': BUTTON }, (folder) => {
    writeFileSync(join(folder, 'notes.txt'), BUTTON)
    const { changes } = rewriteSite(rainbowkit, [join(folder, 'a.tsx'), join(folder, 'notes.txt')])
    expect(changes.map(({ path }) => path)).toEqual([join(folder, 'a.tsx')])
  })
})
