import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = resolve(import.meta.dirname, '../../..')

/** The pages of the demo, and what a change in makes an old build useless. */
const PAGES = {
  demo: ['packages/latchkey/src', 'packages/walletconnect/src', 'packages/wire/src', 'apps/demo', 'package-lock.json'],
  wallet: ['packages/walletconnect/src', 'packages/wire/src', 'apps/wallet', 'package-lock.json'],
  frame: ['packages/latchkey/src', 'packages/wire/src', 'apps/frame', 'package-lock.json'],
} as const

/** The frame has builds of its own: what sites embed, and the page that opens a backup from a disk, are made by nothing but them. */
const FRAME_BUILD = join(ROOT, 'apps/frame/build/writeFrame.ts')
const BACKUP_BUILD = join(ROOT, 'apps/frame/offline/writePage.ts')

/** Where the page lies that opens a backup. */
export const BACKUP_PAGE = join(ROOT, 'apps/frame/dist/latchkey-backup.html')

/**
 * Builds a page of the demo, from `apps/<page>/site` into `apps/<page>/dist`, unless the build there was made from the same
 * sources. The build is a process of its own, whose memory ends with it. Resolves with the folder and whether it was built anew.
 */
export async function buildSite(page: keyof typeof PAGES): Promise<{ folder: string; isNew: boolean }> {
  const dist = join(ROOT, `apps/${page}/dist`)
  // All that is in the frame's folder is served.
  const folder = page === 'frame' ? join(dist, 'demo') : dist
  const mark = join(dist, 'made-from.txt')
  const fingerprint = hashSources(PAGES[page])
  if (existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint) return { folder, isNew: false }
  if (page === 'frame') await Promise.all([runProgram(FRAME_BUILD, folder), runProgram(BACKUP_BUILD)])
  else await runProgram(resolve(import.meta.dirname, 'runBuild.ts'), join(ROOT, `apps/${page}/site`), folder)
  writeFileSync(mark, fingerprint)
  return { folder, isNew: true }
}

function runProgram(program: string, ...parameters: readonly string[]): Promise<void> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const child = spawn(process.execPath, ['--import', tsx, '--conditions=@latchkey/source', program, ...parameters], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => {
      if (code === 0) done()
      else fail(new Error(`${program} ended with ${code}.`))
    })
  })
}

function hashSources(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) addToHash(join(ROOT, source), (text) => hash.update(text))
  return hash.digest('hex')
}

function addToHash(path: string, add: (text: string) => void): void {
  const facts = statSync(path)
  if (!facts.isDirectory()) {
    add(`${path} ${facts.size} ${facts.mtimeMs}\n`)
    return
  }
  for (const name of readdirSync(path).sort()) {
    if (name !== 'dist' && name !== 'node_modules') addToHash(join(path, name), add)
  }
}
