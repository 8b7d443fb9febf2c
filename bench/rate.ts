/**
 * `npm run bench -- rate`: what a message costs a relay that runs alone, at 1,000 a second and as fast as it goes, beside a
 * socket that sends back what it gets and stores nothing.
 *
 * Twenty publishers each have a reader; a message's time is from its publishing until its reader has it, with its note on the
 * disk. The echo's clients send the same bytes and get them back. Processor time is that of the server process, all threads.
 */
import { fork } from 'node:child_process'
import { fdatasyncSync } from 'node:fs'
import WebSocket from 'ws'
import { bundleChild } from './bundleChild.ts'
import { heardFrom } from './heardFrom.ts'
import { quantile } from './quantile.ts'
import { openRelayClient } from './relayClient.ts'
import { timeSyncs } from './timeSyncs.ts'

const PAIRS = 20
const PER_SECOND = 1_000
const SECONDS = 30
/** Messages of each publisher that are under way at full load, and of all publishers together. */
const UNDER_WAY = 16
const FULL_LOAD = 20_000
const MESSAGE = 'x'.repeat(1_000)
/** Each message begins with its number. */
const KEY_LENGTH = 10

/** Sends a message by one of the pairs; resolves once its sender may send the next. */
type Send = (pair: number, text: string) => Promise<unknown>
type Usage = { rss: number; cpuMs: number }

const program = await bundleChild('rateChild', { packages: 'external' })
// Before anything has been written and removed, which keeps the disk busy for a while.
const syncMs = quantile(timeSyncs(MESSAGE, fdatasyncSync))
const echo = await measure('echo')
const relay = await measure('relay')

export const result = {
  echoMs: { median: round(echo.paced.median), p99: round(echo.paced.p99) },
  relayMs: { median: round(relay.paced.median), p99: round(relay.paced.p99) },
  syncMs: round(syncMs),
  medianPerEchoAndSync: round(relay.paced.median / (echo.paced.median + syncMs)),
  p99PerEcho: round(relay.paced.p99 / echo.paced.p99),
  cpuMsAMessage: { echo: round(echo.paced.cpuMs), relay: round(relay.paced.cpuMs) },
  atFullLoad: {
    messagesPerSecond: Math.round(relay.full.perSecond),
    cpuMsAMessage: round(relay.full.cpuMs),
    echoesPerSecond: Math.round(echo.full.perSecond),
  },
  relayMegabytes: {
    atStart: megabytes(relay.atStart.rss),
    afterPaced: megabytes(relay.afterPaced.rss),
    atFullLoad: megabytes(relay.atEnd.rss),
  },
}

async function measure(kind: 'echo' | 'relay') {
  const child = fork(program, [kind], { execArgv: ['--no-warnings'] })
  const url = String(await heardFrom(child, kind, 30_000))
  const usage = async (): Promise<Usage> => {
    child.send('usage')
    return (await heardFrom(child, `usage of ${kind}`, 10_000)) as Usage
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const atStart = await usage()
  const sentAt = new Map<string, number>()
  let times: number[] = []
  let received = 0
  const receive = (text: string): void => {
    const key = text.slice(0, KEY_LENGTH)
    times.push(performance.now() - (sentAt.get(key) ?? 0))
    sentAt.delete(key)
    received += 1
  }
  const sending = kind === 'relay' ? await openPairs(url, receive) : await openEchoes(url, receive)
  let numbered = 0
  const send: Send = (pair, text) => {
    const key = String(numbered++).padStart(KEY_LENGTH, '0')
    sentAt.set(key, performance.now())
    return sending(pair, key + text)
  }
  const whenAll = async (): Promise<void> => {
    while (received < numbered) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  await pace(send, 2)
  await whenAll()
  times = []
  const before = await usage()
  await pace(send, SECONDS)
  await whenAll()
  const afterPaced = await usage()
  const paced = {
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpuMs: (afterPaced.cpuMs - before.cpuMs) / times.length,
  }

  const begin = performance.now()
  let left = FULL_LOAD
  await Promise.all(
    Array.from({ length: PAIRS * UNDER_WAY }, async (_, index) => {
      while (left-- > 0) await send(index % PAIRS, MESSAGE)
    }),
  )
  await whenAll()
  const fullMs = performance.now() - begin
  const atEnd = await usage()
  const full = { perSecond: FULL_LOAD / (fullMs / 1_000), cpuMs: (atEnd.cpuMs - afterPaced.cpuMs) / FULL_LOAD }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.disconnect()
  await ended
  return { atStart, afterPaced, atEnd, paced, full }
}

/** So many messages a second, whatever became of those before. */
async function pace(send: Send, seconds: number): Promise<void> {
  const begin = performance.now()
  for (let count = 0; count < seconds * PER_SECOND; ) {
    const due = Math.min(seconds * PER_SECOND, Math.floor(((performance.now() - begin) / 1_000) * PER_SECOND))
    for (; count < due; count += 1) void send(count % PAIRS, MESSAGE)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

async function openPairs(url: string, receive: (text: string) => void): Promise<Send> {
  const pairs = await Promise.all(
    Array.from({ length: PAIRS }, async (_, index) => {
      const topic = index.toString(16).padStart(64, '0')
      const reader = await openRelayClient(url)
      reader.onMessage = receive
      await reader.call('irn_subscribe', { topic })
      return { topic, client: await openRelayClient(url) }
    }),
  )
  return async (index, message) => {
    const pair = pairs[index]
    await pair?.client.call('irn_publish', { topic: pair.topic, message, ttl: 300, tag: 1108, prompt: false })
  }
}

async function openEchoes(url: string, receive: (text: string) => void): Promise<Send> {
  const sockets = await Promise.all(
    Array.from({ length: PAIRS }, async () => {
      const socket = new WebSocket(url)
      const back: (() => void)[] = []
      socket.on('message', (text) => {
        receive(String(text))
        back.shift()?.()
      })
      await new Promise((resolve) => socket.once('open', resolve))
      return { socket, back }
    }),
  )
  return (index, text) =>
    new Promise<void>((resolve) => {
      sockets[index]?.back.push(resolve)
      sockets[index]?.socket.send(text)
    })
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576)
}
