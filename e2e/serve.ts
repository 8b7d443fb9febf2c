import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../apps/demo/server/listen.ts'
import { serveSite } from '../apps/demo/server/serveSite.ts'
import { startDemo } from '../apps/demo/server/startDemo.ts'
import { buildPages, buildWalletScript } from './buildPages.ts'
import { createPhones } from './createPhones.ts'
import { createRelayGate } from './createRelayGate.ts'
import { renderPage } from './pages/renderPage.tsx'
import { type SolanaControl, serveControl } from './serveControl.ts'
import type { WrittenStack } from './stack.ts'

/** Starts the demo and the test pages, writes one line `STACK {json}`, and ends all of it once its input is closed. */
async function main(): Promise<void> {
  const stops: (() => Promise<unknown>)[] = []
  const used: string[] = []
  // First of all, so that a test run that is killed while this starts leaves nothing behind either.
  process.stdin.resume()
  process.stdin.once('close', () => {
    void Promise.allSettled(stops.splice(0).map((stop) => stop())).finally(() => {
      for (const folder of used) rmSync(folder, { recursive: true, force: true })
      process.exit(0)
    })
  })

  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pages-'))
  used.push(dataDir, folder)
  const [server, stranger] = [createServer(refuse), createServer(refuse)]
  const pages = `http://127.0.0.1:${await listen(server, 0)}`
  const strangers = `http://127.0.0.1:${await listen(stranger, 0)}`
  const gate = await createRelayGate(() => gateway)
  stops.push(() => gate.stop())
  const gateRelay = `ws://127.0.0.1:${gate.port}/relay`
  const demo = await startDemo({ ports: 0, origins: [pages], relayUrls: [gateRelay], dataDir })
  stops.push(() => demo.stop())
  const { site, gateway, rpc, secondRpc, settings } = demo
  const relay = `${gateway.replace(/^http/, 'ws')}/relay`
  const phones = createPhones({ url: relay, projectId: settings.projectId })
  stops.push(() => phones.stop())
  const solana = await startSolana()
  stops.push(() => solana.stop())
  const control = await serveControl({ phones, gate, solana })
  stops.push(() => control.stop())
  await buildPages(folder)
  const walletScriptFile = join(dataDir, 'wallets.js')
  writeFileSync(walletScriptFile, await buildWalletScript())
  const rpcUrls = settings.chains.map((chain) => chain.rpcUrl)
  const connect = [gateway, new URL(relay).origin, new URL(gateRelay).origin, solana.url, ...rpcUrls]
  const serve = serveSite(folder, settings, { connect, images: [gateway] }, renderPage)
  for (const one of [server, stranger]) {
    one.removeAllListeners('request')
    one.on('request', serve)
  }

  const addresses = { site, pages, strangers, wallet: demo.wallet, gateway, relay, gateRelay, rpc, secondRpc }
  const stack: WrittenStack = { ...addresses, solanaRpc: solana.url, control: control.url, settings, walletScriptFile }
  process.stdout.write(`STACK ${JSON.stringify(stack)}\n`)
}

/** Solana's first block, so that sites take the chain for the network that wallets know. */
const MAINNET_GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** Its libraries are installed apart from everything else, so it is loaded by a name that the compiler does not follow. */
async function startSolana(): Promise<{ url: string; stop(): Promise<void> } & SolanaControl> {
  const file: string = '../tests/adapters/solana/startSolanaChain.ts'
  const { startSolanaChain } = await import(file)
  return startSolanaChain({ genesisHash: MAINNET_GENESIS })
}

const refuse: RequestListener = (_, response) => response.writeHead(503).end()

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
