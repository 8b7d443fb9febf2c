/**
 * `npm run bench -- account`: what an account costs a gateway, over a real dev chain.
 *
 * - the balance from memory, in requests a second and in processor time, beside a bare Hono that gives the same bytes with the same
 *   headers in the same process, taking turns;
 * - the balance of 1, 10 and 100 tokens in requests that its node sees: those that read the account, and those that read what
 *   tokens are called, which is remembered for a day;
 * - a page of history that nobody has asked for before, and the same one again.
 */
import { fork } from 'node:child_process'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Abi, encodeDeployData, getContractAddress, type Hex, toFunctionSelector, toHex } from 'viem'
import artifacts from '../apps/demo/contracts/artifacts.json' with { type: 'json' }
import { startAnvil } from '../packages/testing/src/anvil.ts'
import { placeMulticall } from '../packages/testing/src/placeMulticall.ts'
import { bundleChild } from './bundleChild.ts'
import { heardFrom } from './heardFrom.ts'
import { quantile } from './quantile.ts'

const SIZES = [1, 10, 100] as const
const ROUNDS = 5
const ROUND_MS = 2_000
/** Requests under way at a time. */
const AT_ONCE = 16
const TRANSACTIONS = 60
/** Unlocked on the dev chain, with coins. */
const HOLDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NETWORK = 'eip155:31337'
const SYMBOL_SELECTOR = toFunctionSelector('symbol()').slice(2)

type Call = { readonly method: string; readonly params?: readonly [{ readonly data?: string }] }

const chain = await startAnvil({})
const seen: Call[][] = []
const node = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  seen.push([JSON.parse(body)].flat())
  const answer = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  response.setHeader('content-type', 'application/json').end(await answer.text())
})
await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
const nodeUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
const child = fork(await bundleChild('accountChild', { packages: 'external' }), { execArgv: ['--no-warnings'] })
await heardFrom(child, 'the gateway', 60_000)

export const result = await measure().finally(async () => {
  if (child.connected) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    await ended
  }
  await new Promise((resolve) => node.close(resolve))
  await chain.stop()
})

async function measure() {
  await placeMulticall(chain.url)
  const roundTrips: Record<string, { balances: number; names: number; again: number }> = {}
  let url = ''
  const tokens: Hex[] = []
  for (const size of SIZES) {
    // Those that the account got are found whether or not they are listed, so there are no others yet.
    tokens.push(...(await deployTokens(tokens.length, size)))
    url = await start(tokens)
    const path = `/v1/account/${HOLDER}/balance?currency=usd&chainId=${NETWORK}&projectId=bench`
    const first = await readBalance(url, path, size)
    // A token that is read afresh has the whole list read again, by names that are known by now.
    const again = await readBalance(url, `${path}&forceUpdate=${NETWORK}:${tokens[0]}`, size)
    roundTrips[`of${size}`] = { balances: first.balances, names: first.names, again: again.balances + again.names }
  }
  const history = await measureHistory(url)
  const path = `/v1/account/${HOLDER}/balance?currency=usd&chainId=${NETWORK}&projectId=bench`
  await (await fetch(url + path)).arrayBuffer()
  const bare = await ask({ copy: path })
  const speed = await compare(url + path, bare + path)
  return { ...speed, roundTrips, history }
}

/** Starts the gateway anew, so that nothing is remembered, with these tokens on its list, of which it knows no names. */
function start(tokens: readonly Hex[]): Promise<string> {
  const plenty = { capacity: 10_000_000, refillPerSecond: 1_000_000 }
  return ask({
    start: {
      projects: [{ id: 'bench', name: 'Bench', origins: ['https://shop.example'] }],
      limits: { data: plenty, rpc: plenty },
      chains: [
        {
          id: NETWORK,
          name: 'Bench',
          rpc: [nodeUrl],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          tokens: tokens.map((address) => ({ address })),
          history: { kind: 'otterscan' },
        },
      ],
    },
  })
}

async function ask(message: object): Promise<string> {
  child.send(message)
  return String(await heardFrom(child, 'the gateway', 60_000))
}

/** Requests of one reading by what they ask: which tokens came by, looked for in the background, is not among them. */
async function readBalance(url: string, path: string, size: number) {
  seen.length = 0
  const answer = (await (await fetch(url + path)).json()) as { balances: unknown[] }
  if (answer.balances.length !== size + 1) throw new Error(`${answer.balances.length} balances instead of ${size + 1}.`)
  const reads = seen.filter((calls) => calls.some(({ method }) => method === 'eth_call'))
  const isOfNames = (calls: readonly Call[]) =>
    calls.some(({ params }) => params?.[0]?.data?.includes(SYMBOL_SELECTOR) === true)
  return { balances: reads.filter((calls) => !isOfNames(calls)).length, names: reads.filter(isOfNames).length }
}

