import { formatSignInMessage } from '@latchkey/wire'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSignIn } from '../../../server/src/auth/signIn.ts'
import { createTestGateway, SHOP } from '../../../server/src/gateway/testGateway.ts'
import { openStorage } from '../../../server/src/storage/openStorage.ts'
import type { Storage } from '../../../server/src/storage/storage.ts'
import { createFakeDisk } from '../../../testing/src/createFakeDisk.ts'
import { createFakeServices } from '../../../testing/src/createFakeServices.ts'
import { createScriptedAdapter, fakeConnection, fakeConnector } from '../../../testing/src/createScriptedAdapter.ts'
import { createTestLatchkey } from '../../../testing/src/createTestLatchkey.ts'
import { loadEmptyDatabase } from '../../../testing/src/emptyDatabase.ts'
import { signIn } from '../core/features/signIn/signIn.ts'
import { signInOf } from '../core/kernel/signIn/signIn.ts'
import type { CreateSiwx, SiwxRequest, SiwxSession } from '../core/types/siwx.ts'
import * as entry from './index.ts'
import { gatewaySiwx, localSiwx, type ServerSiwxOptions, serverSiwx } from './index.ts'

const key = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const stranger = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const NOW = Date.UTC(2026, 0, 1)
const GATE = 'https://gate.example'
const signal = new AbortController().signal
const request: SiwxRequest = { networkId: 'eip155:1', address: key.address, signal }
const location = { host: 'shop.example', origin: SHOP, href: `${SHOP}/cart|1?token=secret#part` }

test('the entry exports these names and no others', () => {
  expect(Object.keys(entry).sort()).toEqual(['gatewaySiwx', 'localSiwx', 'serverSiwx'])
})

async function sign(fields: SiwxSession['fields'], signer = key): Promise<SiwxSession> {
  const message = formatSignInMessage(fields)
  return { message, signature: await signer.signMessage({ message }), address: fields.address, fields }
}

