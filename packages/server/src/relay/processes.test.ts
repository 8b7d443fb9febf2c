import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { relayAttestationClaims, relayPublicKey } from '@latchkey/wire'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bundleProgram } from '../../../testing/src/bundleProgram.ts'
import { placeEmptyDatabase } from '../../../testing/src/emptyDatabase.ts'
import { findNats, type NatsServer, startNats } from '../../../testing/src/nats.ts'
import { hasPooler, startPooler } from '../../../testing/src/pooler.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../testing/src/postgres.ts'
import { parseConfig } from '../config.ts'
import { startGateway } from '../startGateway.ts'
import { connectTestClient, createTestIdentity, createTestTopic, inTime, type TestClient } from './testClient.ts'

/** How long a test may take, in ms: it starts two to four processes, each of them seconds of work on a busy machine. */
const TEST_LIMIT_MS = 240_000

/** How long a database that was killed may take to be back, in ms. */
const BACK_WITHIN_MS = 60_000

const running = new Set<ChildProcess>()
let folder = ''
let program = ''
let server: PostgresServer | null = null
let nats: NatsServer | null = null

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
  program = await bundleProgram(join(import.meta.dirname, '../relay.ts'), folder)
  server = await startPostgres()
  nats = await startNats()
}, 60_000)
// Those of a test that failed halfway would take the time of the next.
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})
afterAll(async () => {
  await server?.stop()
  await nats?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type RelayProcess = {
  /** Where clients connect. */
  readonly url: string
  readonly web: string
  /** What it has printed. */
  said(): string
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** Connects a client, whose waits say what this process has printed when they end in vain. */
  connect(options?: Parameters<typeof connectTestClient>[1]): Promise<TestClient>
}

/** Starts `latchkey-relay` as its own process. */
async function startProcess(options: {
  dataDir?: string
  databaseUrl?: string
  relay?: Record<string, unknown>
}): Promise<RelayProcess> {
  const file = join(folder, `${createTestTopic()}.json`)
  writeFileSync(file, JSON.stringify({ port: 0, logLevel: 'warn', relay: { requireProject: false, ...options.relay } }))
  const child = spawn(process.execPath, [program, '--config', file], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
      ...(options.dataDir === undefined ? {} : { LATCHKEY_DATA: options.dataDir }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  let said = ''
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (piece) => {
      said += piece
    })
    child.stderr.on('data', (piece) => {
      said += piece
      const match = /listens on (http:\S+)/.exec(said)
      if (match?.[1] !== undefined) resolve(match[1])
    })
    ended.then(() => reject(new Error(`The relay ended early: ${said}`)))
  })
  const describe = () => `The relay said: ${said}`
  const web = await inTime('the relay to listen', listening, describe)
  const url = `${web.replace('http', 'ws')}/relay`
  return {
    url,
    web,
    said: () => said,
    kill: (signal) => {
      child.kill(signal)
      return inTime(`the relay to end by ${signal}`, ended, describe)
    },
    connect: (more) => connectTestClient(url, { ...more, said: () => said }),
  }
}

/** Publishes one message after another until the socket ends; gives the texts that were answered with true. */
async function publishUntilEnd(client: TestClient, topic: string, name: string): Promise<string[]> {
  const taken: string[] = []
  for (let index = 0; ; index++) {
    const text = `${name}-${index}`
    try {
      if ((await client.publish(topic, text)) === true) taken.push(text)
    } catch {
      return taken
    }
  }
}

const textsOf = (client: TestClient) => client.deliveries.map(({ params }) => params.data.message)

/** Whether a client has each of these texts. Asked with every frame that comes, so of a set: publishers that are never idle write thousands. */
function hasAll(client: TestClient, texts: readonly string[]): boolean {
  const had = new Set(textsOf(client))
  return texts.every((text) => had.has(text))
}

test('kill -9 of a relay on its own disk loses nothing that was acknowledged, in order', {
  timeout: TEST_LIMIT_MS,
}, async () => {
  const dataDir = join(folder, 'killed')
  const topic = createTestTopic()
  const taken: string[] = []
  for (const [round, count] of [30, 1, 77].entries()) {
    const relay = await startProcess({ dataDir })
    const clients = await Promise.all([relay.connect(), relay.connect()])
    const [first] = clients
    const publishing = clients.map((client, index) => publishUntilEnd(client, topic, `r${round}c${index}`))
    await first.until(() => first.frames.length >= count)
    await relay.kill('SIGKILL')
    for (const texts of await Promise.all(publishing)) taken.push(...texts)
  }
  const relay = await startProcess({ dataDir })
  const wallet = await relay.connect()
  await wallet.call('irn_subscribe', { topic })
  await wallet.until(() => hasAll(wallet, taken))
  for (const name of ['r0c0', 'r0c1', 'r2c0', 'r2c1']) {
    const order = textsOf(wallet)
      .filter((text) => text.startsWith(`${name}-`))
      .map((text) => Number(text.slice(5)))
    expect(order).toEqual(order.map((_, index) => index))
  }
  expect(taken.length).toBeGreaterThan(100)
  expect(await relay.kill('SIGTERM')).toBe(0)
  expect((await wallet.closed).code).toBe(1001)
})

const shared = [
  { name: 'PostgreSQL alone', available: findPostgres() !== null, relay: () => ({}) },
  {
    name: 'PostgreSQL and NATS',
    available: findPostgres() !== null && findNats() !== null,
    relay: () => ({ nats: { servers: [nats?.url ?? ''] } }),
  },
] as const

for (const { name, available, relay } of shared) {
  describe.skipIf(!available && !process.env.CI)(`two relay processes on ${name}`, () => {
    const startPair = async () => {
      if (server === null) throw new Error('no PostgreSQL server')
      const databaseUrl = await server.createDatabase()
      return Promise.all([startProcess({ databaseUrl, relay: relay() }), startProcess({ databaseUrl, relay: relay() })])
    }

    test('clients on either hear each other, in order and once', { timeout: TEST_LIMIT_MS }, async () => {
      const [here, there] = await startPair()
      const [app, wallet] = await Promise.all([here.connect(), there.connect()])
      const topic = createTestTopic()
      await Promise.all([app, wallet].map((client) => client.call('irn_subscribe', { topic })))
      const texts = Array.from({ length: 200 }, (_, index) => `m${index}`)
      await Promise.all(texts.map((text) => app.publish(topic, text)))
      await wallet.delivered(texts.length)
      for (const text of texts.slice(0, 5)) await wallet.publish(topic, text)
      await app.publish(topic, `large${'x'.repeat(900_000)}`)
      await app.delivered(5)
      await wallet.delivered(texts.length + 1)
      expect(textsOf(wallet).slice(0, texts.length)).toEqual(texts)
      expect(textsOf(app)).toEqual(texts.slice(0, 5))
      await here.kill('SIGKILL')
      await there.kill('SIGKILL')
    })

    test('one is killed with a client on each: nothing acknowledged is lost, and both go on through the other', {
      timeout: TEST_LIMIT_MS,
    }, async () => {
      const [here, there] = await startPair()
      const topic = createTestTopic()
      const answers = createTestTopic()
      const [app, wallet] = await Promise.all([here.connect(), there.connect()])
      await wallet.call('irn_subscribe', { topic })
      await app.call('irn_subscribe', { topic: answers })
      const publishing = publishUntilEnd(app, topic, 'before')
      // Each is published once the one before it was acknowledged.
      await wallet.delivered(41)
      const killed = here.kill('SIGKILL')
      const taken = await publishing
      await killed
      // While the app is away the wallet answers.
      for (const text of ['one', 'two', 'three']) expect(await wallet.publish(answers, text)).toBe(true)
      const back = await there.connect({ identity: app.identity })
      await back.call('irn_subscribe', { topic: answers })
      expect((await back.delivered(3)).map(({ params }) => params.data.message)).toEqual(['one', 'two', 'three'])
      expect(await back.publish(topic, 'after')).toBe(true)
      await wallet.until(() => hasAll(wallet, [...taken, 'after']))
      expect(taken.length).toBeGreaterThanOrEqual(40)
      await there.kill('SIGKILL')
    })

    test("the killed one is the wallet's: what was published meanwhile waits for it at the other", {
      timeout: TEST_LIMIT_MS,
    }, async () => {
      const [here, there] = await startPair()
      const topic = createTestTopic()
      const [app, wallet] = await Promise.all([here.connect(), there.connect({ acknowledges: false })])
      await wallet.call('irn_subscribe', { topic })
      for (const text of ['one', 'two']) await app.publish(topic, text)
      await wallet.delivered(2)
      await there.kill('SIGKILL')
      await app.publish(topic, 'three')
      const back = await here.connect({ identity: wallet.identity })
      await back.call('irn_subscribe', { topic })
      await back.delivered(3)
      expect(textsOf(back)).toEqual(['one', 'two', 'three'])
      await here.kill('SIGKILL')
    })
  })
}

describe.skipIf(findPostgres() === null && !process.env.CI)('PostgreSQL that dies', () => {
  test.skipIf(Boolean(process.env.DATABASE_URL))(
    'ends no relay: nothing acknowledged is lost, and word between processes comes back with it',
    { timeout: TEST_LIMIT_MS },
    async () => {
      if (server === null) throw new Error('no PostgreSQL server')
      const databaseUrl = await server.createDatabase()
      const [here, there] = await Promise.all([startProcess({ databaseUrl }), startProcess({ databaseUrl })])
      const topic = createTestTopic()
      const [app, wallet] = await Promise.all([here.connect(), there.connect()])
      await wallet.call('irn_subscribe', { topic })
      const taken: string[] = []
      const publish = async (text: string) => {
        if ((await app.publish(topic, text).catch(() => false)) === true) taken.push(text)
      }
      await publish('before')
      await wallet.delivered(1)
      const publishing = Promise.all(Array.from({ length: 20 }, (_, index) => publish(`during${index}`)))
      await server.crash?.()
      await publishing
      const giveUpAt = Date.now() + BACK_WITHIN_MS
      while (!taken.includes('after') && app.socket.readyState === app.socket.OPEN && Date.now() < giveUpAt) {
        await publish('after')
      }
      expect(taken, here.said()).toContain('after')
      await wallet.until(() => hasAll(wallet, taken))
      await here.kill('SIGKILL')
      await there.kill('SIGKILL')
    },
  )
})

describe.skipIf((findPostgres() === null || !hasPooler()) && !process.env.CI)('a pooler in transaction mode', () => {
  test('carries what is stored, and a relay that hears no other process over it says what to do', {
    timeout: TEST_LIMIT_MS,
  }, async () => {
    if (server === null) throw new Error('no PostgreSQL server')
    const databaseUrl = await server.createDatabase()
    const pooler = await startPooler(databaseUrl)
    const alone = await startProcess({ databaseUrl: pooler.through(databaseUrl) })
    const clients = await Promise.all(Array.from({ length: 8 }, () => alone.connect()))
    // Until the pooler has several connections to the server, every statement finds what the one before it left there.
    const answers: number[] = []
    const calling = clients.map(async (client) => {
      for (let index = 0; index < 40; index++) await client.publish(createTestTopic(), `m${index}`)
    })
    const asking = Array.from({ length: 40 }, async () => {
      answers.push((await fetch(`${alone.web}/ready`)).status)
    })
    await Promise.all([...calling, ...asking])
    expect(answers).toEqual(answers.map(() => 200))
    await expect.poll(() => alone.said(), { timeout: 30_000 }).toContain('"event":"wordUnheard"')
    expect(alone.said().match(/wordUnheard/g)).toHaveLength(1)
    expect(alone.said()).toContain('a pooler in session mode, or configure relay.nats')
    await alone.kill('SIGKILL')
    await pooler.stop()
  })

  test('does not delay word between processes that is carried by NATS', { timeout: TEST_LIMIT_MS }, async () => {
    if (server === null || nats === null) throw new Error('no servers')
    const databaseUrl = await server.createDatabase()
    const pooler = await startPooler(databaseUrl)
    const options = { databaseUrl: pooler.through(databaseUrl), relay: { nats: { servers: [nats.url] } } }
    const [here, there] = await Promise.all([startProcess(options), startProcess(options)])
    const [app, wallet] = await Promise.all([here.connect(), there.connect()])
    const topic = createTestTopic()
    await wallet.call('irn_subscribe', { topic })
    const texts = Array.from({ length: 100 }, (_, index) => `m${index}`)
    for (const text of texts) await app.publish(topic, text)
    await wallet.delivered(texts.length)
    expect(textsOf(wallet)).toEqual(texts)
    await here.kill('SIGKILL')
    await there.kill('SIGKILL')
    await pooler.stop()
  })
})

describe.skipIf((findPostgres() === null || findNats() === null) && !process.env.CI)('NATS that dies', () => {
  test.skipIf(Boolean(process.env.NATS_URL))(
    'delays word between processes, loses no message and keeps their order',
    {
      timeout: TEST_LIMIT_MS,
    },
    async () => {
      if (server === null || nats === null) throw new Error('no servers')
      const databaseUrl = await server.createDatabase()
      const relay = { nats: { servers: [nats.url] } }
      const [here, there] = await Promise.all([
        startProcess({ databaseUrl, relay }),
        startProcess({ databaseUrl, relay }),
      ])
      const topic = createTestTopic()
      const [app, wallet] = await Promise.all([here.connect(), there.connect()])
      await wallet.call('irn_subscribe', { topic })
      await app.publish(topic, 'before')
      await wallet.delivered(1)
      const crashing = nats.crash?.()
      for (let index = 0; index < 50; index++) await app.publish(topic, `m${index}`)
      await crashing
      await app.publish(topic, 'after')
      await wallet.delivered(52)
      expect(textsOf(wallet)).toEqual(['before', ...Array.from({ length: 50 }, (_, index) => `m${index}`), 'after'])
      await here.kill('SIGKILL')
      await there.kill('SIGKILL')
    },
  )
})

test("a gateway is a relay too: the page's origin is attested, and the published key checks it", {
  timeout: TEST_LIMIT_MS,
}, async () => {
  const origin = 'https://shop.example'
  await placeEmptyDatabase(join(folder, 'gateway'))
  const gateway = await startGateway({
    config: parseConfig({
      port: 0,
      dataDir: join(folder, 'gateway'),
      logLevel: 'silent',
      projects: [{ id: 'shop', name: 'Shop', origins: [origin] }],
    }),
  })
  const url = `${gateway.url.replace('http', 'ws')}/relay`
  const app = await connectTestClient(url, { projectId: 'shop', origin })
  const wallet = await connectTestClient(`${url}/below`, { projectId: 'shop' })
  const topic = createTestTopic()
  await app.call('wc_proposeSession', { pairingTopic: topic, sessionProposal: 'proposal' })
  await wallet.call('irn_subscribe', { topic })
  const [delivery] = await wallet.delivered(1)
  expect(delivery?.params.data.attestation).toBe('')
  const [head = '', body = '', signature = ''] = delivery?.params.data.relayAttestation?.split('.') ?? []
  const answer = await fetch(`${gateway.url}/relay/public-key`, { headers: { origin: 'https://wallet.example' } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const { publicKey, expiresAt } = v.parse(relayPublicKey, await answer.json())
  const key = createPublicKey({ key: publicKey, format: 'jwk' })
  const isSigned = (text: string) =>
    verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  expect(isSigned(`${head}.${body}`)).toBe(true)
  expect(isSigned(`${head}.${body}x`)).toBe(false)
  const claims = v.parse(relayAttestationClaims, JSON.parse(Buffer.from(body, 'base64url').toString()))
  expect(claims).toMatchObject({ id: createHash('sha256').update('proposal').digest('hex'), origin, isVerified: true })
  expect(claims.exp).toBeGreaterThan(claims.iat)
  expect(expiresAt).toBeGreaterThan(claims.iat)

  const stranger = await connectTestClient(url, {
    projectId: 'shop',
    origin: 'https://evil.test',
    identity: createTestIdentity(),
  })
  expect(await stranger.closed).toEqual({ code: 3000, reason: 'Unauthorized: origin not allowed' })
  await expect(connectTestClient(gateway.url.replace('http', 'ws'), { projectId: 'shop' })).rejects.toThrow('404')
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
  expect(metrics).toContain('latchkey_relay_sockets 2\n')
  expect(metrics).toContain('latchkey_relay_messages_published_total 1\n')
  expect(metrics).toContain('latchkey_relay_refused_sockets_total{reason="originNotAllowed"} 1\n')
  expect((await fetch(`${gateway.url}/ready`)).status).toBe(200)
  await gateway.close()
  expect((await app.closed).code).toBe(1001)

  // The key is the same after a restart, and a gateway may do without a relay.
  const again = await startGateway({
    config: parseConfig({ port: 0, dataDir: join(folder, 'gateway'), logLevel: 'silent' }),
  })
  expect(await (await fetch(`${again.url}/relay/public-key`)).json()).toMatchObject({ publicKey })
  await again.close()
  const without = await startGateway({
    config: parseConfig({ port: 0, dataDir: join(folder, 'gateway'), logLevel: 'silent', relay: { enabled: false } }),
  })
  await expect(connectTestClient(`${without.url.replace('http', 'ws')}/relay`)).rejects.toThrow('404')
  expect((await fetch(`${without.url}/relay/public-key`)).status).toBe(404)
  await without.close()
})

test('a relay alone answers for its operator, and nothing of a gateway', { timeout: TEST_LIMIT_MS }, async () => {
  const relay = await startProcess({ dataDir: join(folder, 'alone') })
  expect(await (await fetch(`${relay.web}/health`)).json()).toEqual({ status: 'OK' })
  expect((await fetch(`${relay.web}/ready`)).status).toBe(200)
  expect(await (await fetch(`${relay.web}/metrics`)).text()).toContain('latchkey_relay_mailbox_messages 0\n')
  expect((await fetch(`${relay.web}/getWallets?projectId=x`)).status).toBe(404)
  // Nothing relational was asked for.
  expect(existsSync(join(folder, 'alone', 'pglite'))).toBe(false)
  expect(await relay.kill('SIGTERM')).toBe(0)
})
