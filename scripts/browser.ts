import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** A Chromium that this machine can start. `extensions` is false for the npm build, a headless shell that loads none. */
export type Browser = {
  readonly path: string
  /** The same Chromium without the windows of a desktop, or `path` again where it is not installed. Takes a fifth less CPU time. */
  readonly shell: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
  readonly extensions: boolean
  readonly source: 'LATCHKEY_CHROMIUM' | 'PATH' | 'npm'
}

/**
 * Features of Chromium that tests turn off. Chromium heeds the last list alone, so this one repeats Playwright's, to which
 * `browser.test.ts` holds it, and adds the two pop-ups of the address bar: pages of some hundred files that Chromium loads into
 * each new window, a quarter of the time that it takes to open a page.
 */
export const OFF = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
]

/** Keeps Chromium from looking up its maker's hosts: nothing outside loopback is contacted by a test. */
const QUIET_ARGS = [
  `--disable-features=${OFF.join(',')}`,
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
    return { path: named, shell: named, args: QUIET_ARGS, env: {}, extensions: true, source: 'LATCHKEY_CHROMIUM' }
  }
  const path = findProgram(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])
  if (path) {
    const shell = findProgram(['chromium-headless-shell']) ?? path
    return { path, shell, args: QUIET_ARGS, env: {}, extensions: true, source: 'PATH' }
  }
  return unpackNpmBrowser()
}

/** The browsers of other engines that this machine has: Firefox, and WebKit's driver with a browser and a screen for it. */
export function findOtherBrowsers(): {
  readonly Firefox: string | undefined
  readonly WebKit: { readonly driver: string; readonly browser: string; readonly screen: string } | undefined
} {
  const driver = findProgram(['WebKitWebDriver'])
  const screen = findProgram(['Xvfb'])
  const browser = findMiniBrowser()
  return {
    Firefox: findProgram(['firefox-esr', 'firefox']),
    WebKit: driver && screen && browser ? { driver, browser, screen } : undefined,
  }
}

/** WebKitGTK's small browser stands beside its library, below a folder that is named after the machine's architecture. */
function findMiniBrowser(): string | undefined {
  for (const lib of ['/usr/lib', '/usr/libexec']) {
    for (const folder of existsSync(lib) ? readdirSync(lib) : []) {
      for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0']) {
        const path = join(lib, folder, version, 'MiniBrowser')
        if (existsSync(path)) return path
      }
    }
  }
  return undefined
}

function findProgram(names: readonly string[]): string | undefined {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(':')) {
      const path = join(folder, name)
      if (folder && existsSync(path)) return path
    }
  }
  return undefined
}

/** The lock file of the npm Chromium: 80 MB that no machine with a browser needs. */
const NPM_BROWSER = resolve(import.meta.dirname, '../tests/chromium')

/** Installs the npm Chromium and unpacks it with the shared libraries that come with it into the temporary folder, each once. */
function unpackNpmBrowser(): Browser {
  const bin = join(NPM_BROWSER, 'node_modules/@sparticuz/chromium/bin')
  const folder = join(tmpdir(), 'latchkey-chromium-147.0.0')
  const path = join(folder, 'chromium')
  if (!existsSync(join(folder, 'complete'))) {
    if (!existsSync(join(NPM_BROWSER, 'node_modules/.package-lock.json'))) {
      process.stderr.write('This machine has no Chromium: installing one from npm, once.\n')
      execFileSync('npm', ['ci', '--prefix', NPM_BROWSER], { stdio: ['ignore', 'ignore', 'inherit'] })
    }
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
    shell: path,
    args: [...QUIET_ARGS, '--no-zygote'],
    env: { LD_LIBRARY_PATH: `${join(folder, 'lib')}:${process.env.LD_LIBRARY_PATH ?? ''}` },
    extensions: false,
    source: 'npm',
  }
}
