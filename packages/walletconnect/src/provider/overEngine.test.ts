import { startAnvil } from '@latchkey/testing/anvil.ts'
import { createManualClock } from '@latchkey/testing/createManualClock.ts'
import { createTestRelay } from '@latchkey/testing/relay/createTestRelay.ts'
import { createTestSurroundings, until } from '@latchkey/testing/relay/createTestSurroundings.ts'
import { afterEach, expect, test } from 'vitest'
import { createSignClient } from '../createSignClient.ts'
import type { SessionNamespaces } from '../records.ts'
import type { SignClient } from '../signClient.ts'
import { createUniversalProvider } from './createUniversalProvider.ts'

const ALICE = '0x1111111111111111111111111111111111111111'
const BOB = '0x2222222222222222222222222222222222222222'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const ends: (() => unknown)[] = []
afterEach(async () => {
  await Promise.allSettled(ends.splice(0).map((end) => end()))
})

const grant = (address: string, chains: readonly number[] = [31_337]): SessionNamespaces => ({
  eip155: {
    chains: chains.map((chain) => `eip155:${chain}`),
    accounts: chains.map((chain) => `eip155:${chain}:${address}`),
    methods: ['personal_sign', 'wallet_switchEthereumChain'],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: { accounts: [`${SOLANA}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`], methods: [], events: [] },
})

/** The provider over a real engine, and a wallet on the other side of the relay. */
async function open(rpcUrl = 'https://one.test') {
  const clock = createManualClock(Date.now())
  const relay = createTestRelay({ clock })
  const makeClient = (name: string): Promise<SignClient> =>
    createSignClient({
      relayUrl: 'wss://relay.test',
      name,
      metadata: { name, description: '', url: `https://${name}.test`, icons: [] },
      surroundings: createTestSurroundings({ name, relay, clock }),
    })
  const [app, wallet] = await Promise.all([makeClient('app'), makeClient('wallet')])
  const logger = { debug: () => undefined, warn: () => undefined, error: () => undefined }
  const provider = createUniversalProvider({
    client: app,
    rpcMap: { 'eip155:31337': rpcUrl },
    services: { clock, fetch, logger },
  })
  ends.push(
    provider.close,
    () => app.close(),
    () => wallet.close(),
  )
  wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: grant(ALICE) }))
  provider.on('display_uri', (uri) => void wallet.pair({ uri }))
  const wait = (what: string, holds: () => boolean): Promise<void> => until(clock, what, holds)
  const finish = async <Value>(work: Promise<Value>): Promise<Value> => {
    let isDone = false
    const mark = (): void => {
      isDone = true
    }
    work.then(mark, mark)
    await wait('a promise is settled', () => isDone)
    return work
  }
  const session = await finish(
    provider.connect({
      optionalNamespaces: { eip155: { chains: ['eip155:31337'], methods: ['personal_sign'], events: [] } },
    }),
  )
  const face = provider.forNamespace('eip155')
  const heard: [string, unknown][] = []
  for (const name of ['connect', 'disconnect', 'chainChanged', 'accountsChanged']) {
    face.on(name, (payload: unknown) => void heard.push([name, payload]))
  }
  return { app, wallet, provider, face, heard, wait, finish, topic: session?.topic ?? '' }
}

test('connect, sign and read through one EIP-1193 face', async () => {
  const anvil = await startAnvil()
  ends.push(() => anvil.stop())
  const { wallet, face, finish, topic } = await open(anvil.url)
  wallet.on('session_request', ({ id, params }) => {
    void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: params.request.params } })
  })
  expect(await face.request({ method: 'eth_requestAccounts' })).toEqual([ALICE])
  expect(await face.request({ method: 'eth_chainId' })).toBe('0x7a69')
  expect(await finish(face.request({ method: 'personal_sign', params: ['0x68', ALICE] }))).toEqual(['0x68', ALICE])
  expect(await finish(face.request({ method: 'eth_blockNumber' }))).toBe('0x0')
})

test("the wallet's update, account, chain and end reach the face at once and in order", async () => {
  const { wallet, heard, wait, finish, topic, provider } = await open()
  await finish(wallet.update({ topic, namespaces: grant(BOB, [31_337, 10]) }))
  await wait('the accounts changed', () => heard.length === 1)
  await finish(wallet.emit({ topic, chainId: 'eip155:10', event: { name: 'chainChanged', data: 10 } }))
  await wait('the chain changed', () => heard.length === 3)
  await finish(wallet.disconnect({ topic }))
  await wait('the session ended', () => heard.length === 5)
  expect(heard).toMatchObject([
    ['accountsChanged', [BOB]],
    ['chainChanged', '0xa'],
    ['accountsChanged', [BOB]],
    ['accountsChanged', []],
    ['disconnect', { code: 4900 }],
  ])
  expect(provider.session).toBeUndefined()
})

test('a switch that the wallet answers before its update arrives still counts', async () => {
  const { wallet, face, finish, topic } = await open()
  wallet.on('session_request', ({ id }) => {
    void wallet
      .respond({ topic, response: { id, jsonrpc: '2.0', result: null } })
      .then(() => wallet.update({ topic, namespaces: grant(ALICE, [31_337, 137]) }))
  })
  expect(await finish(face.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] }))).toBeNull()
  expect(await face.request({ method: 'eth_chainId' })).toBe('0x89')
})

test('an end of the session rejects what waits for the wallet', async () => {
  const { wallet, face, finish, topic, wait } = await open()
  let isAsked = false
  wallet.on('session_request', () => {
    isAsked = true
  })
  const waiting = face.request({ method: 'personal_sign', params: ['0x68', ALICE] })
  waiting.catch(() => undefined)
  await wait('the wallet is asked', () => isAsked)
  await finish(wallet.disconnect({ topic }))
  await expect(finish(waiting)).rejects.toMatchObject({ code: 6000 })
})

test('a new provider over the same client takes up the session', async () => {
  const { app, provider, finish } = await open()
  provider.close()
  const logger = { debug: () => undefined, warn: () => undefined, error: () => undefined }
  const again = createUniversalProvider({ client: app, services: { clock: createManualClock(), fetch, logger } })
  expect(again.getAccounts('eip155')).toEqual([ALICE])
  await finish(again.disconnect())
  expect(app.session.length).toBe(0)
})
