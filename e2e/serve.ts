import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../apps/demo/server/listen.ts'
import { serveSite } from '../apps/demo/server/serveSite.ts'
import { type Demo, startDemo } from '../apps/demo/server/startDemo.ts'
import { buildPages, buildWalletScript } from './buildPages.ts'
import { renderPage } from './pages/renderPage.tsx'
import type { Stack } from './stack.ts'

/** Starts the demo and the test pages, writes one line `STACK {json}`, and ends all of it once its input is closed. */
async function main(): Promise<void> {
  let demo: Demo | undefined
  const used: string[] = []
  // First of all, so that a test run that is killed while this starts leaves nothing behind either.
  process.stdin.resume()
  process.stdin.once('close', () => {
    void (demo?.stop() ?? Promise.resolve()).finally(() => {
      for (const folder of used) rmSync(folder, { recursive: true, force: true })
      process.exit(0)
    })
  })

  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pages-'))
  used.push(dataDir, folder)
  const server = createServer((_, response) => response.writeHead(503).end())
  const pages = `http://127.0.0.1:${await listen(server, 0)}`
  demo = await startDemo({ ports: 0, origins: [pages], dataDir })
  await buildPages(folder)
  const walletScript = await buildWalletScript()
  const rpcUrls = demo.settings.chains.map((chain) => chain.rpcUrl)
  const serve = serveSite(
    folder,
    demo.settings,
    { connect: [demo.gateway, ...rpcUrls], images: [demo.gateway] },
    renderPage,
  )
  server.removeAllListeners('request')
  server.on('request', serve)

  const { site, gateway, rpc, secondRpc, settings } = demo
  const stack: Stack = { site, pages, gateway, rpc, secondRpc, settings, walletScript }
  process.stdout.write(`STACK ${JSON.stringify(stack)}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
