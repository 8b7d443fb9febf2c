import { type FrameCallName, readFrameMessage, writeCall } from '@latchkey/wire/frame'
import { expect, it, onTestFinished } from 'vitest'
import { CallError } from './CallError.ts'
import { type CallHandler, OPEN_LIMIT, RATE_LIMIT, serveCalls } from './serveCalls.ts'

/** A port that is served, and the page's end of it. */
const open = (handle: CallHandler) => {
  const { port1: page, port2 } = new MessageChannel()
  const clock = { now: 0 }
  const logged: unknown[] = []
  const served = serveCalls(port2, handle, { now: () => clock.now, log: (what, error) => logged.push([what, error]) })
  const heard: unknown[] = []
  page.onmessage = ({ data }) => heard.push(readFrameMessage(data) ?? ['unreadable', data])
  onTestFinished(() => {
    served.close()
    page.close()
  })
  return {
    served,
    clock,
    logged,
    heard,
    post: (value: unknown) => page.postMessage(value),
    send: <Name extends FrameCallName>(name: Name, payload?: unknown, id: string = crypto.randomUUID()) => {
      page.postMessage(writeCall(id, name, payload as never))
      return id
    },
  }
}

/** Answers `GET_CHAIN_ID`, and holds every request until it is let go or given up. */
const holding = () => {
  const held: { readonly method: string; readonly signal: AbortSignal; readonly answer: (value: unknown) => void }[] =
    []
  const handle = (async (call: { name: string; payload?: { method?: string } }, signal: AbortSignal) => {
    if (call.name === 'GET_CHAIN_ID') return { chainId: 'eip155:1' }
    if (call.name === 'CONNECT_OTP') throw new CallError({ message: 'Wrong code', reason: 'CODE_REFUSED' })
    if (call.name === 'RELOAD') throw new Error('a share of 00ff11')
    return new Promise((answer) => held.push({ method: String(call.payload?.method), signal, answer }))
  }) as CallHandler
  return { held, handle }
}

it('answers a call under its id, in the order in which answers come', async () => {
  const { held, handle } = holding()
  const { send, heard } = open(handle)
  const slow = send('RPC_REQUEST', { method: 'eth_blockNumber' })
  const quick = send('GET_CHAIN_ID')
  await expect
    .poll(() => heard)
    .toEqual([{ kind: 'success', id: quick, name: 'GET_CHAIN_ID', answer: { chainId: 'eip155:1' } }])
  held[0]?.answer('0x10')
  await expect.poll(() => heard.at(-1)).toEqual({ kind: 'success', id: slow, name: 'RPC_REQUEST', answer: '0x10' })
})

it('says what a handler meant to say, and nothing of what went wrong by itself', async () => {
  const { send, heard, logged } = open(holding().handle)
  const refused = send('CONNECT_OTP', { otp: '123456' })
  const failed = send('RELOAD')
  await expect.poll(() => heard).toHaveLength(2)
  expect(heard).toContainEqual({
    kind: 'error',
    id: refused,
    name: 'CONNECT_OTP',
    failure: { message: 'Wrong code', reason: 'CODE_REFUSED' },
  })
  expect(heard).toContainEqual(
    expect.objectContaining({ id: failed, failure: expect.objectContaining({ reason: 'INTERNAL_ERROR' }) }),
  )
  expect(JSON.stringify(heard)).not.toContain('00ff11')
  expect(logged).toHaveLength(1)
})

it('SEC-36: an answer with a field that the schema has not goes nowhere', async () => {
  const { send, heard, logged } = open((async () => ({
    chainId: 'eip155:1',
    token: 'secret',
  })) as unknown as CallHandler)
  send('GET_CHAIN_ID')
  await expect.poll(() => heard).toHaveLength(1)
  expect(JSON.stringify(heard)).not.toContain('secret')
  expect(heard[0]).toMatchObject({ kind: 'error', failure: { reason: 'INTERNAL_ERROR' } })
  expect(logged).toHaveLength(1)
})

it('SEC-32: what is no call is dropped, counted, and never answered', async () => {
  const { post, send, heard, served } = open(holding().handle)
  for (const odd of [null, 'GET_CHAIN_ID', { type: '@latchkey-app/NOTHING', id: crypto.randomUUID() }, new Date(), [1]])
    post(odd)
  const id = send('GET_CHAIN_ID')
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard[0]).toMatchObject({ id })
  expect(served.dropped()).toBe(5)
})

