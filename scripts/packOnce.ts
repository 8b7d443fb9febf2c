/**
 * Our packages as they would be published, unpacked: packed once for each state of the sources, so that steps that need them
 * one after the other share one build. As a program it builds everything that is published, the gateway too.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { buildPackage } from './build.ts'
import { packPackages } from './pack.ts'

const ROOT = resolve(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules/.cache/latchkey-packed')

/** What the packages are made of, and what makes them. */
const SOURCES = [
  ...['wire', 'walletconnect', 'latchkey', 'script'].map((name) => `packages/${name}`),
  'packages/server/data/licences',
  'scripts/build.ts',
  'scripts/loadBySeldom.ts',
  'scripts/pack.ts',
  'tsconfig.base.json',
  'package-lock.json',
  'LICENSE',
] as const
/** What a build leaves beside them. */
const MADE = ['node_modules', 'dist', 'LICENSE']

/** Packs the packages of a site, unless that has been done with these sources. Resolves with a folder that has each by its name. */
export async function packOnce(): Promise<string> {
  const folder = join(CACHE, hashSources())
  if (existsSync(folder)) return folder
  // What is half made is never found; of older states none is needed.
  rmSync(CACHE, { recursive: true, force: true })
  mkdirSync(CACHE, { recursive: true })
  const scratch = mkdtempSync(join(CACHE, 'making-'))
  const tarballs = join(scratch, '.tarballs')
  const packed = { ...(await packPackages('site', tarballs)), ...(await packPackages('script', tarballs)) }
  for (const [name, tarball] of Object.entries(packed)) {
    mkdirSync(join(scratch, name), { recursive: true })
    execFileSync('tar', ['-xzf', tarball, '-C', join(scratch, name), '--strip-components=1'])
  }
  renameSync(scratch, folder)
  return folder
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const path of listFiles(join(ROOT, source))) {
      hash
        .update(`${relative(ROOT, path)}\0`)
        .update(readFileSync(path))
        .update('\0')
    }
  }
  return hash.digest('hex').slice(0, 24)
}

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  const isPackage = dirname(path) === join(ROOT, 'packages')
  return readdirSync(path)
    .filter((name) => !(isPackage && MADE.includes(name)))
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}

if (import.meta.filename === process.argv[1]) {
  await packOnce()
  // The gateway's types come from what is built of `wire`, which nobody has built where the packages were packed before.
  for (const name of ['wire', 'server'] as const) await buildPackage(name)
}
