import { createFakeServices, createScriptedAdapter, createTestLatchkey, testNetwork } from '@latchkey/testing'
import { createScriptedSiwx } from '@latchkey/testing/createScriptedSiwx.ts'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { sealSignInAnswer } from '@latchkey/testing/sealSignInAnswer.ts'
import type { SignClient } from '@latchkey/walletconnect'
import { buildAuthObject, populateAuthPayload } from '@latchkey/walletconnect/wallet'
import { parseSignInMessage } from '@latchkey/wire'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { signInOf } from '../../kernel/signIn/signIn.ts'
// Loaded beforehand, so that what the instance loads on demand is there within the clock's next step.
import '../../flow/actions.ts'
import '../../kernel/connections/disconnect.ts'
import './signInStep.ts'
import { getRoute } from '../../flow/router.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { connectWalletConnect } from '../../ways/walletConnect/connectWalletConnect.ts'

const KEY = new Uint8Array(32).fill(7)
const ADDRESS = `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(KEY, false).subarray(1)).subarray(12))}`
const ISS = `did:pkh:eip155:1:${ADDRESS}`

/** EIP-191. */
function sign(message: string): string {
  const bytes = new TextEncoder().encode(message)
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${bytes.length}`)
  const [recovery = 0, ...rs] = secp256k1.sign(keccak_256(new Uint8Array([...prefix, ...bytes])), KEY, {
    prehash: false,
    format: 'recovered',
  })
  return `0x${bytesToHex(new Uint8Array([...rs, recovery + 27]))}`
}

/** A phone whose wallet signs in as it connects. */
function signWhenAsked(wallet: SignClient): void {
  wallet.on('session_authenticate', ({ id, params: { authPayload } }) => {
    const request = populateAuthPayload({ authPayload, chains: ['eip155:1'], methods: ['personal_sign'] })
    const signature = { t: 'eip191', s: sign(wallet.formatAuthMessage({ request, iss: ISS })) } as const
    void wallet.approveSessionAuthenticate({ id, auths: [buildAuthObject(request, signature, ISS)] })
  })
}

async function setUp(options: Partial<CreateLatchkeyOptions> = {}) {
  const phone = await createTestPhone()
  const service = createScriptedSiwx()
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect })
  const made = createTestLatchkey({
    services,
    loadModal: async () => ({ mountModal: () => () => undefined }),
    options: { networks: [testNetwork(1)], siwx: service.siwx, ...options },
  })
  const { connection, modal, router, toast } = made.instance.stores
  const toasts: string[] = []
  toast.watch((state) => {
    if (state.toast?.key) toasts.push(state.toast.key)
  })
  void made.latchkey.open()
  await phone.clock.advance(0)
  return {
    ...made,
    phone,
    service,
    toasts,
    pair: async () => {
      const asked = connectWalletConnect(made.instance)
      asked.catch(() => undefined)
      const uri = await phone.until(() => connection.get().attempt?.pairing?.uri)
      return { asked, uri }
    },
    getView: () => (modal.get().open ? getRoute(router.get()).view : undefined),
    getSignedIn: () => signInOf(made.instance).get().signedIn?.eip155,
  }
}

test('one yes on the phone connects and signs in, and a toast stays until the session is kept', async () => {
  const { phone, pair, service, latchkey, getSignedIn, getView, toasts } = await setUp()
  signWhenAsked(phone.client)
  const { asked, uri } = await pair()
  expect(uri).toContain('wc_sessionAuthenticate')
  void phone.client.pair({ uri })
  await phone.until(() => getSignedIn())
  await asked
  expect(latchkey.getState()).toMatchObject({ status: 'connected', open: false })
  expect(getView()).toBeUndefined()
  expect(phone.requests).toEqual([])
  expect(toasts).toEqual(['authenticating'])
  const [session] = service.sessions
  expect(session).toMatchObject({ address: ADDRESS, fields: { domain: 'hollowpine.test', networkId: 'eip155:1' } })
  expect(session?.signature).toBe(sign(session?.message ?? ''))
  expect(parseSignInMessage(session?.message ?? '')).toMatchObject({ ok: true, message: session?.fields })
  expect(session?.cacao).toMatchObject({ p: { iss: ISS } })
})

test('a wallet that knows no sign-in while it connects is asked in the view', async () => {
  const { phone, pair, getView } = await setUp()
  const { uri } = await pair()
  await phone.approve(uri, `eip155:1:${ADDRESS}`)
  await phone.until(() => getView() === 'SIWXSignMessage')
  expect(phone.proposals).toHaveLength(1)
})

test('after a refusal the ordinary way to connect is left', async () => {
  const { phone, pair, instance, service } = await setUp()
  phone.client.on('session_authenticate', ({ id }) => {
    void phone.client.rejectSessionAuthenticate({ id, reason: { code: 5000, message: 'User rejected.' } })
  })
  const { uri } = await pair()
  void phone.client.pair({ uri })
  await phone.until(() => instance.stores.connection.get().attempt?.error?.code === 'USER_REJECTED')
  const again = await pair()
  expect(again.uri).not.toContain('wc_sessionAuthenticate')
  expect(service.asked.filter((call) => call.startsWith('createFields'))).toHaveLength(1)
})

test('a wallet that knows no sign-in and says no ends the attempt at once', async () => {
  const { phone, pair, instance } = await setUp()
  const { uri } = await pair()
  await phone.refuse(uri)
  await phone.until(() => instance.stores.connection.get().attempt?.error?.code === 'USER_REJECTED')
})

test.each<[string, { iss?: string; domain?: string; nonce?: string; aud?: string }]>([
  ['another domain', { domain: 'evil-hollowpine.test' }],
  ['a domain below', { domain: 'login.hollowpine.test' }],
  ['another nonce', { nonce: 'anothernonce' }],
  ['another uri', { aud: 'https://hollowpine.test/elsewhere' }],
  ['another chain', { iss: `did:pkh:eip155:10:${ADDRESS}` }],
])('a phone that signed %s is neither connected nor signed in', async (_name, { iss = ISS, ...change }) => {
  const { phone, pair, instance, service, latchkey, getSignedIn } = await setUp()
  phone.client.on('session_authenticate', async ({ id, params: { authPayload, requester } }) => {
    const asked = populateAuthPayload({ authPayload, chains: ['eip155:1'], methods: ['personal_sign'] })
    const request = { ...asked, ...change }
    const signature = { t: 'eip191', s: sign(phone.client.formatAuthMessage({ request, iss })) } as const
    const cacaos = [buildAuthObject(request, signature, iss)]
    phone.relay.publish(await sealSignInAnswer({ id, requester, cacaos }))
  })
  const { uri } = await pair()
  void phone.client.pair({ uri })
  await phone.until(() => instance.stores.connection.get().attempt?.error)
  expect(getSignedIn()).toBeUndefined()
  expect(service.asked.filter((call) => call.startsWith('addSession'))).toEqual([])
  expect(latchkey.getState().status).not.toBe('connected')
})

test('a nonce that does not come leaves the ordinary way to connect', async () => {
  const { pair, service } = await setUp()
  service.script.createFields = () => Promise.reject(new Error('503'))
  const { uri } = await pair()
  expect(uri).not.toContain('wc_sessionAuthenticate')
})

test('a site of several namespaces connects the ordinary way', async () => {
  const networks = [testNetwork(1), testNetwork('main', { chainNamespace: 'solana' })] as const
  const { pair, service } = await setUp({ networks, adapters: [createScriptedAdapter('eip155', []).create] })
  const { uri } = await pair()
  expect(uri).not.toContain('wc_sessionAuthenticate')
  expect(service.asked).toEqual([])
})

test('F-36: a sign-in that the service did not keep is asked again in the view, and the wallet stays', async () => {
  const { phone, pair, service, instance, latchkey, getView } = await setUp()
  service.script.addSession = () => Promise.reject(new Error('503'))
  signWhenAsked(phone.client)
  const { uri } = await pair()
  void phone.client.pair({ uri })
  await phone.until(() => signInOf(instance).get().question?.phase === 'failed')
  expect(getView()).toBe('SIWXSignMessage')
  expect(signInOf(instance).get().question?.error?.code).toBe('SIGN_IN_SERVICE_DOWN')
  expect(latchkey.getState().status).toBe('connected')
})
