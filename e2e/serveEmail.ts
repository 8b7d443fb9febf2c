/** The servers of e-mail wallets, the built frame and three sites around it, for the journeys of one worker. Ends once its input is closed. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createTestClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { serveSite } from '../apps/demo/server/serveSite.ts'
import { buildFrame } from '../apps/frame/build/buildFrame.ts'
import { startTestServers } from '../apps/frame/wallet/testServers.ts'
import { createFrameApp } from '../packages/server/src/frame/createFrameApp.ts'
import { expireCodes, forgetLimits } from '../packages/server/src/login/testLogin.ts'
import { keyOf } from '../packages/server/src/vault/records.ts'
import { startAnvil } from '../packages/testing/src/anvil.ts'
import { answerChannel } from '../packages/testing/src/farcaster/answerChannel.ts'
import { placeRegistries } from '../packages/testing/src/farcaster/placeRegistries.ts'
import { startProviders } from '../packages/testing/src/oauth/startProviders.ts'
import { SPONSORED } from '../packages/testing/src/smartAccounts/sponsored.ts'
import { startSmartChain } from '../packages/testing/src/smartAccounts/startSmartChain.ts'
import type { EmailCommand, EmailFault, EmailPageSettings, EmailServing, EmailStack } from './emailStack.ts'
import { runProcess } from './startProcess.ts'

const PROJECT = 'shop'

runProcess<EmailStack>(async (stops) => {
  const serving = JSON.parse(process.argv[2] ?? '') as EmailServing
  const { pages } = serving
  const smart = serving.hasSmartAccounts ? await openSmartChain(stops) : undefined
  const rpc = smart?.anvil.url ?? serving.rpc
  const server = createServer((request, response) => answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const at = (name: string): string => `http://${name}.localhost:${port}`
  const providers = await startProviders({ gateway: at('api.wallet') })
  const chain = await startAnvil({ chainId: 10 })
  stops.push(() => chain.stop())
  const registries = await placeRegistries(chain.url, privateKeyToAccount(generatePrivateKey()))
  stops.push(() => providers.close())
  const stack: EmailStack = {
    shopA: at('shop-a'),
    shopB: at('shop-b'),
    stranger: at('stranger'),
    frame: at('wallet'),
    gateway: at('api.wallet'),
    vault: at('vault.wallet'),
    control: `http://127.0.0.1:${port}`,
    providers: providers.url,
    rpc,
  }
  const sites = [stack.shopA, stack.shopB]
  let pays = true
  // Requests overlap: each is late by itself, and none of its neighbours.
  const lateBy = new AsyncLocalStorage<number>()
  const { files } = await buildFrame()
  const servers = await startTestServers({
    gate: stack.gateway,
    vaultUrl: stack.vault,
    frame: stack.frame,
    sites,
    providers,
    farcasterRpc: chain.url,
    chains: smart && [smart.chain],
    time: {
      get now() {
        return Date.now() + (lateBy.getStore() ?? 0)
      },
    },
    answerNode: ({ url }, init) => {
      if (!smart) return fetch(rpc, init)
      return !pays && url.startsWith(smart.paymasterUrl) ? refuseToPay(String(init.body)) : fetch(url, init)
    },
  })
  stops.push(() => servers.close())
  const frame = createFrameApp({
    files: new Map([...files].map(([name, bytes]) => [`/${name}`, Buffer.from(bytes)])),
    gatewayUrl: stack.gateway,
    vaultOrigin: stack.vault,
    projects: [{ id: PROJECT, origins: sites }],
    chains: [{ id: 'eip155:31337', name: 'Slope', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }],
  })
  const settings: EmailPageSettings = {
    chainId: 31_337,
    rpcUrl: rpc,
    gatewayUrl: stack.gateway,
    projectId: PROJECT,
    frameUrl: stack.frame,
  }
  const sources = { connect: [stack.gateway, rpc], images: [stack.gateway], frames: [stack.frame] }
  const serveShop = serveSite(pages, settings, sources)

  let faults: EmailFault[] = []
  let offset = 0
  const hosts = new Map<string, EmailFault['at']>([
    [stack.frame, 'frame'],
    [stack.gateway, 'gateway'],
    [stack.vault, 'vault'],
  ])

  /** The first fault that fits, which is one less then. */
  const takeFault = (name: EmailFault['at'], { url = '', method }: IncomingMessage): EmailFault['how'] | undefined => {
    const isHit = ({ at: server, path = '', how, times = 1 }: EmailFault): boolean =>
      server === name && url.includes(path) && times > 0 && (how !== 'lost' || method === 'POST')
    const found = faults.find(isHit)
    if (found?.times !== undefined)
      faults = faults.map((each) => (each === found ? { ...each, times: (each.times ?? 1) - 1 } : each))
    return found?.how
  }

  const fetchOf = (name: EmailFault['at']) => async (request: Request) => {
    if (name === 'frame') return frame.request(request)
    const body = request.method === 'POST' ? await request.text() : undefined
    const { method, headers, signal } = request
    return lateBy.run(method === 'GET' ? offset : 0, () =>
      servers.reach(request.url, { method, headers, signal, ...(body && { body }) }),
    )
  }
  const listeners = {
    frame: getRequestListener(fetchOf('frame')),
    gateway: getRequestListener(fetchOf('gateway')),
    vault: getRequestListener(fetchOf('vault')),
  }

  const forget = async (): Promise<void> => {
    await forgetLimits(servers.storage)
    const counted = servers.level.iterator({ gte: keyOf.times(''), lt: keyOf.times('\u007f') })
    const keys = (await counted.nextv(1_000)).map(([key]) => key)
    await counted.close()
    await servers.level.batch(
      keys.map((key) => ({ type: 'del', key })),
      { sync: false },
    )
  }

  const run = async (command: EmailCommand): Promise<unknown> => {
    if (command.act === 'begin') {
      faults = []
      offset = 0
      pays = true
      await forget()
    } else if (command.act === 'fail') faults = [...command.faults]
    else if (command.act === 'advance') offset += command.ms
    else if (command.act === 'mails') {
      const mails = servers.mails.filter(({ to }) => to.includes(command.to))
      return mails.map(({ from, subject, text }) => ({ from, subject, text }))
    } else if (command.act === 'sponsor') pays = command.pays
    else if (command.act === 'forgetLimits') await forget()
    else if (command.act === 'answerFarcaster') {
      const account = privateKeyToAccount(generatePrivateKey())
      const fid = await registries.register(account)
      return answerChannel({ url: command.url, fid, account, ask: servers.reach, now: Date.now() })
    } else await expireCodes(servers.storage)
    return null
  }

  const answerCommand = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const said = await run(JSON.parse(text) as EmailCommand).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: String(error) }),
    )
    response.end(JSON.stringify(said))
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const origin = `http://${request.headers.host}`
    const name = hosts.get(origin)
    if (origin === stack.control) answerCommand(request, response).catch((error: unknown) => console.error(error))
    else if (name === undefined) {
      if (request.url?.includes('isolated')) isolate(response)
      serveShop(request, response)
    } else answerFor(name, request, response)
  }

  /** A page that isolates itself cuts off the windows that it opens. */
  function isolate(response: ServerResponse): void {
    const write = response.writeHead.bind(response)
    const writeHead = (status: number, headers: Record<string, string>) =>
      write(status, { ...headers, 'cross-origin-opener-policy': 'same-origin' })
    Object.assign(response, { writeHead })
  }

  function answerFor(name: EmailFault['at'], request: IncomingMessage, response: ServerResponse): void {
    const how = takeFault(name, request)
    if (how === 'hang') return
    if (how === 'down') {
      request.socket.destroy()
      return
    }
    if (how === 'lost') {
      // It is carried out as ever, and the line ends before the first byte of the answer.
      const lose = () => {
        request.socket.destroy()
        return response
      }
      Object.assign(response, { writeHead: () => response, write: lose, end: lose })
    }
    listeners[name](request, response).catch((error: unknown) => console.error(error))
  }
  return stack
})

/** A chain with smart accounts, where a contract stands whose calls are paid for: one that does nothing, whatever it is told. */
async function openSmartChain(stops: (() => Promise<unknown>)[]) {
  const smart = await startSmartChain(PROJECT)
  stops.push(() => smart.stop())
  const chain = createTestClient({ mode: 'anvil', transport: http(smart.anvil.url) })
  await chain.setCode({ address: SPONSORED, bytecode: '0x00' })
  return smart
}

/** As a service answers whose owner has had enough. */
function refuseToPay(request: string): Response {
  const { id } = JSON.parse(request) as { id: number }
  return Response.json({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'no more money' } })
}
