/**
 * The child of `account.ts`: a gateway as `latchkey-gateway` runs it, and beside it a bare Hono that gives an answer of the gateway,
 * told once, to whatever it is asked. `{ start }` begins with a configuration, `{ copy }` has the answer to a path told, `cpu` gives
 * the processor time so far.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { type ConfigInput, parseConfig } from '../packages/server/src/config.ts'
import { type RunningGateway, startGateway } from '../packages/server/src/startGateway.ts'

const folders: string[] = []
let gateway: RunningGateway | undefined

async function start(config: ConfigInput): Promise<string> {
  await gateway?.close()
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  folders.push(dataDir)
  gateway = await startGateway({ config: parseConfig({ ...config, port: 0, dataDir, logLevel: 'silent' }) })
  return gateway.url
}

async function copy(path: string): Promise<string> {
  const answer = await fetch(`${gateway?.url}${path}`)
  const body = await answer.text()
  const headers = Object.fromEntries(answer.headers)
  for (const own of ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']) delete headers[own]
  const app = new Hono().get('*', (context) => context.body(body, 200, headers))
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (address: AddressInfo) =>
      resolve(`http://127.0.0.1:${address.port}`),
    )
    process.once('disconnect', () => server.close())
  })
}

process.on('message', (message: 'cpu' | { readonly start?: ConfigInput; readonly copy?: string }) => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1000)
  } else if (message.start !== undefined) void start(message.start).then((url) => process.send?.(url))
  else if (message.copy !== undefined) void copy(message.copy).then((url) => process.send?.(url))
})
process.on('disconnect', async () => {
  await gateway?.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
process.send?.('ready')
