import { createManualClock } from '@latchkey/testing'
import { createSignClient } from '@latchkey/walletconnect'
import { verifyMessage } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { createTestRelay } from '../../../../testing/src/relay/createTestRelay.ts'
import { createTestSurroundings } from '../../../../testing/src/relay/createTestSurroundings.ts'
import { drill } from '../drill.ts'
import { createScriptedPhone, type ScriptedPhoneOptions } from './createScriptedPhone.ts'

const RELAY_URL = 'wss://relay.test'
const CHAINS = [{ chainId: 1, name: 'One', rpcUrl: 'https://one.invalid' }] as const
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const GREETING = '0x48656c6c6f21'

let cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  cleanUps = []
})

/** A phone and a page over a relay in this process, whose clock the test moves. */
async function start(options: Partial<ScriptedPhoneOptions> = {}) {
  const clock = createManualClock()
  const relay = createTestRelay({ clock })
  const phone = await createScriptedPhone({
    relayUrl: RELAY_URL,
    chains: CHAINS,
    privateKey: KEY,
    surroundings: createTestSurroundings({ name: 'phone', relay, clock }),
    ...options,
  })
  const page = await createSignClient({
    relayUrl: RELAY_URL,
    metadata: { name: 'Shop', description: '', url: 'https://shop.test', icons: [] },
    surroundings: createTestSurroundings({ name: 'page', relay, clock }),
  })
  cleanUps.push(phone.close, () => page.close())
  const until = async <Value>(promise: Promise<Value>): Promise<Value> => {
    let isDone = false
    const mark = (): void => {
      isDone = true
    }
    promise.then(mark, mark)
    for (let turn = 0; turn < 400 && !isDone; turn += 1) await clock.advance(turn < 40 ? 1 : 10)
    expect(isDone).toBe(true)
    return promise
  }
  const ask = async (...chains: string[]) => {
    const optionalNamespaces: Record<string, { chains: string[]; methods: string[]; events: string[] }> = {}
    for (const chain of chains) {
      const methods = chain.startsWith('eip155') ? ['personal_sign'] : ['solana_signMessage']
      const key = chain.split(':')[0] ?? ''
      const known = optionalNamespaces[key]?.chains ?? []
      optionalNamespaces[key] = { chains: [...known, chain], methods, events: ['chainChanged'] }
    }
    const { uri = '', approval } = await until(page.connect({ optionalNamespaces }))
    const approved = approval()
    approved.catch(() => undefined)
    return { uri, approved }
  }
  const sign = (topic: string, chainId = 'eip155:1', method = 'personal_sign') =>
    page.request<string>({ topic, chainId, request: { method, params: [GREETING, phone.getAddress()] } })
  return { phone, page, clock, until, ask, sign }
}

test('a phone that read a code grants what it has of what was asked, and really signs', async () => {
  const { phone, until, ask, sign } = await start()
  const { uri, approved } = await ask('eip155:1', 'eip155:10')
  const session = await until(phone.scan(uri))
  expect(session?.namespaces.eip155?.accounts).toEqual([`eip155:1:${phone.getAddress()}`])
  const { topic } = await until(approved)
  const signature = (await until(sign(topic))) as `0x${string}`
  expect(await verifyMessage({ address: phone.getAddress(), message: 'Hello!', signature })).toBe(true)
  expect(phone.calls.map(({ method }) => method)).toEqual(['session_proposal', 'personal_sign'])
})

test('a phone says no to a code by its script or by its owner, and the page hears it', async () => {
  const { phone, until, ask } = await start({
    script: { session_proposal: [drill.no(5000, 'Not today.')] },
    approve: async () => false,
  })
  for (const words of ['Not today.', 'The visitor said no.']) {
    const { uri, approved } = await ask('eip155:1')
    expect(await until(phone.scan(uri))).toBeUndefined()
    await expect(until(approved)).rejects.toMatchObject({ code: 5000, message: words })
  }
  expect(phone.getSessions()).toEqual([])
})

test('a script that says yes to a code late speaks for the owner, and the phone signs', async () => {
  const { phone, until, ask, sign } = await start({
    script: { session_proposal: [drill.late(1, undefined)] },
    approve: async ({ method }) => method !== 'eth_requestAccounts',
  })
  const { uri, approved } = await ask('eip155:1')
  await until(phone.scan(uri))
  const { topic } = await until(approved)
  expect(await until(sign(topic))).toMatch(/^0x[0-9a-f]{130}$/)
})

test('a phone without any of the chains says so', async () => {
  const { phone, until, ask } = await start()
  const { uri, approved } = await ask('eip155:137')
  expect(await until(phone.scan(uri))).toBeUndefined()
  await expect(until(approved)).rejects.toMatchObject({ code: 5100 })
})

test('a locked phone answers once it is unlocked; refusals and delays are the script’s', async () => {
  const { phone, clock, until, ask, sign } = await start()
  const { uri, approved } = await ask('eip155:1')
  await until(phone.scan(uri))
  const { topic } = await until(approved)

  phone.lock()
  const asked = sign(topic)
  let isAnswered = false
  void asked.then(() => {
    isAnswered = true
  })
  await clock.advance(2_000)
  expect(phone.calls.at(-1)?.method).toBe('personal_sign')
  expect(isAnswered).toBe(false)
  phone.unlock()
  expect(await until(asked)).toMatch(/^0x[0-9a-f]{130}$/)

  phone.answer('personal_sign', drill.no(4001, 'No.'))
  await expect(until(sign(topic))).rejects.toMatchObject({ code: 4001, message: 'No.' })
})

test('accounts of other namespaces are granted, and their calls answered by the script alone', async () => {
  const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const { phone, until, ask, sign } = await start({
    otherAccounts: [`${chain}:FYUVNZ5vsmDY9w6aQEaJG2vwBuUj3dXq7HyLzqc7gCyd`],
    script: { solana_signMessage: [drill.ok('signed')] },
  })
  const { uri, approved } = await ask('eip155:1', chain)
  await until(phone.scan(uri))
  const { topic } = await until(approved)
  expect(await until(sign(topic, chain, 'solana_signMessage'))).toBe('signed')
  await expect(until(sign(topic, chain, 'solana_signMessage'))).rejects.toMatchObject({ code: 5101 })
})

test('a phone moves by its owner’s hand and ends its sessions', async () => {
  const two = { chainId: 2, name: 'Two', rpcUrl: 'https://two.invalid' }
  const { phone, page, until, ask } = await start({ chains: [...CHAINS, two] })
  const { uri, approved } = await ask('eip155:1', 'eip155:2')
  await until(phone.scan(uri))
  await until(approved)
  const moved = new Promise((resolve) => page.on('session_event', ({ params }) => resolve(params)))
  phone.switchChain(2)
  expect(await until(moved)).toMatchObject({ chainId: 'eip155:2', event: { name: 'chainChanged', data: 2 } })
  const ended = new Promise((resolve) => page.on('session_delete', resolve))
  await until(phone.drop())
  await until(ended)
  expect(page.session.values).toEqual([])
})
