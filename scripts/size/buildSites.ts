/** The README's quickstarts as sites: built from the packed packages by Vite, with nothing installed but what their sections say. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { createExamplesBox, type ExamplesBox } from '../../tests/examples/createExamplesBox.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** A file that a visitor of a site may fetch. */
export type SiteFile = {
  /** Compressed by gzip at its highest level. */
  readonly gzip: Buffer
  /** The modules in it, with the bytes that each takes before compression. */
  readonly modules: Readonly<Record<string, number>>
}

export type Site = {
  readonly name: string
  /** Every file by its path on the site, such as `/assets/index.js`. */
  readonly files: ReadonlyMap<string, SiteFile>
  /** The scripts that the page names itself: its own, and what that one imports statically. */
  readonly entry: readonly string[]
}

export type QuickstartName = 'universal' | 'wagmi'

/** A quickstart, and the same site as it was before Latchkey: React, and wagmi where it has that. */
export type Quickstart = { readonly site: Site; readonly floor: Site }

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>Quickstart</title><main></main><script type="module" src="/src/main.js"></script>'
const MAIN = `import { createRoot } from 'react-dom/client'
import { createElement } from 'react'
import { App } from './App'
createRoot(document.querySelector('main')).render(createElement(App))`

const UNIVERSAL_FLOOR = 'export function App() {\n  return <main>Nobody</main>\n}\n'
const WAGMI_FLOOR = `import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { http } from 'viem'
import * as chains from 'viem/chains'
import { createConfig, useConnection, WagmiProvider } from 'wagmi'

const config = createConfig({ chains: [chains.mainnet], transports: { [chains.mainnet.id]: http() } })
const queries = new QueryClient()

function Greeting() {
  const { address } = useConnection()
  return <p>{address ? \`Hello \${address}\` : 'Who are you?'}</p>
}

export function App() {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <Greeting />
      </QueryClientProvider>
    </WagmiProvider>
  )
}
`

/** Which section of the README, in which language, and what stands there without Latchkey. */
const SECTIONS = {
  universal: { title: 'React', language: 'tsx', floor: UNIVERSAL_FLOOR },
  wagmi: { title: 'wagmi', language: 'jsx', floor: WAGMI_FLOOR },
} as const

/** Packs our packages, and makes a place in which sites are built from them. */
export function createSitesBox(): Promise<ExamplesBox> {
  return createExamplesBox([])
}

/**
 * Builds a quickstart and its floor. The README's code is taken as it stands, but for one thing: options of `window.quickstart`,
 * such as the address of a gateway, are added to those that it shows.
 */
export async function buildQuickstart(box: ExamplesBox, name: QuickstartName): Promise<Quickstart> {
  const { title, language, floor } = SECTIONS[name]
  const section = readSection(title)
  const [, code] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(section) ?? []
  const [, packages = 'react react-dom'] = /npm install [^\n]*\*\.tgz ([^\n]*)/.exec(section) ?? []
  if (!code?.includes('] })')) throw new Error(`The README shows no call of createLatchkey under ${title}.`)
  const others = [...packages.split(' '), 'vite', '@vitejs/plugin-react']
  box.lay(name, ['latchkey', ...others])
  box.lay(`${name}-floor`, others)
  const app = code.replace(/\] \}\)$/m, '], ...globalThis.quickstart })')
  return {
    site: await buildSite(box.locate(name), { name, app, language }),
    floor: await buildSite(box.locate(`${name}-floor`), { name: `${name}-floor`, app: floor, language }),
  }
}

function readSection(title: string): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  return readme.split(/^### /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
}

/** Builds a site around the code of its `App`, with the packages that are installed where `root` is. */
export async function buildSite(
  root: string,
  { name, app, language }: { name: string; app: string; language: string },
): Promise<Site> {
  mkdirSync(join(root, 'src'), { recursive: true })
  writeFileSync(join(root, `src/App.${language}`), app)
  writeFileSync(join(root, 'src/main.js'), MAIN)
  writeFileSync(join(root, 'index.html'), PAGE)
  const result = await build({ root, configFile: false, logLevel: 'error', plugins: [react()], mode: 'production' })
  const bundles = Array.isArray(result) ? result : [result]
  const files = new Map<string, SiteFile>()
  let entry: readonly string[] = []
  for (const bundle of bundles) {
    if (!('output' in bundle)) continue
    for (const file of bundle.output) {
      const content = file.type === 'chunk' ? file.code : file.source
      const modules =
        file.type === 'chunk'
          ? Object.fromEntries(Object.entries(file.modules).map(([id, { renderedLength }]) => [id, renderedLength]))
          : {}
      files.set(`/${file.fileName}`, { gzip: gzipSync(content, { level: 9 }), modules })
      if (file.fileName === 'index.html') entry = listScripts(String(content))
    }
  }
  if (entry.length === 0) throw new Error(`${name} has no script`)
  return { name, files, entry }
}

/** Vite names in the page what its script imports statically. */
function listScripts(page: string): string[] {
  return [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].flatMap(([, path]) => (path ? [path] : []))
}
