/**
 * Packs what would be published, for sites that install it from this machine: `npm run pack`, or with the folder that the
 * packages go to. The folder then has `site` (the SDK and what it stands on), `server` (the gateway), `codemod`, and `script` with the
 * one-file script beside it.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { buildPackage } from './build.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** The packages by the folder that they are packed into. `wire` is needed by both. */
const FOLDERS = {
  site: ['wire', 'walletconnect', 'latchkey'],
  script: ['script'],
  server: ['wire', 'server'],
  codemod: ['codemod'],
} as const

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
  rmSync(folder, { recursive: true, force: true })
  await packPackages('site', join(folder, 'site'))
  await packPackages('script', join(folder, 'script'))
  await packPackages('server', join(folder, 'server'))
  await packPackages('codemod', join(folder, 'codemod'))
  cpSync(join(ROOT, 'packages/script/dist/latchkey.js'), join(folder, 'latchkey.js'))
  const shown = relative(process.cwd(), folder) || '.'
  process.stdout.write(`
Packed into ${shown}. In the folder of a site:
  npm install ${join(folder, 'site')}/*.tgz react react-dom
In the folder of a gateway:
  npm install ${join(folder, 'server')}/*.tgz
For a page without a bundler: ${join(folder, 'latchkey.js')}
For a site that comes from another kit:
  npx ${join(folder, 'codemod')}/*.tgz rainbowkit src
`)
}
