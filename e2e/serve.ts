import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeEmptyDatabase } from '@latchkey/testing/emptyDatabase.ts'
import { startSolanaChain } from '@latchkey/testing/solana/startSolanaChain.ts'
import { listen } from '../apps/demo/server/listen.ts'
import { serveSite } from '../apps/demo/server/serveSite.ts'
import { startDemo } from '../apps/demo/server/startDemo.ts'
import { createPhones } from './createPhones.ts'
import { createRelayGate } from './createRelayGate.ts'
import { FIRST_ACCOUNT } from './node.ts'
import { renderPage } from './pages/renderPage.tsx'
import { serveControl } from './serveControl.ts'
import type { BuiltPages, WrittenStack } from './stack.ts'
import { runProcess } from './startProcess.ts'

/** Solana's first block, so that sites take the chain for the network that wallets know. */
const MAINNET_GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

const refuse: RequestListener = (_, response) => response.writeHead(503).end()

/** Starts the demo and serves the test pages that were built before; ends all of it once its input is closed. */
runProcess<WrittenStack>(async (stops) => {
  const built = JSON.parse(process.argv[2] ?? '') as BuiltPages
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
  stops.push(async () => process.once('exit', () => rmSync(dataDir, { recursive: true, force: true })))
  const [server, stranger] = [createServer(refuse), createServer(refuse)]
  const pages = `http://127.0.0.1:${await listen(server, 0)}`
  const strangers = `http://127.0.0.1:${await listen(stranger, 0)}`
  const gate = await createRelayGate(() => gateway)
  stops.push(() => gate.stop())
  const gateRelay = `ws://127.0.0.1:${gate.port}/relay`
  await placeEmptyDatabase(dataDir)
  const solana = await startSolanaChain({ genesisHash: MAINNET_GENESIS })
  stops.push(() => solana.stop())
  const chains = [
    {
      id: `solana:${MAINNET_GENESIS.slice(0, 32)}` as const,
      name: 'Solana',
      rpc: [solana.url],
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    },
  ]
  const demo = await startDemo({
    ports: 0,
    origins: [pages],
    relayUrls: [gateRelay],
    dataDir,
    chains,
    withSolana: false,
  })
  stops.push(() => demo.stop())
  const { site, gateway, rpc, secondRpc, email, names, settings } = demo
  if (!email) throw new Error('The vault does not run on this system.')
  // The first look-up of a name wakes the gateway's database, which may take longer on a busy machine than a page waits.
  const named = await fetch(`${gateway}/v1/identity/${FIRST_ACCOUNT}?projectId=${settings.projectId}`)
  if (!named.ok) throw new Error(`The gateway knows no names: ${named.status}`)
  const relay = `${gateway.replace(/^http/, 'ws')}/relay`
  const phones = createPhones({ url: relay, projectId: settings.projectId })
  stops.push(() => phones.stop())
  const control = await serveControl({ phones, gate, solana })
  stops.push(() => control.stop())
  const rpcUrls = settings.chains.map((chain) => chain.rpcUrl)
  const connect = [gateway, new URL(relay).origin, new URL(gateRelay).origin, solana.url, ...rpcUrls]
  const serve = serveSite(built.pages, settings, { connect, images: [gateway] }, renderPage)
  for (const one of [server, stranger]) {
    one.removeAllListeners('request')
    one.on('request', serve)
  }

  const addresses = { site, pages, strangers, wallet: demo.wallet, gateway, relay, gateRelay, rpc, secondRpc }
  return {
    ...addresses,
    solanaRpc: solana.url,
    control: control.url,
    email,
    names,
    settings,
    pagesFolder: built.pages,
    walletScriptFile: built.walletScriptFile,
  }
})
