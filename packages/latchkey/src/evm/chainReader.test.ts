import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../../../testing/src/anvil.ts'
import { createManualClock } from '../../../testing/src/createManualClock.ts'
import type { Network } from '../core/types/network.ts'
import { createChainReader, isRpcUrl } from './chainReader.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const network = (http: readonly string[]): Network => ({
  id: 31_337,
  name: 'Local',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:31337',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http } },
})

type Call = { readonly url: string; readonly method: string }

/** A network of nodes played by a function: what a node answers to a method, as a response or a JSON-RPC body. */
function playNodes(play: (call: Call, nth: number) => unknown) {
  const calls: Call[] = []
  const warnings: string[] = []
  const clock = createManualClock()
  const services = {
    clock,
    logger: { debug: () => {}, warn: (text: string) => warnings.push(text), error: () => {} },
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const { method } = JSON.parse(String(init?.body)) as { method: string }
      const call = { url: String(input), method }
      calls.push(call)
      const answer = await play(call, calls.filter((past) => past.url === call.url && past.method === method).length)
      return answer instanceof Response ? answer : Response.json(answer)
    },
  }
  return { calls, warnings, clock, services }
}

const right = ({ method }: Call) => ({ jsonrpc: '2.0', id: 1, result: method === 'eth_chainId' ? '0x7a69' : '0x10' })

describe('createChainReader on a real chain', () => {
  let chain: Anvil
  beforeAll(async () => {
    chain = await startAnvil()
  })
  afterAll(() => chain.stop())

  it('reads a balance in wei', async () => {
    const { services } = playNodes(() => null)
    const reader = createChainReader({ ...services, fetch }, network([chain.url]))
    expect(await reader.fetchBalance(ADDRESS)).toBe(10_000n * 10n ** 18n)
    expect(await reader.call(ADDRESS, '0x')).toBe('0x')
  })
})

