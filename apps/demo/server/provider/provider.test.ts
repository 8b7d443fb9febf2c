import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, startAnvil } from '@latchkey/testing/anvil.ts'
import { bundleProgram } from '@latchkey/testing/bundleProgram.ts'
import { createPublicClient, type Hex, http, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getDevKey } from '../accounts.ts'
import { hmac, type OrderNote } from './orders.ts'
import { type RunningProvider, startProvider } from './startProvider.ts'

const SECRET = 'nZ4q8Lw1Xc7Vb2Rt9Yp5Km3J'

let chain: Anvil
let folder = ''
let program = ''
beforeAll(async () => {
  chain = await startAnvil()
  folder = mkdtempSync(join(tmpdir(), 'latchkey-provider-'))
  program = await bundleProgram(join(import.meta.dirname, 'providerChild.ts'), folder)
})
afterAll(async () => {
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ending: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(ending.splice(0).map((end) => end()))
})

/** Takes news, answers with what it is told, and keeps what it took. */
async function listenForNews(answers: number[] = []) {
  const taken: OrderNote[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const [, t = '', s = ''] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(String(request.headers['x-provider-signature'])) ?? []
    const status = hmac(SECRET, `${t}.${text}`) === s ? (answers.shift() ?? 200) : 401
    if (status === 200) taken.push(JSON.parse(text) as OrderNote)
    response.writeHead(status).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ending.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/news` }
}

const settings = (place: string, rpcUrl = chain.url): Parameters<typeof startProvider>[0] => ({
  port: 0,
  label: 'Brindle Pay',
  secret: SECRET,
  folder: join(folder, place),
  rpcUrl,
  networkId: 'eip155:31337',
  networkName: 'Slope',
  key: getDevKey(8),
  assets: [{ symbol: 'ETH', name: 'Ether', decimals: 18, price: 2_000 }],
  retryMs: 20,
})

function signedQuery(fields: Record<string, string>): string {
  const query = new URLSearchParams({
    network: 'eip155:31337',
    asset: 'ETH',
    pay: '100',
    currency: 'USD',
    method: 'card',
    until: `${Math.floor(Date.now() / 1000) + 60}`,
    ...fields,
  })
  query.set('signature', hmac(SECRET, query.toString()))
  return query.toString()
}

function post(url: string, query: string, card = '4242 4242 4242 4242'): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ order: query, card }), redirect: 'manual' })
}

const balanceOf = (address: Hex): Promise<bigint> =>
  createPublicClient({ transport: http(chain.url), cacheTime: 0 }).getBalance({ address })

let accounts = 0
/** An account that has nothing yet. */
const newAccount = (): Hex => `0x${(0xabcd00 + ++accounts).toString(16).padStart(40, '0')}`

async function start(options: Parameters<typeof startProvider>[0]): Promise<RunningProvider> {
  const provider = await startProvider(options)
  ending.push(() => provider.close())
  return provider
}

/** Of 100 dollars: 1.50 fee, 0.40 for sending, the rest at 2,000. */
const BOUGHT = parseEther('0.04905')

test('what is paid is sent once, however often the form is sent, and is told until it is taken', async () => {
  const news = await listenForNews([503, 500])
  const { url } = await start(settings('once'))
  const address = newAccount()
  const query = signedQuery({ order: 'order-one', address, news: news.url })

  const shown = await (await fetch(`${url}/checkout?${query}`)).text()
  expect(shown).toContain('No money is taken')
  expect(shown).toContain(address)
  expect((await post(`${url}/pay`, query)).status).toBe(303)
  expect((await post(`${url}/pay`, query)).status).toBe(303)
  await vi.waitFor(() => expect(news.taken.at(-1)?.status).toBe('completed'), { timeout: 20_000 })
  expect(await balanceOf(address)).toBe(BOUGHT)
  expect(news.taken.at(-1)).toMatchObject({ order: 'order-one', amount: '0.04905', hash: expect.any(String) })
  await post(`${url}/pay`, query)
  expect(await (await fetch(`${url}/checkout?${query}`)).text()).toContain('Your coins have arrived')
  expect(await balanceOf(address)).toBe(BOUGHT)
  const asked = await fetch(`${url}/api/orders/order-one`, { headers: { 'x-signature': hmac(SECRET, 'order-one') } })
  expect(await asked.json()).toEqual(news.taken.at(-1))
  expect((await fetch(`${url}/api/orders/order-one`)).status).toBe(401)
})

test('an order whose address, amount or signature was changed is not sold, a declined card pays nothing, and a cancelled order stays so', async () => {
  const news = await listenForNews()
  const { url } = await start(settings('refused'))
  const address = newAccount()
  const query = signedQuery({ order: 'order-two', address, news: news.url })
  const changed = [
    query.replace(address, newAccount()),
    query.replace('pay=100', 'pay=99'),
    query.replace(/signature=../, 'signature=00'),
    signedQuery({ order: 'low', address, news: news.url, pay: '9.99' }),
    signedQuery({ order: 'other', address, news: news.url, network: 'eip155:1' }),
    signedQuery({ order: 'late', address, news: news.url, until: '1' }),
  ]
  for (const each of changed) expect((await post(`${url}/pay`, each)).status).toBe(400)

  expect(await (await post(`${url}/pay`, query, '4000 0000 0000 0002')).text()).toContain('The card was declined')
  expect((await post(`${url}/cancel`, query)).status).toBe(303)
  await post(`${url}/pay`, query)
  await vi.waitFor(() => expect(news.taken).toEqual([{ order: 'order-two', status: 'failed' }]), { timeout: 20_000 })
  expect(await balanceOf(address)).toBe(0n)
})

/** Before the node: passes everything on, but may keep back what is sent, or what became of it. */
async function startGate(): Promise<{
  url: string
  mode: { current: 'open' | 'hold' | 'swallow' }
  held: () => number
}> {
  const mode: { current: 'open' | 'hold' | 'swallow' } = { current: 'open' }
  let held = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const isSending = body.includes('eth_sendRawTransaction') && mode.current !== 'open'
    if (isSending && mode.current === 'hold') {
      held += 1
      return
    }
    const answer = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const text = await answer.text()
    if (isSending) {
      held += 1
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ending.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, mode, held: () => held }
}

/** A loaded process that waits for what to serve. */
function prepareChild(): {
  child: ChildProcess
  serve: (options: unknown) => Promise<string>
  kill: () => Promise<void>
} {
  const child = fork(program, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ready = once(child, 'message')
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  ending.push(kill)
  return {
    child,
    kill,
    async serve(options) {
      await ready
      const told = once(child, 'message')
      child.send(options as object)
      const [url] = (await told) as [string]
      return url
    },
  }
}

test('killed before a transaction is out, and again before its answer is in, it sends each order once when it is back', async () => {
  const gate = await startGate()
  const news = await listenForNews()
  const [first, second, third] = [prepareChild(), prepareChild(), prepareChild()]
  const [one, two] = [newAccount(), newAccount()]

  gate.mode.current = 'hold'
  const url = await first.serve(settings('killed', gate.url))
  expect((await post(`${url}/pay`, signedQuery({ order: 'killed-1', address: one, news: news.url }))).status).toBe(303)
  await vi.waitFor(() => expect(gate.held()).toBe(1), { timeout: 20_000 })
  await first.kill()
  expect(await balanceOf(one)).toBe(0n)

  gate.mode.current = 'swallow'
  const again = await second.serve(settings('killed', gate.url))
  expect((await post(`${again}/pay`, signedQuery({ order: 'killed-2', address: two, news: news.url }))).status).toBe(
    303,
  )
  await vi.waitFor(() => expect(gate.held()).toBe(2), { timeout: 20_000 })
  await second.kill()

  gate.mode.current = 'open'
  await third.serve(settings('killed', gate.url))
  const isDone = (id: string) => news.taken.some(({ order, status }) => order === id && status === 'completed')
  await vi.waitFor(() => expect([isDone('killed-1'), isDone('killed-2')]).toEqual([true, true]), { timeout: 20_000 })
  expect([await balanceOf(one), await balanceOf(two)]).toEqual([BOUGHT, BOUGHT])
})
