/** A site that bundles `latchkey/ethers` beside its own ethers: no library is handed in, and the bundler warns of nothing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playNetwork, playPage } from '../../packages/latchkey/src/adapters/contract/evmPageContract.ts'
import type { Connector, CreateAdapter } from '../../packages/latchkey/src/core/types/adapter.ts'
import { drill } from '../../packages/latchkey/src/testing/index.ts'

const MODULES = join(import.meta.dirname, 'node_modules')
const HASH = `0x${'ab'.repeat(32)}`
const TO = `0x${'cd'.repeat(20)}`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-ethers-'))
})
afterAll(() => rm(folder, { recursive: true }))

it.each([
  ['ethers', 'ethers'],
  ['ethers5', 'ethers5'],
])('%s is found by its name when a contract is written to', async (name, library) => {
  const outfile = join(folder, `${name}.mjs`)
  const { warnings, outputFiles } = await build({
    stdin: {
      contents: `export { ${name} } from './packages/latchkey/src/adapters/${name}/index.ts'`,
      resolveDir: join(import.meta.dirname, '../..'),
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['@latchkey/source'],
    alias: { ethers: join(MODULES, library) },
    logLevel: 'silent',
  })
  expect(warnings).toEqual([])
  await writeFile(outfile, outputFiles[0]?.text ?? '')
  const bundle = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Record<string, () => CreateAdapter>
  const create = bundle[name]
  if (!create) throw new Error(`${name} is not in the bundle`)
  const page = playPage(create())
  page.add({ script: { eth_sendTransaction: [drill.ok(HASH)] } })
  let known: readonly Connector[] = []
  page.adapter.watchConnectors((connectors) => {
    known = connectors
  })()
  const [connector] = known
  if (!connector) throw new Error('no connector')
  const connection = await page.adapter.connect(connector, { network: playNetwork(1) })
  const abi = ['function approve(address spender, uint256 value)']
  const request = { address: TO, abi, functionName: 'approve', args: [TO, 1n] }
  expect(await page.adapter.writeContract?.(connection, request)).toBe(HASH)
})
