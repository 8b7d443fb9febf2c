import {
  createAnswer,
  createFakeDisk,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAccounts,
  fakeAddress,
  fakeConnection,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { createScriptedSiwx, type ScriptedSiwx } from '@latchkey/testing/createScriptedSiwx.ts'
import { formatSignInMessage } from '@latchkey/wire'
import { describe, expect, test } from 'vitest'
import { signInOf } from '../../kernel/signIn/signIn.ts'
// Loaded beforehand, so that what the instance loads on demand is there within the clock's next step.
import '../../flow/actions.ts'
import '../../flow/connect.ts'
import '../../kernel/connections/disconnect.ts'
import '../../kernel/connections/followConnection.ts'
import '../../kernel/connections/reconnect.ts'
import '../../kernel/attempt/runAfterConnect.ts'
import '../../kernel/networks/switchNetwork.ts'
import './requestSignIn.ts'
import './signInStep.ts'
import './signOut.ts'
import { getSiwxSessions } from '../../../actions/getSiwxSessions.ts'
import { signIn as askToSignIn } from '../../../actions/signIn.ts'
import { signOut } from '../../../actions/signOut.ts'
import { FailureError } from '../../errors/failure.ts'
import { closeModal } from '../../flow/closeModal.ts'
import { openModal } from '../../flow/openModal.ts'
import { requestClose } from '../../flow/requestClose.ts'
import { getRoute } from '../../flow/router.ts'
import { disconnect } from '../../kernel/connections/disconnect.ts'
import { switchConnection } from '../../kernel/connections/switchConnection.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import type { Siwx } from '../../types/siwx.ts'
import { cancelSignIn } from './cancelSignIn.ts'
import { prepareSignIn } from './prepareSignIn.ts'
import { signIn } from './signIn.ts'
import { switchAndSign } from './switchAndSign.ts'
import { useOtherAccount } from './useOtherAccount.ts'

const FOX = fakeConnector('io.fox')
const ONE = fakeAddress(1)
const TWO = fakeAddress(2)

type Parts = {
  siwx?: ScriptedSiwx | undefined
  given?: Partial<Siwx> | undefined
  options?: Partial<CreateLatchkeyOptions> | undefined
  disk?: ReturnType<typeof createFakeDisk> | undefined
  origin?: string | undefined
}

function setUp(parts: Parts = {}) {
  const adapter = createScriptedAdapter('eip155', [FOX])
  const service = parts.siwx ?? createScriptedSiwx(parts.given)
  const services = createFakeServices({
    disk: parts.disk,
    browser: parts.origin === undefined ? {} : { origin: () => parts.origin ?? '' },
  })
  const made = createTestLatchkey({
    services,
    loadModal: async () => ({ mountModal: () => () => undefined }),
    options: { adapters: [adapter.create], siwx: service.siwx, ...parts.options },
  })
  const { instance, latchkey } = made
  const { stores } = instance
  const settle = () => services.clock.advance(0)
  let signatures = 0
  adapter.script.signMessage = async () => {
    signatures += 1
    return `0x${String(signatures).repeat(130)}`
  }
  return {
    ...made,
    services,
    adapter,
    service,
    settle,
    countSignatures: () => signatures,
    getQuestion: () => signInOf(instance).get().question,
    getSession: () => signInOf(instance).get().signedIn?.eip155,
    getView: () => (stores.modal.get().open ? getRoute(stores.router.get()).view : undefined),
    getToast: () => stores.toast.get().toast?.key,
    eventsOf: () => made.events.map(({ name }) => name).filter((name) => name.includes('SIWX')),
    codesOf: () => made.failures.map(({ code }) => code),
    /** Connects, which leads to the question. */
    connect: async () => {
      const result = latchkey.connect({ connectorId: FOX.id })
      const box: { result?: Awaited<typeof result> } = {}
      void result.then((value) => {
        box.result = value
      })
      await settle()
      await prepareSignIn(instance)
      await settle()
      return box
    },
    sign: async () => {
      await signIn(instance)
      await settle()
    },
  }
}

describe('F-28: a wallet that has gone to another network', () => {
  async function mismatch() {
    const page = setUp()
    await page.connect()
    const context = { step: 'sign', networkId: 'eip155:1', walletNetworkId: 'eip155:10' } as const
    const { signMessage } = page.adapter.script
    page.adapter.script.signMessage = async () => {
      throw new FailureError('CHAIN_MISMATCH', 'Fox is on eip155:10.', context)
    }
    await page.sign()
    page.adapter.script.signMessage = signMessage
    expect(page.getQuestion()).toMatchObject({ phase: 'failed', error: { code: 'CHAIN_MISMATCH' } })
    return page
  }

  test('is brought back by the button, and signs once', async () => {
    const page = await mismatch()
    await switchAndSign(page.instance)
    await page.settle()
    expect(page.adapter.asked.filter((call) => call.startsWith('switchNetwork'))).toHaveLength(1)
    expect(page.countSignatures()).toBe(1)
    expect(page.getSession()).toBeDefined()
    expect(page.getView()).toBeUndefined()
  })

  test('that refuses to come back has refused, and is not asked to sign', async () => {
    const page = await mismatch()
    page.adapter.script.switchNetwork = async () => {
      throw Object.assign(new Error('User rejected'), { code: 4001 })
    }
    await switchAndSign(page.instance)
    expect(page.getQuestion()).toMatchObject({ phase: 'failed', error: { code: 'USER_REJECTED' } })
    expect(page.countSignatures()).toBe(0)
  })

  test('that comes back after the question was left is not asked to sign', async () => {
    const page = await mismatch()
    const answer = createAnswer<void>()
    page.adapter.script.switchNetwork = () => answer
    const switching = switchAndSign(page.instance)
    await cancelSignIn(page.instance)
    answer.ok()
    await switching
    await page.settle()
    expect(page.countSignatures()).toBe(0)
  })
})

describe('after connecting', () => {
  test('whoever has no session is asked, with the text to read, and signing it ends the connecting', async () => {
    const page = setUp()
    const box = await page.connect()
    expect(page.getView()).toBe('SIWXSignMessage')
    expect(page.getQuestion()).toMatchObject({ address: ONE, networkId: 'eip155:1', required: true, phase: 'idle' })
    expect(page.getQuestion()?.message).toContain(
      `hollowpine.test wants you to sign in with your Ethereum account:\n${ONE}`,
    )
    expect(box.result).toBeUndefined()
    await page.sign()
    expect(page.getView()).toBeUndefined()
    expect(box.result).toMatchObject({ status: 'connected', account: { address: ONE } })
    expect(page.getSession()).toMatchObject({ address: ONE, fields: { networkId: 'eip155:1' } })
    expect(page.service.sessions[0]).toMatchObject({ address: ONE, signature: `0x${'1'.repeat(130)}` })
    expect(page.eventsOf()).toEqual(['CLICK_SIGN_SIWX_MESSAGE', 'SIWX_AUTH_SUCCESS'])
  })

  test('no event names the address', async () => {
    const page = setUp()
    await page.connect()
    await page.sign()
    const told = page.events.filter(({ name }) => name.includes('SIWX')).map(({ properties }) => properties)
    expect(told).toEqual([
      { network: 'eip155:1', isSmartAccount: false },
      { network: 'eip155:1', isSmartAccount: false },
    ])
    expect(JSON.stringify(page.events)).not.toContain(ONE)
  })

  test('whoever has a session is asked nothing', async () => {
    const first = setUp()
    await first.connect()
    await first.sign()
    const page = setUp({ siwx: createScriptedSiwx({}, { sessions: [...first.service.sessions] }) })
    const box = await page.connect()
    expect(box.result?.status).toBe('connected')
    expect(page.getSession()?.address).toBe(ONE)
    expect(page.service.asked).toEqual(['getSessions eip155:1'])
  })

  test('F-35: an address in another case is the same address', async () => {
    const upper = `0x${'AB'.repeat(20)}`
    const page = setUp()
    page.adapter.script.connect = async () => fakeConnection(FOX, { accounts: [{ address: upper, type: 'eoa' }] })
    page.service.script.createFields = async (request) => ({
      domain: 'hollowpine.test',
      uri: 'https://hollowpine.test',
      version: '1',
      address: request.address.toLowerCase(),
      networkId: request.networkId,
      nonce: 'abcdefgh12345678',
      issuedAt: '2023-11-14T22:13:20.000Z',
    })
    page.service.script.addSession = async (session) => {
      page.service.sessions.push({ ...session, address: session.address.toLowerCase() })
    }
    await page.connect()
    await page.sign()
    expect(page.getSession()?.address).toBe(upper.toLowerCase())
    expect(page.getQuestion()).toBeUndefined()
    expect(page.countSignatures()).toBe(1)
  })

  test('a network that is not one of the site asks nothing', async () => {
    const page = setUp({ options: { allowUnsupportedChain: true } })
    page.adapter.script.connect = async () => fakeConnection(FOX, { networkId: 'eip155:250' })
    const box = await page.connect()
    expect(box.result?.status).toBe('connected')
    expect(page.service.asked).toEqual([])
  })

  test("the site's own steps come first, and one that fails leaves nobody to ask", async () => {
    const steps: string[] = []
    const page = setUp({
      options: { afterConnect: [{ name: 'terms', run: async () => void steps.push(String(page.getView())) }] },
    })
    await page.connect()
    expect(steps).toEqual(['undefined'])
    expect(page.getView()).toBe('SIWXSignMessage')
  })

  test('without the option nothing is asked and nothing is loaded', async () => {
    const page = setUp({ options: { siwx: undefined } })
    const box = await page.connect()
    expect(box.result?.status).toBe('connected')
    expect(page.instance.live.signIn).toBeUndefined()
  })

  test('a siwx that is none is told as a mistake of the site, and the wallet is connected', async () => {
    const page = setUp({ options: { siwx: { required: true } as unknown as Siwx } })
    const box = await page.connect()
    expect(box.result?.status).toBe('connected')
    expect(page.services.log.join()).toContain('The option siwx is wrong')
  })

  test('a maker is handed the surroundings of the instance, once', async () => {
    const service = createScriptedSiwx()
    const made: unknown[] = []
    const page = setUp({
      options: {
        gatewayUrl: 'https://gateway.test',
        siwx: ({ gatewayUrl, location: { host, origin } }) => {
          made.push({ gatewayUrl, host, origin })
          return service.siwx
        },
      },
    })
    await page.connect()
    await page.sign()
    const location = { host: 'hollowpine.test', origin: 'https://hollowpine.test' }
    expect(made).toEqual([{ gatewayUrl: 'https://gateway.test', ...location }])
  })

  test("a wallet's own sign-in is used where it has one, and its text is what counts", async () => {
    const page = setUp()
    page.adapter.script.signIn = async ({ address }) => ({ message: 'in its own words', signature: '0xaa', address })
    await page.connect()
    await page.sign()
    expect(page.service.sessions[0]).toMatchObject({ message: 'in its own words', signature: '0xaa' })
    expect(page.countSignatures()).toBe(0)
  })

  test('what the site is told of a sign-in is what the signed text says', async () => {
    const page = setUp()
    const expirationTime = '2023-11-14T22:23:20.000Z'
    page.adapter.script.signIn = async (fields) => ({
      message: formatSignInMessage({ ...fields, statement: 'The wallet added this.', expirationTime }),
      signature: '0xaa',
      address: fields.address,
    })
    await page.connect()
    await page.sign()
    expect(page.service.sessions[0]?.fields).toMatchObject({ statement: 'The wallet added this.', expirationTime })
  })

  test.each([
    ['network', { networkId: 'eip155:10' }],
    ['page', { uri: 'https://elsewhere.test/login' }],
    ['site', { domain: 'elsewhere.test' }],
    ['account', { address: fakeAddress(2) }],
    ['nonce', { nonce: 'anothernonce' }],
  ] as const)(
    "a wallet's own sign-in for another %s is refused, and the site never hears of it",
    async (_name, other) => {
      const page = setUp()
      page.adapter.script.signIn = async (fields) => ({
        message: formatSignInMessage({ ...fields, ...other }),
        signature: '0xaa',
        address: fields.address,
      })
      await page.connect()
      await page.sign()
      expect(page.service.sessions).toEqual([])
      expect(page.getQuestion()?.error?.code).toBe('SIGNATURE_UNVERIFIED')
    },
  )

  test.each([
    ['URI: blob:https://hollowpine.test/0f7b', 'the uri of a blob'],
    ['URI: https://elsewhere.test', 'the uri of another site'],
    ['URI: https://login.hollowpine.test', 'the uri of a site below'],
    ['elsewhere.test wants you to sign in with your Ethereum account:', 'another domain'],
    ['evil-hollowpine.test wants you to sign in with your Ethereum account:', 'a domain that ends alike'],
  ])("a wallet's own sign-in in a form that is not ours to read is refused for %s: %s", async (line) => {
    const page = setUp()
    page.adapter.script.signIn = async (fields) => ({
      message: `Something of the wallet\n${line}`.replace(/^Something.*\n(?!URI)/, ''),
      signature: '0xaa',
      address: fields.address,
    })
    await page.connect()
    await page.sign()
    expect(page.service.sessions).toEqual([])
    expect(page.getQuestion()?.error?.code).toBe('SIGNATURE_UNVERIFIED')
  })

  test('closed while the site checks what was signed, the modal does not ask for it once more', async () => {
    const page = setUp()
    const checked = createAnswer<void>()
    await page.connect()
    page.service.script.addSession = async (session) => {
      await checked
      page.service.sessions.push(session)
    }
    const signing = page.sign()
    await page.settle()
    closeModal(page.instance, 'host')
    checked.ok()
    await signing
    await page.settle()
    expect(page.getSession()).toMatchObject({ address: ONE })
    expect(page.getQuestion()).toBeUndefined()
    expect(page.eventsOf().at(-1)).toBe('SIWX_AUTH_SUCCESS')
  })
})

describe('leaving the question', () => {
  test('a required one shakes when it is closed, and cancelling disconnects', async () => {
    const page = setUp()
    const box = await page.connect()
    expect(requestClose(page.instance, 'escape')).toBe(false)
    expect(page.instance.stores.modal.get().blocked).toBe('signInRequired')
    await cancelSignIn(page.instance)
    await page.settle()
    expect(page.getView()).toBeUndefined()
    expect(page.latchkey.getState().status).toBe('disconnected')
    expect(box.result).toEqual({ status: 'closed', reason: 'disconnected' })
    expect(page.eventsOf()).toEqual(['CLICK_CANCEL_SIWX'])
    expect(page.codesOf()).toEqual([])
  })

  test.each([
    ['a required one', true],
    ['one that is not required', false],
  ])(
    '%s that is cancelled while the site checks what was signed leaves nobody signed in there',
    async (_, required) => {
      const page = setUp({ given: { required } })
      await page.connect()
      let say = () => {}
      page.service.script.addSession = async (session) => {
        await new Promise<void>((resolve) => {
          say = resolve
        })
        page.service.sessions.push(session)
      }
      const signing = page.sign()
      await page.settle()
      await cancelSignIn(page.instance)
      await page.settle()
      expect(page.latchkey.getState().status).toBe(required ? 'disconnected' : 'connected')
      say()
      await signing
      await page.settle()
      expect(page.service.sessions).toEqual([])
      expect([page.getSession(), page.getView()]).toEqual([undefined, undefined])
      expect(page.eventsOf()).not.toContain('SIWX_AUTH_SUCCESS')
    },
  )

  test('one that is not required closes, keeps the wallet, and is not asked again by itself in this page load', async () => {
    const page = setUp({ given: { required: false } })
    const box = await page.connect()
    expect(requestClose(page.instance, 'escape')).toBe(true)
    await page.settle()
    expect(box.result?.status).toBe('connected')
    expect(page.latchkey.getState().status).toBe('connected')
    page.adapter.tell(FOX.id, { networkId: 'eip155:10' })
    await page.settle()
    expect([page.getView(), page.getQuestion()]).toEqual([undefined, undefined])
  })

  test('cancelling one that is not required connects', async () => {
    const page = setUp({ given: { required: false } })
    const box = await page.connect()
    await cancelSignIn(page.instance)
    await page.settle()
    expect(box.result?.status).toBe('connected')
    expect(page.getView()).toBeUndefined()
  })

  test('a required one that the site closed is there again at the next opening', async () => {
    const page = setUp()
    await page.connect()
    closeModal(page.instance, 'host')
    await page.settle()
    expect(page.latchkey.getState().status).toBe('connected')
    void openModal(page.instance)
    expect(page.getView()).toBe('SIWXSignMessage')
    await page.sign()
    expect([page.getView(), page.getSession()?.address]).toEqual([undefined, ONE])
  })

  test('where sessions are per network, cancelling goes back to the last one that had a session', async () => {
    const page = setUp({ given: { scope: 'chain' } })
    await page.connect()
    await page.sign()
    page.service.script.getSessions = async ({ networkId }) =>
      page.service.sessions.filter(({ fields }) => fields.networkId === networkId)
    await page.latchkey.switchNetwork('eip155:10')
    await page.settle()
    expect(page.getQuestion()?.networkId).toBe('eip155:10')
    await cancelSignIn(page.instance)
    await page.settle()
    expect(page.latchkey.getState()).toMatchObject({ status: 'connected', networkId: 'eip155:1', open: false })
    expect(page.getQuestion()).toBeUndefined()
    expect(page.adapter.asked).toContain('switchNetwork eip155:1')
  })
})

describe('what follows the account', () => {
  test('another network asks nothing while one session counts for the address', async () => {
    const page = setUp()
    await page.connect()
    await page.sign()
    await page.latchkey.switchNetwork('eip155:10')
    await page.settle()
    expect(page.getView()).toBeUndefined()
    expect(page.countSignatures()).toBe(1)
  })

  test('another account is asked for itself, and the first is remembered', async () => {
    const page = setUp()
    await page.connect()
    await page.sign()
    page.adapter.tell(FOX.id, { accounts: fakeAccounts(2) })
    await page.settle()
    expect(page.getQuestion()?.address).toBe(fakeAddress(2))
    expect(page.getSession()).toBeUndefined()
    await page.sign()
    page.adapter.tell(FOX.id, { accounts: fakeAccounts(1) })
    await page.settle()
    expect(page.getQuestion()).toBeUndefined()
    expect(page.getSession()?.address).toBe(ONE)
    expect(page.service.asked.filter((call) => call.startsWith('revoke'))).toEqual([])
  })

  test('an account that changes while the wallet signs is asked anew, and the late signature is dropped', async () => {
    const page = setUp()
    await page.connect()
    const answer = createAnswer<string>()
    page.adapter.script.signMessage = () => answer
    const signing = signIn(page.instance)
    await page.settle()
    page.adapter.tell(FOX.id, { accounts: fakeAccounts(2) })
    await page.settle()
    answer.ok('0xlate')
    await signing
    await page.settle()
    expect(page.service.sessions).toEqual([])
    expect(page.getQuestion()).toMatchObject({ address: fakeAddress(2), phase: 'idle' })
  })

  test('a wallet that leaves while it signs takes the question with it', async () => {
    const page = setUp()
    const box = await page.connect()
    const answer = createAnswer<string>()
    page.adapter.script.signMessage = () => answer
    const signing = signIn(page.instance)
    await page.settle()
    page.adapter.tell(FOX.id, { ended: 'wallet' })
    await page.settle()
    answer.ok('0xlate')
    await signing
    await page.settle()
    expect(page.service.sessions).toEqual([])
    expect([page.getQuestion(), page.getView()]).toEqual([undefined, undefined])
    expect(box.result?.status).toBe('closed')
  })

  test('disconnecting revokes the session, unless the site keeps it', async () => {
    for (const signOutOnDisconnect of [true, false]) {
      const page = setUp({ given: { signOutOnDisconnect } })
      await page.connect()
      await page.sign()
      await page.latchkey.disconnect()
      await page.settle()
      expect(page.service.sessions).toHaveLength(signOutOnDisconnect ? 0 : 1)
      expect(page.getSession()).toBeUndefined()
      const revoked = page.service.asked.filter((call) => call.startsWith('revoke'))
      expect(revoked).toHaveLength(signOutOnDisconnect ? 1 : 0)
    }
  })

  test('a wallet that goes while the site checks its signature is not left signed in there', async () => {
    const page = setUp()
    await page.connect()
    let say = () => {}
    page.service.script.addSession = async (session) => {
      await new Promise<void>((resolve) => {
        say = resolve
      })
      page.service.sessions.push(session)
    }
    const signing = page.sign()
    await page.settle()
    page.adapter.tell(FOX.id, { ended: 'user' })
    say()
    await signing
    await page.settle()
    expect(page.service.sessions).toEqual([])
  })

  test('every account that signed in through a wallet is signed out when that wallet is left', async () => {
    const page = setUp()
    page.adapter.script.connect = async () => fakeConnection(FOX, { accounts: fakeAccounts(1, 2) })
    await page.connect()
    await page.sign()
    void switchConnection(page.instance, { namespace: 'eip155', connectorId: FOX.id, address: fakeAddress(2) })
    await page.settle()
    await prepareSignIn(page.instance)
    await page.sign()
    expect(page.service.sessions).toHaveLength(2)
    page.adapter.tell(FOX.id, { accounts: fakeAccounts(2) })
    await page.latchkey.disconnect()
    await page.settle()
    expect(page.service.sessions).toEqual([])
  })

  test('a service that cannot revoke does not keep anybody connected', async () => {
    const page = setUp()
    await page.connect()
    await page.sign()
    page.service.script.revokeSession = () => new Promise(() => undefined)
    const leaving = page.latchkey.disconnect()
    await page.services.clock.advance(3_000)
    await leaving
    expect(page.latchkey.getState().status).toBe('disconnected')
  })

  test('signing in and out again with the same address asks again', async () => {
    const page = setUp()
    await page.connect()
    await page.sign()
    await page.latchkey.disconnect()
    await page.connect()
    expect(page.getView()).toBe('SIWXSignMessage')
  })
})

describe('loading the page again', () => {
  test('a sign-in that a reload interrupted is asked again once, and a session is found', async () => {
    const disk = createFakeDisk()
    const first = setUp({ disk })
    await first.connect()
    first.latchkey.destroy()

    const second = setUp({ disk, siwx: first.service })
    await second.settle()
    await second.settle()
    expect(second.getView()).toBe('SIWXSignMessage')
    await prepareSignIn(second.instance)
    await second.sign()
    expect(second.getView()).toBeUndefined()
    second.latchkey.destroy()

    const third = setUp({ disk, siwx: first.service })
    await third.settle()
    await third.settle()
    expect(third.getView()).toBeUndefined()
    expect(third.getSession()?.address).toBe(ONE)
  })

  test('two tabs that ask are answered by one signature', async () => {
    const disk = createFakeDisk()
    const service = createScriptedSiwx()
    const first = setUp({ disk, siwx: service })
    await first.connect()
    const second = setUp({ disk, siwx: service })
    await second.settle()
    await second.settle()
    expect([first.getView(), second.getView()]).toEqual(['SIWXSignMessage', 'SIWXSignMessage'])
    await first.sign()
    await second.settle()
    expect(second.getView()).toBeUndefined()
    expect(second.getSession()?.address).toBe(ONE)
    expect(second.countSignatures()).toBe(0)
  })
})

describe('what goes wrong', () => {
  test.each([
    ['another domain', { domain: 'elsewhere.test' }],
    ['a domain without its port', { domain: 'hollowpine.test' }, 'https://hollowpine.test:8443'],
    ['a uri of another site', { uri: 'https://elsewhere.test' }],
    ['a uri that is none', { uri: 'login' }],
    ['a domain that only ends alike', { domain: 'evil-hollowpine.test' }],
    ['a domain below', { domain: 'login.hollowpine.test' }],
    ['a domain above', { domain: 'test' }],
    ['a domain that only begins alike', { domain: 'hollowpine.test.evil.test' }],
    ['a domain in other letters', { domain: 'Hollowpine.test' }],
    ['a uri that only begins alike', { uri: 'https://hollowpine.test.evil.test' }],
    ['a uri of a site below', { uri: 'https://login.hollowpine.test' }],
    ['a uri of another scheme', { uri: 'http://hollowpine.test' }],
    ['the uri of a blob of this page', { uri: 'blob:https://hollowpine.test/0f7b' }],
    ['a uri with a user', { uri: 'https://somebody@hollowpine.test' }],
    ['a page without https', { uri: 'http://hollowpine.test' }, 'http://hollowpine.test'],
  ])('F-34: %s is stopped before the wallet is asked', async (_name, wrong, origin = 'https://hollowpine.test') => {
    const page = setUp({ origin, siwx: createScriptedSiwx({}, { site: origin }) })
    const { createFields } = createScriptedSiwx({}, { site: origin }).siwx
    page.service.script.createFields = async (request) => ({ ...(await createFields(request)), ...wrong })
    await page.connect()
    expect(page.getQuestion()?.error?.code).toBe('SIGN_IN_DOMAIN')
    await page.sign()
    expect(page.getQuestion()?.error?.code).toBe('SIGN_IN_DOMAIN')
    expect(page.countSignatures()).toBe(0)
    expect(page.services.log.join()).toContain('Nobody was asked to sign in')
  })

  test('F-34: a framed page is known by its own host', async () => {
    const page = setUp({ origin: 'https://inner.test', siwx: createScriptedSiwx({}, { site: 'https://inner.test' }) })
    await page.connect()
    expect(page.getQuestion()?.message).toContain('inner.test wants you')
  })

  test.each([
    ['an error', () => Promise.reject(new Error('500'))],
    ['a network that is away', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a nonce of too few signs', async () => ({ nonce: 'short' })],
  ])(
    'F-36: a nonce that is %s asks no wallet, keeps it connected, and trying again starts there',
    async (_name, answer) => {
      const page = setUp()
      const { createFields } = createScriptedSiwx().siwx
      page.service.script.createFields = async (request) => ({ ...(await createFields(request)), ...(await answer()) })
      await page.connect()
      expect(page.getQuestion()?.error?.code).toBe('SIGN_IN_SERVICE_DOWN')
      expect(page.countSignatures()).toBe(0)
      expect(page.latchkey.getState().status).toBe('connected')
      expect(page.getToast()).toBeUndefined()
      delete page.service.script.createFields
      await page.sign()
      expect(page.getSession()?.address).toBe(ONE)
    },
  )

  test('F-36: a nonce that never comes is given up after 10 s', async () => {
    const page = setUp()
    page.service.script.createFields = () => new Promise(() => undefined)
    const connecting = page.connect()
    while (!page.service.asked.some((call) => call.startsWith('createFields'))) await page.settle()
    await page.services.clock.advance(10_000)
    await connecting
    expect(page.getQuestion()).toMatchObject({ phase: 'failed', error: { code: 'SIGN_IN_SERVICE_DOWN' } })
  })

  test('F-36: a verdict that does not come keeps the wallet, and the next try begins with a new nonce', async () => {
    const page = setUp()
    await page.connect()
    page.service.script.addSession = () => Promise.reject(new Error('503'))
    await page.sign()
    expect(page.getQuestion()?.error?.code).toBe('SIGN_IN_SERVICE_DOWN')
    expect(page.eventsOf().at(-1)).toBe('SIWX_AUTH_ERROR')
    delete page.service.script.addSession
    await page.sign()
    expect(page.service.asked.filter((call) => call.startsWith('createFields'))).toHaveLength(2)
    expect(page.latchkey.getState().status).toBe('connected')
    expect(page.getSession()?.address).toBe(ONE)
  })

  test('F-36: sessions that cannot be asked for are told in the view, and the wallet stays', async () => {
    const page = setUp()
    page.service.script.getSessions = () => Promise.reject(new TypeError('Failed to fetch'))
    await page.connect()
    expect(page.getQuestion()).toMatchObject({ phase: 'failed', error: { code: 'SIGN_IN_SERVICE_DOWN' } })
    delete page.service.script.getSessions
    await page.sign()
    expect(page.getSession()?.address).toBe(ONE)
  })

  test('F-33: a verdict against the signature says what kind of wallet it may be, to visitor and developer', async () => {
    const page = setUp()
    await page.connect()
    page.adapter.script.signMessage = async () => `0x${'ab'.repeat(200)}`
    page.service.script.addSession = () =>
      Promise.reject(Object.assign(new Error('no'), { code: 'SIGNATURE_UNVERIFIED' }))
    await page.sign()
    expect(page.getQuestion()?.error?.code).toBe('SIGNATURE_UNVERIFIED')
    expect(page.getToast()).toBe('smartAccountUnsupported')
    expect(page.services.log.join()).toContain('ERC-1271 and ERC-6492')
    expect(page.latchkey.getState().status).toBe('connected')
  })

  test('F-35: a session that the site does not keep is asked for once more, never a third time', async () => {
    const page = setUp()
    page.service.script.addSession = async () => undefined
    await page.connect()
    await page.sign()
    expect(page.getQuestion()).toMatchObject({ phase: 'failed', error: { code: 'SIGN_IN_NOT_KEPT' } })
    expect(page.getQuestion()?.isFinal).toBeUndefined()
    expect(page.services.log.join()).toContain('SameSite=None')
    await page.sign()
    await page.sign()
    expect(page.countSignatures()).toBe(2)
    expect(page.getQuestion()?.isFinal).toBe(true)
    expect(page.latchkey.getState().status).toBe('connected')
  })

  test('F-03: a refusal in the wallet brings the question back, and asking again takes the same text', async () => {
    const page = setUp()
    await page.connect()
    page.adapter.script.signMessage = () => Promise.reject({ code: 4001 })
    await page.sign()
    expect(page.getView()).toBe('SIWXSignMessage')
    expect(page.getQuestion()?.error?.code).toBe('USER_REJECTED')
    expect(page.getToast()).toBe('signatureDeclined')
    expect(page.latchkey.getState().status).toBe('connected')
    page.adapter.script.signMessage = async () => '0xaa'
    await page.sign()
    expect(page.service.asked.filter((call) => call.startsWith('createFields'))).toHaveLength(1)
    expect(page.getSession()?.address).toBe(ONE)
  })

  test('F-11: a service that names the clock is shown as that', async () => {
    const page = setUp()
    await page.connect()
    page.service.script.addSession = () =>
      Promise.reject(new FailureError('CLOCK_WRONG', 'The times do not hold.', { step: 'signIn' }))
    await page.sign()
    expect(page.getQuestion()?.error?.code).toBe('CLOCK_WRONG')
  })

  test('anything else while it begins disconnects a wallet that has to sign in, and says so at Connect', async () => {
    const page = setUp()
    page.service.script.getSessions = () => Promise.reject(new Error('a bug of the site'))
    void page.latchkey.open()
    await page.settle()
    const box = await page.connect()
    expect(page.latchkey.getState().status).toBe('disconnected')
    expect([page.getView(), page.getToast()]).toEqual(['Connect', 'signInNotStarted'])
    expect(page.eventsOf()).toEqual(['SIWX_AUTH_ERROR'])
    expect(box.result).toEqual({ status: 'closed', reason: 'disconnected' })
  })

  test('a text that has waited too long is made anew before it is signed', async () => {
    const page = setUp()
    await page.connect()
    page.services.clock.sleep(9 * 60_000)
    await page.sign()
    expect(page.service.asked.filter((call) => call.startsWith('createFields'))).toHaveLength(2)
  })

  test('a wallet that says nothing is pointed at after 20 s', async () => {
    const page = setUp()
    await page.connect()
    const answer = createAnswer<string>()
    page.adapter.script.signMessage = () => answer
    const signing = signIn(page.instance)
    await page.services.clock.advance(20_000)
    expect(page.getQuestion()).toMatchObject({ phase: 'signing', isSlow: true })
    answer.ok('0xaa')
    await signing
    expect(page.getSession()?.address).toBe(ONE)
  })

  test('F-39: on Bitcoin the payment address takes the place of one that cannot sign', async () => {
    const bitcoin = fakeConnector('app.btc', { namespace: 'bip122' })
    const wallet = createScriptedAdapter('bip122', [bitcoin])
    const ordinal = `bc1p${'q'.repeat(58)}`
    const payment = `bc1q${'q'.repeat(38)}`
    wallet.script.connect = async () =>
      fakeConnection(bitcoin, {
        networkId: `bip122:${'0'.repeat(32)}`,
        accounts: [
          { address: ordinal, type: 'ordinal' },
          { address: payment, type: 'payment' },
        ],
      })
    const network = testNetwork('0'.repeat(32), { chainNamespace: 'bip122' })
    const page = setUp({ options: { adapters: [wallet.create], networks: [network] } })
    void page.latchkey.connect({ connectorId: bitcoin.id })
    await page.settle()
    await prepareSignIn(page.instance)
    wallet.script.signMessage = () => Promise.reject({ code: -32001 })
    await page.sign()
    expect(page.getQuestion()?.error?.code).toBe('BITCOIN_ADDRESS_KIND')
    wallet.script.signMessage = async () => 'AkcwRAIg'
    await useOtherAccount(page.instance)
    await page.settle()
    expect(page.getQuestion()).toMatchObject({ address: payment, phase: 'idle' })
    await page.sign()
    expect(page.service.sessions[0]?.address).toBe(payment)
  })
})

describe('for sites', () => {
  test('signIn asks in the modal and resolves with what was signed', async () => {
    const page = setUp({ given: { required: false } })
    await page.connect()
    await cancelSignIn(page.instance)
    await page.settle()
    const asked = askToSignIn(page.latchkey)
    await page.settle()
    expect(page.getView()).toBe('SIWXSignMessage')
    await page.sign()
    await expect(asked).resolves.toMatchObject({ address: ONE })
    expect(page.getView()).toBeUndefined()
    await expect(askToSignIn(page.latchkey)).resolves.toMatchObject({ address: ONE })
  })

  test('signIn rejects for nobody, and when the visitor cancels', async () => {
    const page = setUp({ given: { required: false } })
    await expect(askToSignIn(page.latchkey)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await page.connect()
    const asked = askToSignIn(page.latchkey)
    asked.catch(() => undefined)
    await page.settle()
    await cancelSignIn(page.instance)
    await expect(asked).rejects.toMatchObject({ code: 'ATTEMPT_CANCELLED' })
  })

  test('a headless instance asks nobody by itself; signIn asks the wallet at once', async () => {
    const service = createScriptedSiwx()
    const adapter = createScriptedAdapter('eip155', [FOX])
    const { latchkey, services } = createTestLatchkey({ options: { adapters: [adapter.create], siwx: service.siwx } })
    await services.clock.advance(0)
    await latchkey.connect({ connectorId: FOX.id })
    expect(service.asked).toEqual([])
    adapter.script.signMessage = () => Promise.reject({ code: 4001 })
    await expect(askToSignIn(latchkey)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    adapter.script.signMessage = async () => '0xaa'
    await expect(askToSignIn(latchkey)).resolves.toMatchObject({ address: ONE })
    expect(latchkey.getState().open).toBe(false)
  })

  test('signOut ends the session and leaves the wallet connected', async () => {
    const page = setUp({ given: { required: false } })
    await page.connect()
    await page.sign()
    await signOut(page.latchkey)
    await page.settle()
    expect([page.getSession(), page.service.sessions.length]).toEqual([undefined, 0])
    expect([page.latchkey.getState().status, page.getView()]).toEqual(['connected', undefined])
  })

  test('after signOut a required sign-in waits for the next opening', async () => {
    const page = setUp()
    await page.connect()
    await page.sign()
    await signOut(page.latchkey)
    await page.settle()
    expect(page.getView()).toBeUndefined()
    void openModal(page.instance)
    expect(page.getView()).toBe('SIWXSignMessage')
  })
})

describe('two wallets that hold one account', () => {
  const OWL = fakeConnector('io.owl')

  async function connectBoth() {
    const page = setUp({ options: {} })
    page.adapter.announce(FOX, OWL)
    await page.connect()
    await page.sign()
    page.adapter.script.connect = async () => fakeConnection(OWL)
    await page.latchkey.connect({ connectorId: OWL.id })
    await page.settle()
    expect(page.latchkey.getState()).toMatchObject({ connectorId: OWL.id, address: ONE })
    expect(page.getSession()?.address).toBe(ONE)
    return page
  }

  test('leaving the one that is not in use keeps the sign-in of the other', async () => {
    const page = await connectBoth()
    await disconnect(page.instance, { namespace: 'eip155', connectorId: FOX.id })
    await page.settle()
    expect(page.getSession()?.address).toBe(ONE)
    expect(page.service.asked.filter((call) => call.startsWith('revokeSession'))).toEqual([])
  })

  test('leaving the one in use ends the sign-in, and the other one is asked for its own', async () => {
    const page = await connectBoth()
    await disconnect(page.instance, { namespace: 'eip155', connectorId: OWL.id })
    await page.settle()
    expect(page.latchkey.getState()).toMatchObject({ connectorId: FOX.id, address: ONE })
    expect(page.getSession()).toBeUndefined()
    expect(page.getQuestion()).toMatchObject({ address: ONE, walletName: 'fox', required: true })
  })
})

describe('two wallets with an account each', () => {
  const OWL = fakeConnector('io.owl')

  async function signBoth(disk = createFakeDisk()) {
    const page = setUp({ disk })
    page.adapter.announce(FOX, OWL)
    await page.connect()
    await page.sign()
    page.adapter.script.connect = async () => fakeConnection(OWL, { accounts: [{ address: TWO, type: 'eoa' }] })
    void page.latchkey.connect({ connectorId: OWL.id })
    await page.settle()
    await prepareSignIn(page.instance)
    await page.sign()
    expect(page.service.sessions.map(({ address }) => address)).toEqual([ONE, TWO])
    return page
  }
  const whoIsIn = (page: { service: ScriptedSiwx }) => page.service.sessions.map(({ address }) => address)

  test('leaving the one beside the one in use signs its account out, and nobody else', async () => {
    const page = await signBoth()
    await disconnect(page.instance, { namespace: 'eip155', connectorId: FOX.id })
    await page.settle()
    expect(whoIsIn(page)).toEqual([TWO])
    expect(page.getSession()?.address).toBe(TWO)
  })

  test('leaving all signs both out, each once', async () => {
    const page = await signBoth()
    await disconnect(page.instance)
    await page.settle()
    expect(whoIsIn(page)).toEqual([])
    expect(page.service.asked.filter((call) => call.startsWith('revokeSession'))).toHaveLength(2)
  })

  test.each([
    ['beside the one in use', FOX.id, TWO],
    ['in use', OWL.id, ONE],
  ])('a wallet %s that ends its connection by itself is signed out as well', async (_, id, left) => {
    const page = await signBoth()
    page.adapter.tell(id, { ended: 'user' })
    await page.settle()
    expect(whoIsIn(page)).toEqual([left])
    expect(page.service.asked.filter((call) => call.startsWith('revokeSession'))).toHaveLength(1)
  })

  test('a wallet beside the one in use that this page load has not looked at is signed out when it is left', async () => {
    const disk = createFakeDisk()
    const before = await signBoth(disk)
    before.latchkey.destroy()
    const page = setUp({ disk, siwx: before.service })
    page.adapter.script.reconnect = async () => {
      const isOwl = page.adapter.asked.at(-1) === `reconnect ${OWL.id}`
      return fakeConnection(isOwl ? OWL : FOX, { accounts: [{ address: isOwl ? TWO : ONE, type: 'eoa' }] })
    }
    page.adapter.announce(FOX, OWL)
    await page.settle()
    await page.settle()
    expect(page.latchkey.getState()).toMatchObject({ connectorId: OWL.id, address: TWO })
    await disconnect(page.instance, { namespace: 'eip155', connectorId: FOX.id })
    await page.settle()
    expect(whoIsIn(page)).toEqual([TWO])
  })
})

test('what is asked for by the action are the sessions of the account in use, and of nobody else', async () => {
  const page = setUp()
  await page.connect()
  await page.sign()
  const [session] = page.service.sessions
  if (!session) throw new Error('no session')
  const { fields } = session
  page.service.script.getSessions = async () => [
    { ...session, address: fakeAddress(2) },
    { address: ONE, fields: { ...fields, networkId: 'solana:main' } },
    { address: ONE, fields: { ...fields, expirationTime: '2001-01-01T00:00:00.000Z' } },
    session,
  ]
  expect(await getSiwxSessions(page.latchkey)).toEqual([session])
})
