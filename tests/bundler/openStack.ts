/** A dev chain with smart accounts, a real bundler and a paymaster, behind the gateway as it runs. */

import { parseConfig } from '../../packages/server/src/config.ts'
import { createServices } from '../../packages/server/src/createServices.ts'
import { createGateway } from '../../packages/server/src/gateway/createGateway.ts'
import { createLog } from '../../packages/server/src/gateway/createLog.ts'
import { openDirectory } from '../../packages/server/src/openDirectory.ts'
import { openStorage } from '../../packages/server/src/storage/openStorage.ts'
import { loadEmptyDatabase } from '../../packages/testing/src/emptyDatabase.ts'
import { startSmartChain } from '../../packages/testing/src/smartAccounts/startSmartChain.ts'

export type Stack = Awaited<ReturnType<typeof openStack>>

export async function openStack() {
  const smart = await startSmartChain('shop')
  const storage = await openStorage({ memory: true, snapshot: await loadEmptyDatabase() })
  const config = parseConfig({
    projects: [{ id: 'shop', name: 'Shop', origins: ['https://shop.example'] }],
    chains: [smart.chain],
  })
  const services = createServices({
    config,
    publicUrl: 'https://gate.example',
    storage,
    directory: openDirectory(config),
    clock: { now: () => Date.now() },
    log: createLog('silent'),
    fetch: globalThis.fetch,
    resolve: async () => [],
    send: async () => Promise.reject(new Error('nothing here reaches the internet')),
  })
  const app = createGateway({ config, services })
  const fetchGateway: typeof fetch = async (input, init) =>
    app.request(new URL(String(input)).href, { ...init, headers: { origin: 'https://shop.example' } })
  return {
    anvil: smart.anvil,
    paymaster: smart.paymaster,
    /** As the frame and pages reach it. */
    fetch: fetchGateway,
    stop: async () => {
      services.close?.()
      await storage.close()
      await smart.stop()
    },
  }
}

/** Asks the gateway's bundler, or its nodes; rejects with the words of a refusal. */
export const askGateway =
  (stack: Stack, path: '/v1' | '/v1/bundler') =>
  async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const response = await stack.fetch(`https://gate.example${path}?projectId=shop&chainId=eip155:31337`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const said = (await response.json()) as { result?: unknown; error?: { message: string; data?: { code?: string } } }
    if (said.error) throw new Error(`${said.error.data?.code ?? ''} ${said.error.message}`)
    return said.result
  }
