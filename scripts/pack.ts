/**
 * Packs what would be published, for sites that install it from this machine: `npm run pack`, or with the folder that the
 * packages go to, which must hold nothing else. The folder then has `site` (the SDK and what it stands on), `server` (gateway, relay and
 * vault), `frame` (the files of the embedded wallet's frame), `codemod`, and `script`; beside them the one-file script, and the page that
 * opens a backup of an embedded wallet.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { writeFrame } from '../apps/frame/build/buildFrame.ts'
import { buildBackupPage } from '../apps/frame/offline/buildPage.ts'
import { buildPackage } from './build.ts'
import { clearFolder } from './clearFolder.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** The packages by the folder that they are packed into. `wire` is needed by both. */
const FOLDERS = {
  site: ['wire', 'walletconnect', 'latchkey'],
  script: ['script'],
  server: ['wire', 'server'],
  codemod: ['codemod'],
} as const

const ONE_FILE = 'latchkey.js'
const BACKUP_PAGE = 'latchkey-backup.html'

/** Builds and packs the packages of one kind. Resolves with the files that npm made, by the package's name. */
export async function packPackages(
  kind: keyof typeof FOLDERS,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  mkdirSync(folder, { recursive: true })
  const files: Record<string, string> = {}
  for (const name of FOLDERS[kind]) {
    await buildPackage(name)
    const home = join(ROOT, 'packages', name)
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: home })
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { name: string; version: string }
    const file = `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`
    if (!readdirSync(folder).includes(file)) throw new Error(`${manifest.name} was not packed as ${file}`)
    files[manifest.name] = join(folder, file)
  }
  return files
}

if (import.meta.filename === process.argv[1]) {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'packed'))
  clearFolder(folder, [...Object.keys(FOLDERS), 'frame', ONE_FILE, BACKUP_PAGE])
  await packPackages('site', join(folder, 'site'))
  await packPackages('script', join(folder, 'script'))
  await packPackages('server', join(folder, 'server'))
  await packPackages('codemod', join(folder, 'codemod'))
  await writeFrame(join(folder, 'frame'))
  cpSync(join(ROOT, 'packages/script/dist', ONE_FILE), join(folder, ONE_FILE))
  writeFileSync(join(folder, BACKUP_PAGE), await buildBackupPage())
  const shown = relative(process.cwd(), folder) || '.'
  process.stdout.write(`
Packed into ${shown}. In the folder of a site:
  npm install ${join(folder, 'site')}/*.tgz react react-dom
In the folder of a gateway:
  npm install ${join(folder, 'server')}/*.tgz
For wallets from an e-mail, also: npx latchkey-gateway frame --folder ${join(folder, 'frame')}
For a page without a bundler: ${join(folder, ONE_FILE)}
For a site that comes from another kit:
  npx ${join(folder, 'codemod')}/*.tgz rainbowkit src
`)
}
