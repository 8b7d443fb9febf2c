import { createManualClock } from '@latchkey/testing'
import { CallError, createFrameWindows } from '@latchkey/testing/createFrameWindows.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CallHandler } from '../../../../../../apps/frame/channel/serveCalls.ts'
import { type FrameNotice, openFrameChannel, READY_LIMIT_MS } from './frameChannel.ts'

/** A page with a frame that answers as it is told; `asked` has what came to it. */
function play(answer: (name: string, payload: unknown, signal: AbortSignal) => unknown = () => undefined) {
  const asked: { name: string; id: string; payload: unknown }[] = []
  const clock = createManualClock()
  const windows = createFrameWindows(
    (async (call, signal) => {
      asked.push(call)
      return answer(call.name, call.payload, signal)
    }) as CallHandler,
    clock.now,
  )
  const notices: FrameNotice[] = []
  let runs = 0
  const channel = openFrameChannel(
    {
      page: windows.page,
      getWindow: () => windows.frame,
      origin: windows.origin,
      projectId: 'hollowpine',
      clock,
      newId: () => crypto.randomUUID(),
    },
    {
      notice: (notice) => notices.push(notice),
      ready: () => {
        runs += 1
      },
    },
  )
  onTestFinished(() => {
    channel.close()
    windows.close()
  })
  return { ...windows, asked, clock, channel, notices, countRuns: () => runs }
}

