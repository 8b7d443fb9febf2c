/**
 * Completes package-lock.json for every platform.
 *
 * npm writes no entry for an optional platform package that the registry in use does not carry, and `npm ci` then
 * refuses its own lock file. This adds the missing entries (version, os, cpu, libc; no integrity, because there is
 * nothing here to hash). Run it after every dependency change: `npx tsx scripts/lock.ts`, or with the folder of another lock file.
 */
import { readFileSync, writeFileSync } from 'node:fs'

type Entry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

const FILE = `${process.argv[2] ?? '.'}/package-lock.json`
const EXACT = /^[\^~]?\d+\.\d+\.\d+\S*$/
const OS = [
  [/darwin/, 'darwin'],
  [/win32|windows/, 'win32'],
  [/android/, 'android'],
  [/freebsd/, 'freebsd'],
  [/openharmony/, 'openharmony'],
] as const
const CPU = [
  [/arm64|aarch64/, 'arm64'],
  [/x64|amd64/, 'x64'],
  [/ia32/, 'ia32'],
  [/arm/, 'arm'],
  [/riscv64/, 'riscv64'],
  [/ppc64/, 'ppc64'],
  [/s390x/, 's390x'],
] as const

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock
let added = 0

/** Looks for a package the way Node does: from a folder upwards. */
function isLocked(from: string, name: string): boolean {
  let folder = from
  for (;;) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
    const cut = folder.lastIndexOf('/node_modules/')
    folder = cut < 0 ? '' : folder.slice(0, cut)
  }
}

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name) || !EXACT.test(range)) continue
    const cpu = CPU.find(([pattern]) => pattern.test(name))?.[1]
    const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      os: [OS.find(([pattern]) => pattern.test(name))?.[1] ?? 'linux'],
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(libc ? { libc: [libc] } : {}),
    }
    added += 1
    process.stdout.write(`added ${name} ${range}\n`)
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added} entries added\n`)