describe('gatewaySiwx, with the real gateway behind it', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openStorage({ memory: true, snapshot: await loadEmptyDatabase() })
  })
  afterAll(() => storage?.close())

  /** A page with a browser around it: `load` opens it anew, with the cookies that the browser kept. */
  function setUp(options: { takesCookies?: boolean; answer?: () => Response | Promise<Response> } = {}) {
    const time = { now: NOW }
    const gateway = createTestGateway({
      services: {
        clock: { now: () => time.now },
        signIn: createSignIn({
          storage,
          clock: { now: () => time.now },
          networkIds: ['eip155:1', 'eip155:10'],
          askNode: async () => '0x',
        }),
      },
    })
    const cookies = new Map<string, string>()
    const disk = createFakeDisk()
    const asked: { url: string; init: RequestInit }[] = []
    const browse: typeof fetch = async (input, init = {}) => {
      asked.push({ url: String(input), init })
      if (options.answer !== undefined) return options.answer()
      const headers = new Headers(init.headers)
      headers.set('origin', SHOP)
      if (init.credentials === 'include') headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
      const url = String(input).replace(GATE, '')
      const response = await gateway.app.request(url, {
        method: init.method ?? 'GET',
        body: init.body ?? null,
        headers,
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
        if (!(options.takesCookies ?? true)) continue
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    }
    return {
      load: (settings: Parameters<typeof gatewaySiwx>[0] = {}, now = NOW) => load(browse, settings, now, disk),
      browse,
      disk,
      asked,
      cookies,
      time,
    }
  }

  function load(
    browse: typeof fetch,
    settings: Parameters<typeof gatewaySiwx>[0] = {},
    now = NOW,
    disk = createFakeDisk(),
  ) {
    const services = createFakeServices({ now, fetch: browse, disk })
    const surroundings = { ...services, gatewayUrl: GATE, projectId: 'shop', location }
    return { siwx: gatewaySiwx(settings)(surroundings), services }
  }

  test('a visitor signs in and is known, by whatever case of the address, until they are signed out', async () => {
    const { load } = setUp()
    const { siwx } = load()
    expect(await siwx.getSessions(request)).toEqual([])
    const fields = await siwx.createFields(request)
    await siwx.addSession(await sign(fields), signal)
    for (const address of [key.address, key.address.toLowerCase()]) {
      const [session] = await siwx.getSessions({ ...request, address })
      expect(session).toMatchObject({ address: key.address, fields: { networkId: 'eip155:1', nonce: fields.nonce } })
    }
    expect(await siwx.getSessions({ ...request, address: stranger.address })).toEqual([])
    await siwx.revokeSession(request)
    expect(await siwx.getSessions(request)).toEqual([])
  })

  test('a visitor who never signed in here is not asked about at the gateway', async () => {
    const { load, asked } = setUp()
    expect(await load().siwx.getSessions(request)).toEqual([])
    expect(asked).toEqual([])
  })

  test('who was signed out is not asked about any more, also after a reload', async () => {
    const { load, asked } = setUp()
    const { siwx } = load()
    await siwx.addSession(await sign(await siwx.createFields(request)), signal)
    await siwx.revokeSession(request)
    const before = asked.length
    expect(await siwx.getSessions(request)).toEqual([])
    expect(await load().siwx.getSessions(request)).toEqual([])
    expect(asked).toHaveLength(before)
  })

  test('the fields name this page, its account with a checksum, and times; query and fragment stay at home', async () => {
    const { siwx } = setUp().load({ statement: 'Sign in to the shop.', resources: ['https://shop.example/terms'] })
    const fields = await siwx.createFields({ ...request, address: key.address.toLowerCase() })
    expect(fields).toEqual({
      domain: 'shop.example',
      address: key.address,
      statement: 'Sign in to the shop.',
      uri: 'https://shop.example/cart%7C1',
      version: '1',
      networkId: 'eip155:1',
      nonce: expect.stringMatching(/^[0-9a-f]{24}$/),
      issuedAt: '2026-01-01T00:00:00.000Z',
      expirationTime: '2026-01-02T00:00:00.000Z',
      resources: ['https://shop.example/terms'],
    })
    expect(() => formatSignInMessage(fields)).not.toThrow()
  })

  test('F-35: after a reload the visitor is known by a cookie, and no token is left where a script could read it', async () => {
    const { load } = setUp()
    const first = load()
    await first.siwx.addSession(await sign(await first.siwx.createFields(request)), signal)
    expect(first.services.storage.names()).toEqual(['siwx/accounts'])
    expect(first.services.storage.get('siwx/accounts')).toBe(`eip155:${key.address.toLowerCase()}`)
    expect(await load().siwx.getSessions(request)).toHaveLength(1)
  })

  test('where a browser takes no cookies the session lasts as long as the page', async () => {
    const { load } = setUp({ takesCookies: false })
    const { siwx } = load()
    await siwx.addSession(await sign(await siwx.createFields(request)), signal)
    expect(await siwx.getSessions(request)).toHaveLength(1)
    expect(await load().siwx.getSessions(request)).toEqual([])
  })

  test('SEC-114: what was signed once opens no second session', async () => {
    const { siwx } = setUp().load()
    const session = await sign(await siwx.createFields(request))
    await siwx.addSession(session, signal)
    await expect(siwx.addSession(session, signal)).rejects.toMatchObject({ code: 'SIGN_IN_SERVICE_DOWN' })
  })

  test('F-33: a signature that does not hold is told apart from a service that is away', async () => {
    const { siwx } = setUp().load()
    const session = await sign(await siwx.createFields(request), stranger)
    await expect(siwx.addSession(session, signal)).rejects.toMatchObject({ code: 'SIGNATURE_UNVERIFIED' })
  })

  test.each([
    ['behind', -10 * 60_000],
    ['ahead', 10 * 60_000],
  ])('F-11: a clock that is 10 minutes %s is named as what is wrong', async (_name, skew) => {
    const { siwx } = setUp().load({}, NOW + skew)
    const session = await sign(await siwx.createFields(request))
    await expect(siwx.addSession(session, signal)).rejects.toMatchObject({ code: 'CLOCK_WRONG' })
  })

  test('F-34: a message for another site is refused', async () => {
    const { siwx } = setUp().load()
    const session = await sign({ ...(await siwx.createFields(request)), domain: 'evil.example' })
    await expect(siwx.addSession(session, signal)).rejects.toMatchObject({ code: 'SIGN_IN_DOMAIN' })
  })

  test.each([
    ['500', () => new Response('no', { status: 500 })],
    ['503', () => new Response('', { status: 503 })],
    ['429', () => new Response('', { status: 429 })],
    ['an empty answer', () => new Response('')],
    ['a short nonce', () => Response.json({ nonce: 'short', token: 't' })],
    ['a nonce with other signs', () => Response.json({ nonce: 'a b c d e f g', token: 't' })],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('F-36: %s instead of a nonce is a service that is not there', async (_name, answer) => {
    const { siwx, services } = setUp({ answer }).load()
    services.storage.set('siwx/accounts', `eip155:${key.address.toLowerCase()}`)
    await expect(siwx.createFields(request)).rejects.toMatchObject({ code: 'SIGN_IN_SERVICE_DOWN' })
    await expect(siwx.getSessions(request)).rejects.toMatchObject({ code: 'SIGN_IN_SERVICE_DOWN' })
  })

  test('F-12: a page that the gateway does not know is told so', async () => {
    const { load } = setUp({
      answer: () => Response.json({ status: 'FAILED', code: 'ORIGIN_NOT_ALLOWED', message: 'no' }, { status: 403 }),
    })
    await expect(load().siwx.createFields(request)).rejects.toMatchObject({ code: 'SITE_REFUSED' })
  })

  test('several networks are signed in side by side, and replacing all sessions ends the others', async () => {
    const { load, cookies } = setUp()
    const { siwx } = load({ scope: 'chain' })
    expect(siwx.scope).toBe('chain')
    const other = { ...request, networkId: 'eip155:10' } as const
    const kept = await sign(await siwx.createFields(request))
    await siwx.addSession(kept, signal)
    await siwx.addSession(await sign(await siwx.createFields(other)), signal)
    expect((await siwx.getSessions(other))[0]?.fields.networkId).toBe('eip155:10')
    expect((await siwx.getSessions(request))[0]?.fields.networkId).toBe('eip155:1')
    await siwx.setSessions([])
    expect(await siwx.getSessions(request)).toEqual([])
    expect(cookies.size).toBe(0)
  })

  test('replacing all sessions keeps what is named, adds what is new, and ends an account that is not named', async () => {
    const { load } = setUp()
    const { siwx } = load()
    const theirs = { ...request, address: stranger.address }
    await siwx.addSession(await sign(await siwx.createFields(theirs), stranger), signal)
    const mine = await sign(await siwx.createFields(request))
    await siwx.setSessions([mine])
    expect(await siwx.getSessions(request)).toHaveLength(1)
    expect(await siwx.getSessions(theirs)).toEqual([])
    await siwx.setSessions([mine])
    expect(await siwx.getSessions(request)).toHaveLength(1)
  })

  test('a whole instance: connect, sign, be known; after a reload nothing is asked (F-35); disconnecting signs out', async () => {
    const { browse, time } = setUp()
    let note: string | undefined
    const open = async () => {
      const adapter = createScriptedAdapter('eip155', [fakeConnector('io.fox')])
      adapter.script.connect = async () =>
        fakeConnection(fakeConnector('io.fox'), { accounts: [{ address: key.address, type: 'eoa' }] })
      let prompts = 0
      adapter.script.signMessage = async (message) => {
        prompts += 1
        return key.signMessage({ message: String(message) })
      }
      const services = createFakeServices({ now: time.now, fetch: browse, browser: { origin: () => SHOP } })
      if (note !== undefined) services.storage.set('siwx/accounts', note)
      const options = { adapters: [adapter.create], siwx: gatewaySiwx(), gatewayUrl: GATE, projectId: 'shop' }
      const loadModal = async () => ({ mountModal: () => () => undefined })
      const { instance, latchkey } = createTestLatchkey({ services, options, loadModal })
      await vi.waitFor(() => expect(latchkey.getState().ready).toBe(true), 20_000)
      const connecting = latchkey.connect({ connectorId: 'io.fox' })
      return { instance, latchkey, connecting, countPrompts: () => prompts }
    }
    const page = await open()
    // The code of signing in is loaded here for the first time: on a busy machine that is seconds.
    await vi.waitFor(() => expect(signInOf(page.instance).get().question?.phase).toBe('idle'), 20_000)
    await signIn(page.instance)
    expect(await page.connecting).toMatchObject({ status: 'connected' })
    expect(signInOf(page.instance).get().signedIn?.eip155?.fields.domain).toBe('shop.example')
    expect(page.countPrompts()).toBe(1)

    note = page.instance.services.storage.get('siwx/accounts')
    const again = await open()
    expect(await again.connecting).toMatchObject({ status: 'connected' })
    expect(again.countPrompts()).toBe(0)
    await again.latchkey.disconnect()
    const { siwx } = load(browse)
    expect(await siwx.getSessions(request)).toEqual([])
  })

  test('without a gateway there is nothing to sign in to', () => {
    const surroundings = { ...createFakeServices(), gatewayUrl: undefined, projectId: undefined, location }
    expect(() => gatewaySiwx()(surroundings)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })

  test('SEC-105: calls go out without a referrer, and say nothing of the wallet', async () => {
    const { load, asked } = setUp()
    const { siwx } = load()
    await siwx.addSession(await sign(await siwx.createFields(request)), signal)
    for (const { url, init } of asked) {
      // A nonce is nobody's yet.
      const credentials = String(url).includes('/nonce') ? 'omit' : 'include'
      expect(init).toMatchObject({ referrerPolicy: 'no-referrer', credentials })
    }
    expect(asked.map(({ init }) => init.credentials)).toContain('include')
    expect(Object.keys(JSON.parse(String(asked.at(-1)?.init.body)))).toEqual(['message', 'signature'])
  })
})

const make = (maker: CreateSiwx, services = createFakeServices({ now: NOW })) =>
  maker({ ...services, gatewayUrl: undefined, projectId: undefined, location })

describe("serverSiwx, with a site's own server", () => {
  const options = (change: Partial<ServerSiwxOptions> = {}): ServerSiwxOptions => ({
    getNonce: async () => 'abcdefgh12345678',
    verifyMessage: async () => true,
    getSession: async () => null,
    signOut: async () => true,
    ...change,
  })

  test('the message carries its nonce, and whatever else it asks for', async () => {
    const siwx = make(
      serverSiwx(options({ getMessageParams: async () => ({ statement: 'Hello.', requestId: 'r-1' }) })),
    )
    const fields = await siwx.createFields(request)
    expect(fields).toMatchObject({
      nonce: 'abcdefgh12345678',
      domain: 'shop.example',
      statement: 'Hello.',
      requestId: 'r-1',
    })
  })

  test('it is handed the text, the signature and the fields, and who is in is told', async () => {
    const heard: unknown[] = []
    const siwx = make(
      serverSiwx(
        options({
          verifyMessage: async ({ message, signature, fields }) => {
            heard.push([message.split('\n')[0], signature.length, fields.nonce])
            return true
          },
          onSignIn: (session) => heard.push(session),
          onSignOut: () => heard.push('out'),
        }),
      ),
    )
    await siwx.addSession(await sign(await siwx.createFields(request)), signal)
    await siwx.revokeSession(request)
    expect(heard).toEqual([
      ['shop.example wants you to sign in with your Ethereum account:', 132, 'abcdefgh12345678'],
      { address: key.address, networkId: 'eip155:1' },
      'out',
    ])
  })

  test.each([
    ['a number', { address: key.address, chainId: 10 }, 'eip155:10'],
    ['CAIP-2', { address: key.address, networkId: 'eip155:10' }, 'eip155:10'],
    ['nothing', { address: key.address.toLowerCase() }, 'eip155:1'],
    [
      'CAIP-2, in a list of several accounts',
      [{ address: stranger.address }, { address: key.address, networkId: 'eip155:10' }],
      'eip155:10',
    ],
  ] as const)('its session may name the network by %s', async (_name, session, networkId) => {
    const siwx = make(serverSiwx(options({ getSession: async () => session })))
    expect((await siwx.getSessions(request)).map(({ fields }) => fields.networkId)).toEqual([networkId])
  })

  test.each([
    ['another account', { address: stranger.address, chainId: 1 }],
    ['another namespace', { address: key.address, networkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182' }],
    ['nobody', null],
  ] as const)('a session of %s is none for this one', async (_name, session) => {
    const siwx = make(serverSiwx(options({ getSession: async () => session })))
    expect(await siwx.getSessions(request)).toEqual([])
  })

  test('F-33: its no is a signature that does not hold', async () => {
    const siwx = make(serverSiwx(options({ verifyMessage: async () => false })))
    const session = await sign(await siwx.createFields(request))
    await expect(siwx.addSession(session, signal)).rejects.toMatchObject({ code: 'SIGNATURE_UNVERIFIED' })
  })

  const down = async () => {
    throw new TypeError('Failed to fetch')
  }
  test('F-36: whatever call fails, the service is not there', async () => {
    const code = { code: 'SIGN_IN_SERVICE_DOWN' }
    const session = await sign(await make(serverSiwx(options())).createFields(request))
    await expect(make(serverSiwx(options({ getNonce: down }))).createFields(request)).rejects.toMatchObject(code)
    await expect(
      make(serverSiwx(options({ getNonce: async () => 'short' }))).createFields(request),
    ).rejects.toMatchObject(code)
    await expect(make(serverSiwx(options({ verifyMessage: down }))).addSession(session, signal)).rejects.toMatchObject(
      code,
    )
    await expect(make(serverSiwx(options({ getSession: down }))).getSessions(request)).rejects.toMatchObject(code)
    await expect(
      make(serverSiwx(options({ signOut: async () => false }))).revokeSession(request),
    ).rejects.toMatchObject(code)
  })
})

describe('localSiwx, without a server', () => {
  test('remembers who signed across loads, for as long as the message holds', async () => {
    const services = createFakeServices({ now: NOW })
    const siwx = make(localSiwx(), services)
    await siwx.addSession(await sign(await siwx.createFields(request)), signal)
    expect(await make(localSiwx(), services).getSessions(request)).toHaveLength(1)
    expect(await siwx.getSessions({ ...request, address: stranger.address })).toEqual([])
    services.clock.sleep(24 * 60 * 60_000)
    expect(await siwx.getSessions(request)).toEqual([])
  })

  test('ends one account and leaves the others', async () => {
    const siwx = make(localSiwx())
    const theirs = { ...request, address: stranger.address }
    await siwx.addSession(await sign(await siwx.createFields(request)), signal)
    await siwx.addSession(await sign(await siwx.createFields(theirs), stranger), signal)
    await siwx.revokeSession({ ...request, address: key.address.toLowerCase() })
    expect(await siwx.getSessions(request)).toEqual([])
    expect(await siwx.getSessions(theirs)).toHaveLength(1)
  })

  test('SEC-114: its nonces have 96 bits, and the console says once that this is no authentication', async () => {
    const services = createFakeServices({ now: NOW })
    const siwx = make(localSiwx(), services)
    const [one, other] = [await siwx.createFields(request), await siwx.createFields(request)]
    expect(one.nonce).toMatch(/^[0-9a-f]{24}$/)
    expect(other.nonce).not.toBe(one.nonce)
    expect(services.log.filter((line) => line.includes('not authentication'))).toHaveLength(1)
  })

  test.each(['not json', '{}', '[1,null,{"fields":7},{"fields":{"networkId":1}}]'])(
    'storage that holds %s is nobody being signed in',
    async (text) => {
      const services = createFakeServices({ now: NOW })
      services.storage.set('siwx', text)
      expect(await make(localSiwx(), services).getSessions(request)).toEqual([])
    },
  )
})
