import { connect } from 'node:net'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GatewayEnvironment } from './gateway/environment.ts'
import { type Listening, listen } from './listen.ts'

let listening: Listening

beforeEach(async () => {
  listening = await listen(
    { host: '127.0.0.1', port: 0 },
    { headersMs: 100, requestMs: 300, keepAliveMs: 100, proxyKeepAliveMs: 100, checkMs: 20 },
  )
})
afterEach(() => listening.stop())

/** Sends the beginning of a request, then a piece of it every few ms, and gives what came back once the other side hangs up. */
function sendSlowly(start: string, piece: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(listening.url)
    const socket = connect(Number(port), hostname, () => {
      if (start !== '') socket.write(start)
    })
    const sending = setInterval(() => {
      if (piece !== '') socket.write(piece)
    }, 10)
    let got = ''
    socket.on('data', (bytes) => {
      got += bytes.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(sending)
      resolve(got)
    })
  })
}

test.each([
  ['says nothing', '', ''],
  ['stops within its headers', 'GET /health HTTP/1.1\r\nHost: x\r\n', ''],
  ['sends header after header', 'GET /health HTTP/1.1\r\nHost: x\r\n', 'X-More: 1\r\n'],
])('SEC-107: a client that %s is hung up on', async (_name, start, piece) => {
  expect(await sendSlowly(start, piece)).toMatch(/^HTTP\/1\.1 408 /)
})

test('SEC-107: a client that sends its body byte by byte is hung up on', async () => {
  const app = new Hono<GatewayEnvironment>()
  app.onError(() => new Response(null, { status: 400 }))
  let isBodyWhole = false
  app.post('/', async (context) => {
    await context.req.text()
    isBodyWhole = true
    return context.text('taken')
  })
  listening.serve(app)
  const got = await sendSlowly('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', '.')
  expect(got).not.toContain('taken')
  expect(isBodyWhole).toBe(false)
})

test('a connection that is kept for the next request is let go', async () => {
  expect(await sendSlowly('GET / HTTP/1.1\r\nHost: x\r\n\r\n', '')).toMatch(/^HTTP\/1\.1 503 .*NOT_READY/s)
})

test('a connection of a trusted proxy is kept for the next request for as long as the proxy keeps it', async () => {
  const proxied = await listen(
    { host: '127.0.0.1', port: 0, trustedProxies: ['127.0.0.1/32'] },
    { headersMs: 100, requestMs: 300, keepAliveMs: 100, proxyKeepAliveMs: 60_000, checkMs: 20 },
  )
  const { hostname, port } = new URL(proxied.url)
  const socket = connect(Number(port), hostname)
  let got = ''
  socket.on('data', (bytes) => {
    got += bytes.toString()
  })
  const ask = async (times: number) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => got.match(/NOT_READY/g)).toHaveLength(times)
  }
  await ask(1)
  // Well above what any other connection is kept for, and what headers and a request may take.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await ask(2)
  const hungUp = new Promise((resolve) => socket.on('close', resolve))
  await proxied.stop()
  await hungUp
})

test('at its end it answers what it was asked, and then takes nothing more over that connection', async () => {
  const patient = await listen(
    { host: '127.0.0.1', port: 0 },
    { headersMs: 60_000, requestMs: 60_000, keepAliveMs: 60_000, proxyKeepAliveMs: 60_000, checkMs: 1_000 },
  )
  const app = new Hono<GatewayEnvironment>()
  let answer = () => {}
  let tellAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve
  })
  app.get('/slow', async (context) => {
    await new Promise<void>((resolve) => {
      answer = resolve
      tellAsked()
    })
    return context.text('slow')
  })
  app.get('/next', (context) => context.text('next'))
  patient.serve(app)
  const { hostname, port } = new URL(patient.url)
  const socket = connect(Number(port), hostname)
  const send = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  let got = ''
  socket.on('data', (bytes) => {
    const before = got
    got += bytes.toString()
    if (!before.endsWith('slow') && got.endsWith('slow')) send('/next')
  })
  const hungUp = new Promise((resolve) => socket.on('close', resolve))
  send('/slow')
  await asked
  const stopped = patient.stop()
  answer()
  await hungUp
  await stopped
  const [, slow, next] = got.split('HTTP/1.1 200 OK')
  expect(slow).toContain('slow')
  expect(next?.toLowerCase()).toContain('connection: close')
  expect(next).toContain('next')
})
