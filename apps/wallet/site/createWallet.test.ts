import { createHash } from 'node:crypto'
import { startAnvil } from '@latchkey/testing/anvil.ts'
import { createManualClock } from '@latchkey/testing/createManualClock.ts'
import { createTestRelay } from '@latchkey/testing/relay/createTestRelay.ts'
import { createTestSurroundings, until } from '@latchkey/testing/relay/createTestSurroundings.ts'
import { createSignClient, type ProposalNamespaces, type SignClient } from '@latchkey/walletconnect'
import { createPublicClient, http, verifyMessage, verifyTypedData } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { readReceipt } from '../readReceipt.ts'
import { createKeys } from '../rules/keys.ts'
import { parseSettings } from '../settings.ts'
import { createWallet } from './createWallet.ts'
import type { Pending } from './wallet.ts'

const SLOPE = 'eip155:31337'
const VALLEY = 'eip155:31338'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})

const BOTH: ProposalNamespaces = {
  eip155: {
    chains: [SLOPE],
    methods: [
      'personal_sign',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'wallet_switchEthereumChain',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_getCapabilities',
      'eth_sign',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: { chains: [SOLANA], methods: ['solana_signMessage'], events: [] },
}

/** A site and the wallet over one relay, with a chain only where a test needs it. */
async function open(rpcUrl?: string) {
  const clock = createManualClock(Date.now())
  const relay = createTestRelay({ clock })
  const makeClient = (name: string): Promise<SignClient> =>
    createSignClient({
      relayUrl: 'wss://relay.test',
      name,
      metadata: { name, description: '', url: `https://${name}.test`, icons: [] },
      surroundings: createTestSurroundings({ name, relay, clock }),
    })
  const [site, client] = await Promise.all([makeClient('site'), makeClient('wallet')])
  ends.push(() => Promise.allSettled([site.close(), client.close()]))
  const wallet = createWallet({
    client,
    keys: createKeys(),
    settings: parseSettings({
      relayUrl: 'wss://relay.test',
      chains: [
        { id: SLOPE, name: 'Slope', symbol: 'ETH', decimals: 18, rpcUrl },
        { id: VALLEY, name: 'Valley', symbol: 'ETH', decimals: 18 },
      ],
    }),
    fetch,
    makeId: () => 'batch',
    clock,
  })
  const wait = (what: string, holds: () => boolean): Promise<void> => until(clock, what, holds)
  /** Waits for the next thing that the owner is asked. */
  const awaitPending = async <Kind extends Pending['kind']>(kind: Kind): Promise<Extract<Pending, { kind: Kind }>> => {
    const find = () => wallet.getState().pending.find((pending) => pending.kind === kind)
    await wait(`a ${kind} is shown`, () => find() !== undefined)
    return find() as Extract<Pending, { kind: Kind }>
  }
  /** Waits for a promise while the clock moves. */
  const finish = async <Value>(work: Promise<Value>): Promise<Value> => {
    let isDone = false
    const mark = (): void => {
      isDone = true
    }
    work.then(mark, mark)
    await wait('a promise is settled', () => isDone)
    return work
  }
  const connect = async (namespaces: ProposalNamespaces = BOTH, grants = ['eip155', 'solana']) => {
    const { uri = '', approval } = await finish(site.connect({ optionalNamespaces: namespaces }))
    await finish(wallet.pair(uri))
    const { id } = await awaitPending('proposal')
    const choices = Object.fromEntries(
      ['eip155', 'solana'].map((name) => [name, { isGranted: grants.includes(name), accountIndex: 0 }]),
    )
    await finish(wallet.approveProposal(id, choices))
    const session = await finish(approval())
    const ask = (method: string, params: unknown, chainId = SLOPE): Promise<unknown> => {
      const answer = site.request({ topic: session.topic, chainId, request: { method, params } })
      answer.catch(() => undefined)
      return answer
    }
    return { session, ask, topic: session.topic, current: () => site.session.get(session.topic) }
  }
  const approve = async (): Promise<void> => {
    const { id } = await awaitPending('request')
    await finish(wallet.approveRequest(id))
  }
  return {
    site,
    wallet,
    relay,
    clock,
    wait,
    awaitPending,
    finish,
    connect,
    approve,
    address: wallet.keys.getEvm(0).address,
  }
}

test('a pasted code brings a proposal, and approving grants what was chosen and the wallet can do', async () => {
  const { connect, wallet, address } = await open()
  const { session } = await connect(BOTH, ['eip155'])
  expect(Object.keys(session.namespaces)).toEqual(['eip155'])
  expect(session.namespaces.eip155?.accounts).toEqual([`${SLOPE}:${address}`])
  expect(session.namespaces.eip155?.methods).not.toContain('eth_sign')
  expect(wallet.getState().word.text).toBe('Connected to site.')
})

test('rejecting tells the site, and the proposal is gone', async () => {
  const { site, wallet, finish, awaitPending } = await open()
  const { uri = '', approval } = await finish(site.connect({ optionalNamespaces: BOTH }))
  await finish(wallet.pair(uri))
  const { id } = await awaitPending('proposal')
  const refused = approval()
  refused.catch(() => undefined)
  await finish(wallet.rejectProposal(id))
  await expect(finish(refused)).rejects.toMatchObject({ code: 5000 })
  expect(wallet.getState().pending).toEqual([])
})

test('a code that is none is said in a sentence without the code', async () => {
  const { wallet, finish } = await open()
  await finish(wallet.pair('wc:0011@2?relay-protocol=irn'))
  expect(wallet.getState().pairing.problem).toBe('A part of this code is missing. Copy all of it.')
})

test('a code that is over, damaged or used is refused in plain words', async () => {
  const { site, wallet, finish, awaitPending } = await open()
  const { uri = '', approval } = await finish(site.connect({ optionalNamespaces: BOTH }))
  const findProblem = async (code: string): Promise<string | undefined> => {
    await finish(wallet.pair(code))
    return wallet.getState().pairing.problem
  }
  expect(await findProblem(uri.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1600000000'))).toBe(
    'This code is no longer valid. Ask the site for a new one.',
  )
  expect(await findProblem(uri.replace(/symKey=[0-9a-f]{8}/, 'symKey=00000000'))).toBe(
    'This code is damaged. Copy it again.',
  )
  expect(await findProblem(uri)).toBeUndefined()
  const { id } = await awaitPending('proposal')
  await finish(wallet.approveProposal(id, { eip155: { isGranted: true, accountIndex: 0 } }))
  await finish(approval())
  expect(await findProblem(uri)).toBe('This code was used already. Ask the site for a new one.')
})

test('the wallet says that it waits for the site, and what may be the matter when nothing comes', async () => {
  const { site, wallet, finish, wait } = await open()
  const { uri = '' } = await finish(site.connect({ optionalNamespaces: BOTH }))
  const key = 'ee'.repeat(32)
  const topic = createHash('sha256').update(key, 'hex').digest('hex')
  await finish(wallet.pair(uri.replace(/[0-9a-f]{64}@/, `${topic}@`).replace(/symKey=[0-9a-f]+/, `symKey=${key}`)))
  expect(wallet.getState().pairing).toEqual({ step: 'waiting', problem: undefined })
  await wait('it says that nothing came', () => wallet.getState().pairing.problem !== undefined)
  expect(wallet.getState().pairing).toEqual({
    step: 'resting',
    problem: 'The site does not answer. A code works once: ask the site for a new one.',
  })
  await finish(wallet.pair(uri))
  await wait('the proposal is shown', () => wallet.getState().pending.length === 1)
  expect(wallet.getState().pairing).toEqual({ step: 'resting', problem: undefined })
})

test('a proposal whose code the site took back is gone, and that is said', async () => {
  const { site, wallet, finish, awaitPending, wait, clock } = await open()
  const { uri = '', approval } = await finish(site.connect({ optionalNamespaces: BOTH }))
  approval().catch(() => undefined)
  await finish(wallet.pair(uri))
  const { proposal } = await awaitPending('proposal')
  await finish(site.disconnect({ topic: proposal.pairingTopic }))
  await wait('the proposal is gone', () => wallet.getState().pending.length === 0)
  expect(wallet.getState().word.text).toBe('The site took its code back.')
  await clock.advance(310_000)
  expect(wallet.getState().word.text, 'nothing more is said when it runs out').toBe('The site took its code back.')
})

test('a proposal that ran out before its owner decided is gone, and that is said', async () => {
  const { site, wallet, finish, awaitPending, wait, clock } = await open()
  const { uri = '', approval } = await finish(site.connect({ optionalNamespaces: BOTH }))
  approval().catch(() => undefined)
  await finish(wallet.pair(uri))
  await awaitPending('proposal')
  await clock.advance(310_000)
  await wait('the proposal is gone', () => wallet.getState().pending.length === 0)
  expect(wallet.getState().word).toMatchObject({ text: 'The site waited five minutes and gave up.', isProblem: true })
})

test('a socket that rests because nothing needs it is not called a search for the relay', async () => {
  const { site, wallet, finish, awaitPending, wait } = await open()
  const { uri = '', approval } = await finish(site.connect({ optionalNamespaces: BOTH }))
  approval().catch(() => undefined)
  await finish(wallet.pair(uri))
  const { proposal } = await awaitPending('proposal')
  expect(wallet.getState().relay).toBe('connected')
  await finish(site.disconnect({ topic: proposal.pairingTopic }))
  await wait('the wallet rests', () => wallet.getState().relay !== 'connected')
  expect(wallet.getState().relay).toBe('idle')
})

test('a message is shown as text and its signature is the account’s', async () => {
  const { connect, awaitPending, approve, finish, address } = await open()
  const { ask } = await connect()
  const message = 'Grüße, 世界 🌲'
  const hexText = `0x${Buffer.from(message).toString('hex')}`
  const answer = ask('personal_sign', [hexText, address])
  expect((await awaitPending('request')).question).toMatchObject({ title: 'Sign this message?', text: message })
  await approve()
  const signature = (await finish(answer)) as `0x${string}`
  expect(await verifyMessage({ address, message, signature })).toBe(true)
})

test('typed data is signed as asked, and a foreign chain in it is warned of', async () => {
  const { connect, awaitPending, approve, finish, address } = await open()
  const { ask } = await connect()
  const typed = {
    domain: { name: 'Shop', chainId: 1 },
    types: { EIP712Domain: [], Order: [{ name: 'items', type: 'Item[]' }], Item: [{ name: 'id', type: 'uint256' }] },
    primaryType: 'Order',
    message: { items: [{ id: '5' }] },
  }
  const answer = ask('eth_signTypedData_v4', [address, JSON.stringify(typed)])
  const { question } = await awaitPending('request')
  expect(question.warnings).toEqual(['It is for chain 1, not for Slope. Sign only if you know why.'])
  expect(question.tree).toMatchObject([
    { name: 'items', children: [{ name: '1', children: [{ name: 'id', value: '5' }] }] },
  ])
  await approve()
  const signature = (await finish(answer)) as `0x${string}`
  const { EIP712Domain: _, ...types } = typed.types
  expect(
    await verifyTypedData({
      address,
      domain: typed.domain,
      types,
      primaryType: 'Order',
      message: { items: [{ id: 5n }] },
      signature,
    }),
  ).toBe(true)
})

test('a refusal answers 4001 and takes nothing', async () => {
  const { connect, awaitPending, finish, wallet, address } = await open()
  const { ask } = await connect()
  const answer = ask('personal_sign', ['0x68', address])
  const { id } = await awaitPending('request')
  await finish(wallet.rejectRequest(id))
  await expect(finish(answer)).rejects.toMatchObject({ code: 4001 })
})

test('an answer that the relay did not take is kept, and rejecting later does not hide that it was given', async () => {
  const { connect, awaitPending, finish, wallet, wait, relay, address } = await open()
  const { ask } = await connect()
  const answer = ask('personal_sign', ['0x68', address])
  const { id } = await awaitPending('request')
  const heal = relay.interfere(({ method, direction }) =>
    direction === 'toRelay' && method === 'irn_publish' ? 'drop' : 'pass',
  )
  await finish(wallet.approveRequest(id))
  expect(wallet.getState().word.isProblem).toBe(true)
  await wait('the request is still there', () => wallet.getState().pending.some((pending) => pending.id === id))
  heal()
  await finish(wallet.rejectRequest(id))
  expect(wallet.getState().word.text).toBe('It was done before. The site has the answer.')
  expect(await finish(answer)).toMatch(/^0x/)
})

test('a foreign account is refused unasked, and what a site may know is told unasked', async () => {
  const { connect, finish, wallet, address } = await open()
  const { ask } = await connect()
  const foreign = ask('personal_sign', ['0x68', '0x3333333333333333333333333333333333333333'])
  await expect(finish(foreign)).rejects.toMatchObject({ code: 4100 })
  expect(await finish(ask('wallet_getCapabilities', [address]))).toEqual({
    '0x7a69': { atomic: { status: 'unsupported' } },
  })
  expect(wallet.getState().pending).toEqual([])
})

test('switching to a network of the wallet adds it to the session and tells the site', async () => {
  const { connect, approve, finish, site, wait, address } = await open()
  const { ask, current } = await connect()
  const events: unknown[] = []
  site.on('session_event', ({ params }) => void events.push(params))
  const answer = ask('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
  await approve()
  expect(await finish(answer)).toBeNull()
  await wait('the event arrives', () => events.length > 0)
  expect(current().namespaces.eip155?.accounts).toContain(`${VALLEY}:${address}`)
  expect(events).toEqual([{ event: { name: 'chainChanged', data: 31_338 }, chainId: VALLEY }])
  await expect(finish(ask('wallet_switchEthereumChain', [{ chainId: '0x1' }]))).rejects.toMatchObject({ code: 4902 })
})

test('the owner switches account, takes a family back, adds it anew, extends and disconnects', async () => {
  const { connect, finish, site, wait, wallet } = await open()
  const { topic, current } = await connect()
  const events: unknown[] = []
  site.on('session_event', ({ params }) => void events.push(params.event))
  const second = wallet.keys.getEvm(1).address
  await finish(wallet.switchAccount(topic, 'eip155', 1))
  await wait(
    'the site sees the second account',
    () => current().namespaces.eip155?.accounts[0] === `${SLOPE}:${second}`,
  )
  await wait('the event arrives', () => events.length > 0)
  expect(events).toEqual([{ name: 'accountsChanged', data: [second] }])
  await finish(wallet.removeNamespace(topic, 'solana'))
  await wait('Solana is gone', () => current().namespaces.solana === undefined)
  await finish(wallet.addNamespace(topic, 'solana'))
  await wait('Solana is back', () => current().namespaces.solana !== undefined)
  await finish(wallet.extend(topic))
  await finish(wallet.disconnect(topic))
  await wait('the site knows', () => site.session.length === 0)
  expect(wallet.getState().sessions).toEqual([])
})

test('a sign-in is shown, signed and makes a session', async () => {
  const { site, wallet, finish, awaitPending, address } = await open()
  const { uri = '', response } = await finish(
    site.authenticate({
      chains: [SLOPE],
      domain: 'site.test',
      uri: 'https://site.test',
      nonce: 'abcdefgh',
      statement: 'Come in.',
      methods: ['personal_sign'],
    }),
  )
  await finish(wallet.pair(uri))
  const { id, request } = await awaitPending('signIn')
  expect(wallet.getState().pending.length, 'the plain proposal beside it is not shown').toBe(1)
  const shown = wallet.readSignIn(request.authPayload, 0)
  expect('text' in shown && shown.text).toContain(
    `site.test wants you to sign in with your Ethereum account:\n${address}\n`,
  )
  await finish(wallet.approveSignIn(id, 0))
  const { session } = await finish(response())
  expect(session?.namespaces.eip155?.accounts).toEqual([`${SLOPE}:${address}`])
})

test('transactions and batches are sent to the chain and mined', async () => {
  const anvil = await startAnvil()
  ends.push(() => anvil.stop())
  const { connect, awaitPending, finish, wallet, address } = await open(anvil.url)
  const { ask } = await connect()
  const to = '0x00000000000000000000000000000000000000aa'
  const reader = createPublicClient({ transport: http(anvil.url) })
  const approve = async (): Promise<void> => {
    const { id } = await awaitPending('request')
    await wallet.approveRequest(id)
  }
  const one = ask('eth_sendTransaction', [{ from: address, to, value: '0x16345785d8a0000' }])
  expect((await awaitPending('request')).question).toMatchObject({ action: 'Send 0.1 ETH' })
  await approve()
  const hash = (await finish(one)) as `0x${string}`
  expect((await readReceipt(reader, hash, 10)).status).toBe('success')

  const many = ask('wallet_sendCalls', [
    { version: '2.0.0', chainId: '0x7a69', atomicRequired: false, calls: [{ to, value: '0x1' }, { to }] },
  ])
  await approve()
  const { id, capabilities } = (await finish(many)) as {
    id: string
    capabilities: { caip345: { transactionHashes: unknown[] } }
  }
  expect([id, capabilities.caip345.transactionHashes.length]).toEqual(['batch', 2])
  expect(await finish(ask('wallet_getCallsStatus', [id]))).toMatchObject({ status: 200, atomic: false })
  await expect(finish(ask('wallet_sendCalls', [{ atomicRequired: true, calls: [{ to }] }]))).rejects.toMatchObject({
    code: 5760,
  })
})

test('without a node a transaction can only be refused', async () => {
  const { connect, awaitPending, finish, wallet, address } = await open()
  const { ask } = await connect()
  const answer = ask('eth_sendTransaction', [{ from: address, to: address, value: '0x1' }])
  const { id, question } = await awaitPending('request')
  expect(question.problem).toBe('This demo wallet has no node of Slope, so it cannot send.')
  await finish(wallet.approveRequest(id))
  expect(wallet.getState().pending.length).toBe(1)
  await finish(wallet.rejectRequest(id))
  await expect(finish(answer)).rejects.toMatchObject({ code: 4200 })
})

test('an answer that could not be sent to one site is never sent to another whose request has its id', async () => {
  const { site, wallet, relay, connect, awaitPending, finish, approve, address, wait } = await open()
  const first = await connect()
  const second = await connect()
  void first.ask('personal_sign', ['0x61', address])
  const { id } = await awaitPending('request')
  const answer = relay.failMethod('irn_publish')
  await finish(wallet.approveRequest(id))
  answer()
  await finish(site.disconnect({ topic: first.topic, reason: { code: 6000, message: '' } }))
  await wait('the first request is gone', () => wallet.getState().pending.length === 0)
  const request = { method: 'personal_sign', params: ['0x62', address] }
  const { backend } = site.internals
  await finish(backend.call('request', { id, topic: second.topic, chainId: SLOPE, request }, { callId: 'again' }))
  await approve()
  const answered = () => site.internals.leading()?.tables.sent.get(String(id))?.response
  await wait('the second request is answered', () => answered() !== undefined)
  const { result } = answered() as { result: `0x${string}` }
  expect(await verifyMessage({ address, message: 'b', signature: result })).toBe(true)
})
