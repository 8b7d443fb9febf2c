import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** A Chromium that this machine can start. `extensions` is false for the npm build, a headless shell that loads none. */
export type Browser = {
  readonly path: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
  readonly extensions: boolean
  readonly source: 'LATCHKEY_CHROMIUM' | 'PATH' | 'npm'
}

/** Keeps Chromium from looking up its maker's hosts: nothing outside loopback is contacted by a test. */
const QUIET_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** Finds a browser by `LATCHKEY_CHROMIUM`, then on the PATH, then in the npm package. */
export function findBrowser(): Browser {
  const named = process.env.LATCHKEY_CHROMIUM
  if (named) {
    if (!existsSync(named)) throw new Error(`LATCHKEY_CHROMIUM names ${named}, which does not exist`)
    return { path: named, args: QUIET_ARGS, env: {}, extensions: true, source: 'LATCHKEY_CHROMIUM' }
  }
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    for (const folder of (process.env.PATH ?? '').split(':')) {
      const path = join(folder, name)
      if (folder && existsSync(path)) return { path, args: QUIET_ARGS, env: {}, extensions: true, source: 'PATH' }
    }
  }
  return unpackNpmBrowser()
}

/** Unpacks the npm Chromium and the shared libraries that come with it into the temporary folder, once. */
function unpackNpmBrowser(): Browser {
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../../bin')
  const folder = join(tmpdir(), 'latchkey-chromium-147.0.0')
  const path = join(folder, 'chromium')
  if (!existsSync(join(folder, 'complete'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, brotliDecompressSync(readFileSync(join(bin, 'chromium.br'))), { mode: 0o755 })
    for (const part of ['al2023.tar.br', 'swiftshader.tar.br']) {
      const tar = join(folder, 'part.tar')
      writeFileSync(tar, brotliDecompressSync(readFileSync(join(bin, part))))
      execFileSync('tar', ['-xf', tar, '-C', folder])
    }
    writeFileSync(join(folder, 'complete'), '')
  }
  return {
    path,
    args: [...QUIET_ARGS, '--no-zygote'],
    env: { LD_LIBRARY_PATH: `${join(folder, 'lib')}:${process.env.LD_LIBRARY_PATH ?? ''}` },
    extensions: false,
    source: 'npm',
  }
}