type Reading = { readonly ms: number; readonly requests: number; readonly items: number }

/** Milliseconds of a page and requests of its node, medians of several accounts, each asked twice. */
async function measureHistory(url: string) {
  const accounts = Array.from({ length: ROUNDS }, (_, index) => toHex(BigInt(index + 1), { size: 20 }))
  for (const to of accounts) {
    for (let count = 0; count < TRANSACTIONS; count += 1) {
      await rpc('eth_sendTransaction', [{ from: HOLDER, to, value: toHex(count + 1) }])
    }
  }
  const read = async (account: string): Promise<Reading> => {
    seen.length = 0
    const began = performance.now()
    const page = (await (
      await fetch(`${url}/v1/account/${account}/history?chainId=${NETWORK}&projectId=bench`)
    ).json()) as { data: unknown[] }
    return { ms: performance.now() - began, requests: seen.length, items: page.data.length }
  }
  const both: { cold: Reading; warm: Reading }[] = []
  for (const account of accounts) both.push({ cold: await read(account), warm: await read(account) })
  const median = (how: 'cold' | 'warm', name: 'ms' | 'requests' | 'items') =>
    round(quantile(both.map((each) => each[how][name])))
  return {
    entries: median('cold', 'items'),
    coldMs: median('cold', 'ms'),
    coldRequests: median('cold', 'requests'),
    warmMs: median('warm', 'ms'),
    warmRequests: median('warm', 'requests'),
    coldPerWarm: round(quantile(both.map(({ cold, warm }) => cold.ms / warm.ms))),
  }
}

/** Both in turns; a round before the first one is not counted. */
async function compare(gateway: string, bare: string) {
  const found = { gateway: [] as Load[], bare: [] as Load[] }
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    const [ours, theirs] = [await load(gateway), await load(bare)]
    if (turn === 0) continue
    found.gateway.push(ours)
    found.bare.push(theirs)
  }
  const median = (list: readonly Load[], name: keyof Load) => quantile(list.map((each) => each[name]))
  const [ours, theirs] = [found.gateway, found.bare]
  return {
    requestsPerSecond: { gateway: round(median(ours, 'perSecond')), bareHono: round(median(theirs, 'perSecond')) },
    processorMs: { gateway: round(median(ours, 'cpuMs')), bareHono: round(median(theirs, 'cpuMs')) },
    gatewayPerBareHono: {
      requestsPerSecond: round(median(ours, 'perSecond') / median(theirs, 'perSecond')),
      processorMs: round(median(ours, 'cpuMs') / median(theirs, 'cpuMs')),
    },
  }
}

type Load = { readonly perSecond: number; readonly cpuMs: number }

async function load(url: string): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const cpu = async (): Promise<number> => {
    child.send('cpu')
    return Number(await heardFrom(child, 'its processor time', 10_000))
  }
  const before = await cpu()
  const began = performance.now()
  let count = 0
  const client = async (): Promise<void> => {
    while (performance.now() - began < ROUND_MS) {
      await new Promise<void>((resolve, reject) => {
        get(url, { agent }, (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`It answered ${answer.statusCode}.`))
          answer.resume().once('end', resolve)
        }).once('error', reject)
      })
      count += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  const seconds = (performance.now() - began) / 1000
  const spent = (await cpu()) - before
  agent.destroy()
  return { perSecond: count / seconds, cpuMs: spent / count }
}

async function deployTokens(from: number, to: number): Promise<readonly Hex[]> {
  const { abi, bytecode } = artifacts.contracts.DemoToken as { abi: Abi; bytecode: Hex }
  const addresses: Hex[] = []
  for (let index = from; index < to; index += 1) {
    const data = encodeDeployData({ abi, bytecode, args: [`Token ${index}`, `T${index}`, 18, 10n ** 24n] })
    // Nothing else is sent before: the place of a token among all is its number.
    await rpc('eth_sendTransaction', [{ from: HOLDER, data, nonce: toHex(index) }])
    addresses.push(getContractAddress({ from: HOLDER, nonce: BigInt(index) }))
  }
  return addresses
}

async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