describe('the channel to the frame', () => {
  it('carries a call there and its answer back, also one that was asked before the frame ran', async () => {
    const { channel, load, asked } = play(() => ({ chainId: 'eip155:10' }))
    const early = channel.call('GET_CHAIN_ID')
    expect(asked).toEqual([])
    load()
    expect(await early).toEqual({ chainId: 'eip155:10' })
    expect(await channel.call('SWITCH_NETWORK', { chainId: 'eip155:10' })).toEqual({ chainId: 'eip155:10' })
    expect(asked.map(({ name }) => name)).toEqual(['GET_CHAIN_ID', 'SWITCH_NETWORK'])
  })

  it('says what the frame found out about its storage', async () => {
    const { channel, load } = play()
    expect(channel.getStorage()).toBeUndefined()
    load({ storage: 'none' })
    expect(channel.getStorage()).toBe('none')
  })

  it('gives a call no end while a person looks at the frame, and its whole time after', async () => {
    const { channel, load, clock, tell, notices } = play(() => new Promise(() => {}))
    load()
    let failed = ''
    channel.call('GET_USER').catch(({ kind }) => {
      failed = kind
    })
    await clock.advance(29_000)
    tell('UI_REQUEST', { reason: 'recovery', minWidth: 320, minHeight: 560 })
    await expect.poll(() => notices).toHaveLength(1)
    await clock.advance(600_000)
    tell('UI_DONE', { reason: 'recovery', outcome: 'done' })
    await expect.poll(() => notices).toHaveLength(2)
    await clock.advance(29_000)
    expect(failed).toBe('')
    await clock.advance(1_000)
    expect(failed).toBe('late')
  })

  it('gives a call an end again once nobody looks at the frame any more', async () => {
    const { channel, load, clock, tell, notices } = play(() => new Promise(() => {}))
    load()
    const waiting = expect(channel.call('GET_USER')).rejects.toMatchObject({ kind: 'late' })
    await clock.advance(1_000)
    tell('UI_REQUEST', { reason: 'recovery', minWidth: 320, minHeight: 560 })
    await expect.poll(() => notices).toHaveLength(1)
    await clock.advance(600_000)
    channel.goOn()
    await clock.advance(30_000)
    await waiting
  })

  it('SEC-30: posts to the origin of the frame by name, and nowhere else', async () => {
    const { channel, load, targets, origin, host } = play(() => ({ isConnected: false }))
    load()
    await channel.call('IS_CONNECTED')
    expect(new Set(targets)).toEqual(new Set([origin, host]))
  })

  it('SEC-31: takes READY from the frame’s own window and origin alone, and only as it is written', async () => {
    const { arrive, countRuns, load } = play()
    const payload = { version: '1', protocol: 1, nonce: 'AAECAwQFBgcICQoLDA0ODw', storage: 'kept' }
    const ready = { type: '@latchkey-frame/READY', payload }
    arrive({ data: ready, origin: 'https://other.example' })
    arrive({ data: ready, source: { postMessage: () => undefined } })
    arrive({ data: ready, source: null })
    arrive({ data: { ...ready, extra: 1 } })
    arrive({ data: { ...ready, payload: { ...payload, protocol: 2 } } })
    arrive({ data: { ...ready, payload: { ...payload, nonce: 'short' } } })
    arrive({ data: '@latchkey-frame/READY' })
    expect(countRuns()).toBe(0)
    load()
    expect(countRuns()).toBe(1)
  })

  it('SEC-32: hears nothing that comes by the window, and drops what is no message of the frame', async () => {
    const { arrive, channel, load, notices, tell } = play(() => ({ isConnected: true }))
    load()
    await channel.call('IS_CONNECTED')
    const notice = { reason: 'approve', minWidth: 360, minHeight: 600 } as const
    arrive({ data: { type: '@latchkey-frame/UI_REQUEST', payload: notice } })
    expect(notices).toEqual([])
    tell('UI_REQUEST', notice)
    await vi.waitFor(() => expect(notices).toEqual([{ kind: 'notice', name: 'UI_REQUEST', payload: notice }]))
  })

  it('SEC-33: gives every call a UUID of its own, and no more than 20 a second', async () => {
    const { asked, channel, clock, load } = play(() => ({ chainId: 'eip155:1' }))
    load()
    const answers = Array.from({ length: 45 }, () => channel.call('GET_CHAIN_ID'))
    await Promise.all(answers.slice(0, 20))
    expect(asked).toHaveLength(20)
    await clock.advance(1_100)
    await Promise.all(answers.slice(0, 40))
    expect(asked).toHaveLength(40)
    await clock.advance(1_100)
    await Promise.all(answers)
    expect(new Set(asked.map(({ id }) => id)).size).toBe(45)
  })

  it('SEC-33: has at most 32 calls open at once; the next goes with the first answer', async () => {
    const ends: (() => void)[] = []
    const { asked, channel, clock, load } = play(() => new Promise((resolve) => ends.push(() => resolve(null))))
    load()
    const answers = Array.from({ length: 33 }, () => channel.call('RPC_REQUEST', { method: 'eth_blockNumber' }))
    await vi.waitFor(() => expect(asked).toHaveLength(20))
    await clock.advance(2_200)
    await vi.waitFor(() => expect(asked).toHaveLength(32))
    ends[0]?.()
    await answers[0]
    await vi.waitFor(() => expect(asked).toHaveLength(33))
    for (const end of ends) end()
    await Promise.all(answers)
  })

  it('tells what the frame refused, with its code, its reason and when to try again', async () => {
    const { channel, load } = play(() => {
      throw new CallError({ message: 'Wrong code', code: -32000, reason: 'CODE_REFUSED', retryAfter: 30 })
    })
    load()
    await expect(channel.call('CONNECT_OTP', { otp: '000000' })).rejects.toMatchObject({
      kind: 'refused',
      code: -32000,
      reason: 'CODE_REFUSED',
      retryAfter: 30,
    })
  })

  it('F-42: gives a frame 20 s to run, and ends at once what is asked of one that did not', async () => {
    const { channel, clock, load } = play(() => ({ isConnected: true }))
    const asking = channel.call('IS_CONNECTED')
    const failed = expect(asking).rejects.toMatchObject({ kind: 'unreachable' })
    await clock.advance(READY_LIMIT_MS)
    await failed
    await expect(channel.call('IS_CONNECTED')).rejects.toMatchObject({ kind: 'unreachable' })
    // One that comes all the same is right.
    load()
    expect(await channel.call('IS_CONNECTED')).toEqual({ isConnected: true })
  })

  it('F-42: a call that is not answered in its time ends alone', async () => {
    const { asked, channel, clock, load } = play((name) =>
      name === 'GET_CHAIN_ID' ? { chainId: 'eip155:1' } : new Promise(() => undefined),
    )
    load()
    const late = channel.call('CONNECT_EMAIL', { email: 'visitor@shop.example' })
    const person = channel.call('CONNECT_DEVICE')
    const request = channel.call('RPC_REQUEST', { method: 'personal_sign', params: [] })
    let ends = 0
    const count = (): void => {
      ends += 1
    }
    person.catch(count)
    request.catch(count)
    await vi.waitFor(() => expect(asked).toHaveLength(3))
    const failed = expect(late).rejects.toMatchObject({ kind: 'late' })
    await clock.advance(30_000)
    await failed
    expect(ends).toBe(0)
    expect(await channel.call('GET_CHAIN_ID')).toEqual({ chainId: 'eip155:1' })
    const personLate = expect(person).rejects.toMatchObject({ kind: 'late' })
    await clock.advance(90_000)
    await personLate
    expect(ends).toBe(1)
  })

  it('SEC-40: an abort rejects its own request with 4001 and takes it from the frame; no other one is touched', async () => {
    const ended: unknown[] = []
    const { asked, channel, load } = play(
      (_, payload, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => ended.push(payload))
          if ((payload as { method: string }).method === 'eth_gasPrice') resolve('0x1')
        }),
    )
    load()
    const ender = new AbortController()
    const first = { method: 'personal_sign' as const, params: ['0x00'] }
    const asking = channel.call('RPC_REQUEST', first, { signal: ender.signal })
    const other = channel.call('RPC_REQUEST', { method: 'personal_sign', params: ['0x01'] })
    other.catch(() => undefined)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    ender.abort()
    await expect(asking).rejects.toMatchObject({ kind: 'aborted', code: 4001 })
    await vi.waitFor(() => expect(ended).toEqual([first]))
    expect(await channel.call('RPC_REQUEST', { method: 'eth_gasPrice' })).toBe('0x1')
  })

  it('a frame that is loaded anew ends what it had been asked, and is spoken to by a new port', async () => {
    let answers = false
    const { asked, channel, countRuns, load } = play(() =>
      answers ? { chainId: 'eip155:1' } : new Promise(() => undefined),
    )
    load()
    const asking = channel.call('GET_CHAIN_ID')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    answers = true
    const failed = expect(asking).rejects.toMatchObject({ kind: 'lost' })
    load({ nonce: 'BBECAwQFBgcICQoLDA0ODw' })
    await failed
    expect(await channel.call('GET_CHAIN_ID')).toEqual({ chainId: 'eip155:1' })
    expect(countRuns()).toBe(2)
  })

  it('leaves no timer once it is closed', async () => {
    const { channel, clock, load } = play(() => new Promise(() => undefined))
    load()
    const asking = channel.call('GET_CHAIN_ID')
    const failed = expect(asking).rejects.toMatchObject({ kind: 'lost' })
    channel.close()
    await failed
    expect(clock.countTimers()).toBe(0)
  })
})