it('SEC-33: an id is good for one call, also while the first is open', async () => {
  const { held, handle } = holding()
  const { send, heard } = open(handle)
  const id = send('RPC_REQUEST', { method: 'eth_blockNumber' })
  send('GET_CHAIN_ID', undefined, id)
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard[0]).toMatchObject({ kind: 'error', id, name: 'GET_CHAIN_ID', failure: { reason: 'ID_REPEATED' } })
  held[0]?.answer('0x1')
  await expect.poll(() => heard).toHaveLength(2)
  send('GET_CHAIN_ID', undefined, id)
  await expect.poll(() => heard.at(-1)).toMatchObject({ failure: { reason: 'ID_REPEATED' } })
  expect(held).toHaveLength(1)
})

it('SEC-33: at most 20 calls a second, with the time after which to come back', async () => {
  const { send, heard, clock } = open(holding().handle)
  for (let sent = 0; sent <= RATE_LIMIT; sent += 1) send('GET_CHAIN_ID')
  await expect.poll(() => heard).toHaveLength(RATE_LIMIT + 1)
  expect(heard.at(-1)).toMatchObject({ kind: 'error', failure: { reason: 'RATE_LIMITED', retryAfter: 1 } })
  clock.now = 1000
  send('GET_CHAIN_ID')
  await expect.poll(() => heard.at(-1)).toMatchObject({ kind: 'success' })
})

it('SEC-33: at most 32 calls are open at once', async () => {
  const { held, handle } = holding()
  const { send, heard, clock } = open(handle)
  for (let sent = 0; sent < OPEN_LIMIT; sent += 1) {
    clock.now += 100
    send('RPC_REQUEST', { method: 'eth_call', params: [] })
    // The clock moves with what was read, not with what was posted.
    await expect.poll(() => held).toHaveLength(sent + 1)
  }
  clock.now += 1000
  send('GET_CHAIN_ID')
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard[0]).toMatchObject({ failure: { reason: 'RATE_LIMITED' } })
})

it('SEC-40: an abort ends the request that it names, or all requests of this page, and no other call', async () => {
  const { held, handle } = holding()
  const one = open(handle)
  const other = open(handle)
  const first = one.send('RPC_REQUEST', { method: 'personal_sign', params: [] })
  const second = one.send('RPC_REQUEST', { method: 'eth_call', params: [] })
  const login = one.send('CONNECT_DEVICE')
  other.send('RPC_REQUEST', { method: 'personal_sign', params: [] })
  await expect.poll(() => held).toHaveLength(4)
  const named = one.send('RPC_ABORT', { id: first })
  await expect.poll(() => one.heard).toHaveLength(2)
  expect(one.heard).toContainEqual(expect.objectContaining({ id: named, kind: 'success' }))
  expect(one.heard).toContainEqual(
    expect.objectContaining({ id: first, failure: expect.objectContaining({ code: 4001, reason: 'REQUEST_ABORTED' }) }),
  )
  one.send('RPC_ABORT')
  await expect.poll(() => one.heard).toHaveLength(4)
  expect(one.heard.slice(2)).toContainEqual(expect.objectContaining({ id: second }))
  expect(held.map(({ signal }) => signal.aborted).filter(Boolean)).toHaveLength(2)
  expect([...one.heard, ...other.heard]).not.toContainEqual(expect.objectContaining({ id: login }))
  expect(other.heard).toEqual([])
})

it('a request that was given up is not answered again when its answer comes after all', async () => {
  const { held, handle } = holding()
  const { send, heard } = open(handle)
  const id = send('RPC_REQUEST', { method: 'eth_call', params: [] })
  await expect.poll(() => held).toHaveLength(1)
  send('RPC_ABORT', { id })
  await expect.poll(() => heard).toHaveLength(2)
  held[0]?.answer('0x1')
  const last = send('GET_CHAIN_ID')
  await expect.poll(() => heard).toHaveLength(3)
  expect(heard.at(-1)).toMatchObject({ id: last })
})

it('closing ends every open call', async () => {
  const { held, handle } = holding()
  const { send, served } = open(handle)
  send('CONNECT_DEVICE')
  await expect.poll(() => held).toHaveLength(1)
  served.close()
  expect(held[0]?.signal.aborted).toBe(true)
})