describe('createChainReader', () => {
  it('SEC-92: asks an address for its chain before its first use, and only then', async () => {
    const { services, calls } = playNodes(right)
    const reader = createChainReader(services, network(['https://a.test']))
    expect(await reader.fetchBalance(ADDRESS)).toBe(16n)
    await reader.fetchBalance(ADDRESS)
    expect(calls.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_getBalance', 'eth_getBalance'])
  })

  it('SEC-92: leaves an address out for good that answers for another chain, and says so', async () => {
    const { services, calls, warnings } = playNodes((call) =>
      call.url === 'https://liar.test' ? { id: 1, result: '0x1' } : right(call),
    )
    const reader = createChainReader(services, network(['https://liar.test', 'https://b.test']))
    expect(await reader.fetchBalance(ADDRESS)).toBe(16n)
    await reader.fetchBalance(ADDRESS)
    expect(calls.filter(({ url }) => url === 'https://liar.test').map(({ method }) => method)).toEqual(['eth_chainId'])
    expect(warnings).toHaveLength(1)
  })

  it('SEC-92: reads only from https, or from http on this machine', () => {
    for (const url of ['https://a.test', 'http://localhost:8545', 'http://127.0.0.1:1', 'http://[::1]:8545']) {
      expect(isRpcUrl(url)).toBe(true)
    }
    for (const url of [
      'http://a.test',
      'ws://localhost',
      'https://me:secret@a.test',
      'http://localhost.evil.test',
      'nonsense',
      '',
    ]) {
      expect(isRpcUrl(url)).toBe(false)
    }
  })

  it('SEC-92: takes an answer of the wrong shape for none', async () => {
    const { services } = playNodes((call) =>
      call.method === 'eth_chainId' ? right(call) : { id: 1, result: call.url === 'https://a.test' ? 'lots' : '0x2' },
    )
    const reader = createChainReader(services, network(['https://a.test', 'https://b.test']))
    expect(await reader.fetchBalance(ADDRESS)).toBe(2n)
  })

  it('F-60: tries three times more, after 150, 300 and 600 ms, and then the next address', async () => {
    const { services, calls, clock } = playNodes((call) =>
      call.url === 'https://a.test' ? new Response('busy', { status: 503 }) : right(call),
    )
    const balance = createChainReader(services, network(['https://a.test', 'https://b.test'])).fetchBalance(ADDRESS)
    await clock.advance(149)
    expect(calls).toHaveLength(1)
    await clock.advance(1)
    expect(calls).toHaveLength(2)
    await clock.advance(299)
    expect(calls).toHaveLength(2)
    await clock.advance(1)
    expect(calls).toHaveLength(3)
    await clock.advance(599)
    expect(calls).toHaveLength(3)
    await clock.advance(1)
    expect(await balance).toBe(16n)
    expect(calls.filter(({ url }) => url === 'https://a.test')).toHaveLength(4)
  })

  it('waits as long as a node asks, and leaves a node alone that asks for more than the limit', async () => {
    const { services, calls, clock } = playNodes((call, nth) =>
      nth === 1 && call.method === 'eth_chainId'
        ? new Response('', { status: 429, headers: { 'retry-after': call.url === 'https://a.test' ? '60' : '2' } })
        : right(call),
    )
    const balance = createChainReader(services, network(['https://a.test', 'https://b.test'])).fetchBalance(ADDRESS)
    await clock.advance(1_999)
    expect(calls.map(({ url }) => url)).toEqual(['https://a.test', 'https://b.test'])
    await clock.advance(1)
    expect(await balance).toBe(16n)
  })

  it('gives an address 10 s with all its tries', async () => {
    const { services, clock } = playNodes((call) =>
      call.url === 'https://a.test' ? new Promise(() => {}) : right(call),
    )
    let balance: bigint | undefined
    const reading = createChainReader(services, network(['https://a.test', 'https://b.test'])).fetchBalance(ADDRESS)
    reading.then((value) => {
      balance = value
    })
    await clock.advance(9_999)
    expect(balance).toBeUndefined()
    await clock.advance(1)
    expect(balance).toBe(16n)
    expect(clock.countTimers()).toBe(0)
  })

  it('does not ask a node again that has refused', async () => {
    const { services, calls } = playNodes((call) =>
      call.method === 'eth_call' ? { id: 1, error: { code: 3, message: 'execution reverted' } } : right(call),
    )
    const reader = createChainReader(services, network(['https://a.test']))
    await expect(reader.call(ADDRESS, '0x')).rejects.toMatchObject({ code: 'DATA_UNAVAILABLE' })
    expect(calls.filter(({ method }) => method === 'eth_call')).toHaveLength(1)
  })

  it('rejects with DATA_UNAVAILABLE, never with a 0, when no address serves', async () => {
    const { services } = playNodes(right)
    const failure = await createChainReader(services, network(['http://plain.test']))
      .fetchBalance(ADDRESS)
      .catch((error) => error)
    expect(failure).toMatchObject({ code: 'DATA_UNAVAILABLE', step: 'read', facts: { networkId: 'eip155:31337' } })
  })

  it('ends at once when the caller aborts', async () => {
    const { services } = playNodes(() => new Promise(() => {}))
    const controller = new AbortController()
    const reading = createChainReader(services, network(['https://a.test'])).fetchBalance(ADDRESS, controller.signal)
    controller.abort('enough')
    await expect(reading).rejects.toBe('enough')
  })

  it('sorts addresses by what they answer; one that cannot be reached may be right', async () => {
    const { services, clock } = playNodes((call) => {
      if (call.url === 'https://liar.test') return { id: 1, result: '0x5' }
      return call.url === 'https://silent.test' ? new Promise(() => {}) : right(call)
    })
    const urls = ['https://liar.test', 'https://silent.test', 'https://a.test', 'http://plain.test']
    const sorting = createChainReader(services, network(urls)).checkUrls(2_000)
    await clock.advance(2_000)
    expect(await sorting).toEqual({ usable: ['https://silent.test', 'https://a.test'], wrong: ['https://liar.test'] })
  })
})
