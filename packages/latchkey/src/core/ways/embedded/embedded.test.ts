import { createFakeServices, createTestLatchkey, testNetwork } from '@latchkey/testing'
import { CallError, createFrameWindows } from '@latchkey/testing/createFrameWindows.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CallHandler } from '../../../../../../apps/frame/channel/serveCalls.ts'
import { fetchCallsStatus } from '../../../actions/fetchCallsStatus.ts'
import { fetchCapabilities } from '../../../actions/fetchCapabilities.ts'
import { fetchPermissions } from '../../../actions/fetchPermissions.ts'
import { grantPermissions } from '../../../actions/grantPermissions.ts'
import { revoke } from '../../../actions/revoke.ts'
import { sendCalls } from '../../../actions/sendCalls.ts'
import { setPreferredAccountType } from '../../../actions/setPreferredAccountType.ts'
import { updateEmail } from '../../../actions/updateEmail.ts'
import { getRoute } from '../../flow/router.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { getAdapter } from '../../kernel/way.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import type { SiwxSession } from '../../types/siwx.ts'
import { sendNewCode, sendOldCode, startEmailChange } from './changeEmail.ts'
import { connectEmbedded } from './connectEmbedded.ts'
import { embeddedOf } from './embeddedStore.ts'
import { READY_LIMIT_MS } from './frameChannel.ts'
import { findStep, isEmail, MAIL_REST_MS, sendCode, sendEmail, waitForDevice } from './logIn.ts'
import { loginOf } from './loginStore.ts'
import { openSettings } from './openSettings.ts'
import { plainAccount } from './plainAccount.ts'

const EVM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SOL = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

type Answer = (payload: unknown, signal: AbortSignal) => unknown
type Answers = Readonly<Record<string, Answer>>

/** What a frame says in which somebody has a wallet on both families. */
const ANSWERS: Answers = {
  CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }),
  GET_USER: (payload) => {
    const { chainId = 'eip155:1' } = (payload ?? {}) as { chainId?: string }
    return chainId.startsWith('solana:')
      ? { address: SOL, chainId }
      : { email: 'visitor@shop.example', address: EVM, chainId: Number(chainId.slice(7)) }
  },
  SWITCH_NETWORK: (payload) => payload,
  IS_CONNECTED: () => ({ isConnected: true }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [] }),
}

/** A site with a frame on it that answers as it is told. */
function play(
  answers: Answers = {},
  {
    options,
    services: given,
    loads = true,
    storage,
  }: {
    options?: Partial<CreateLatchkeyOptions>
    services?: Parameters<typeof createFakeServices>[0]
    loads?: boolean
    storage?: 'kept' | 'session' | 'none'
  } = {},
) {
  const asked: { name: string; payload: unknown }[] = []
  const clock = given?.clock ?? createFakeServices().clock
  const windows = createFrameWindows(
    (async ({ name, payload }, signal) => {
      asked.push({ name, payload })
      return (answers[name] ?? ANSWERS[name])?.(payload, signal)
    }) as CallHandler,
    clock.now,
  )
  const services = createFakeServices({ ...given, clock, walletWindow: windows.page })
  const placed: { url: string; isOn: boolean }[] = []
  const made = createTestLatchkey({
    services,
    options: {
      frameUrl: windows.origin,
      projectId: 'hollowpine',
      networks: [testNetwork(1), testNetwork(10), testNetwork(8, { chainNamespace: 'solana', caipNetworkId: SOLANA })],
      ...options,
    },
    loadModal: async () => ({ mountModal: () => () => undefined }),
    isStarted: false,
  })
  const { instance } = made
  let hasFrame = loads
  instance.live.placeFrame = async (url) => {
    const entry = { url, isOn: true }
    placed.push(entry)
    // Windows speak in tasks of their own, once whoever placed the frame has it.
    if (hasFrame) setImmediate(() => windows.load({ ...(storage && { storage }) }))
    return {
      readLook: () => ({ mode: 'light', locale: 'de' }),
      getWindow: () => (entry.isOn ? windows.frame : null),
      remove: () => {
        entry.isOn = false
      },
    }
  }
  onTestFinished(() => {
    made.latchkey.destroy()
    windows.close()
  })
  const of = (name: string) => asked.filter((call) => call.name === name).map(({ payload }) => payload)
  return { ...made, ...windows, asked, of, placed, clock, come: () => (hasFrame = true) }
}

/** The same with somebody logged in. */
async function playConnected(...parameters: Parameters<typeof play>) {
  const played = play(...parameters)
  await sendEmail(played.instance, 'visitor@shop.example')
  await sendCode(played.instance, '123456')
  await connectEmbedded(played.instance)
  return played
}

describe('logging in by e-mail', () => {
  it('connects the wallet in every namespace that it has an account in', async () => {
    const { instance, latchkey, events, of } = play()
    expect(await sendEmail(instance, ' visitor@shop.example ')).toBe('VERIFY_OTP')
    await sendCode(instance, '123456')
    const connection = await connectEmbedded(instance)
    expect(connection.connector).toMatchObject({ id: 'embedded', type: 'AUTH', namespace: 'eip155' })
    expect(of('CONNECT_EMAIL')).toEqual([{ email: 'visitor@shop.example' }])
    expect(latchkey.getState()).toMatchObject({
      status: 'connected',
      address: EVM,
      networkId: 'eip155:1',
      user: { email: 'visitor@shop.example' },
      preferredAccountTypes: { eip155: 'eoa', solana: 'eoa' },
      smartAccountDeployed: undefined,
    })
    expect(getConnection(instance.stores.connection.get(), 'solana')?.accounts).toEqual([{ address: SOL, type: 'eoa' }])
    expect(events).toContainEqual(
      expect.objectContaining({ name: 'CONNECT_SUCCESS', properties: expect.objectContaining({ method: 'email' }) }),
    )
    expect(events.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['EMAIL_SUBMITTED', 'EMAIL_VERIFICATION_CODE_SENT', 'EMAIL_VERIFICATION_CODE_PASS']),
    )
  })

  it('puts the frame onto the page when it is needed, on its own site, and tells it who asks and how the page looks', async () => {
    const { instance, of, placed } = play(
      {},
      { options: { accent: '#123456', themeVariables: { '--latchkey-radius': 'url(x)' } } },
    )
    expect(placed).toEqual([])
    await sendEmail(instance, 'visitor@shop.example')
    expect(placed.map(({ url }) => url)).toEqual([
      'https://wallet.example/v1/frame?projectId=hollowpine&chainId=eip155%3A1&version=1',
    ])
    expect(of('SYNC_DAPP_DATA')).toEqual([
      expect.objectContaining({ projectId: 'hollowpine', sdkType: 'latchkey', metadata: expect.anything() }),
    ])
    // What a frame would not take is left out, and the rest is told.
    expect(of('SYNC_THEME')).toEqual([
      { themeMode: 'light', themeVariables: { '--latchkey-accent': '#123456' }, locale: 'de' },
    ])
    instance.stores.theme.set((theme) => ({ ...theme, accent: 'red' }))
    await vi.waitFor(() => expect(of('SYNC_THEME')).toHaveLength(2))
  })

  it('is not there where the site has no frame, or does not want it', () => {
    expect(Object.keys(play().instance.ways)).toContain('embedded')
    expect(Object.keys(play({}, { options: { frameUrl: undefined } }).instance.ways)).not.toContain('embedded')
    expect(
      Object.keys(play({}, { options: { features: { email: false, socials: false } } }).instance.ways),
    ).not.toContain('embedded')
  })

  it('F-47: a code that is wrong can be tried again, and says so', async () => {
    const { instance, failures, events } = play({
      CONNECT_OTP: (payload) => {
        if ((payload as { otp: string }).otp === '000000')
          throw new CallError({ message: 'The code is wrong.', reason: 'CODE_REFUSED' })
      },
    })
    await sendEmail(instance, 'visitor@shop.example')
    await expect(sendCode(instance, '000000')).rejects.toMatchObject({ code: 'CODE_NOT_ACCEPTED' })
    expect(failures).toEqual([expect.objectContaining({ code: 'CODE_NOT_ACCEPTED', final: false })])
    expect(events.at(-1)).toMatchObject({ name: 'EMAIL_VERIFICATION_CODE_FAIL' })
    await sendCode(instance, '123456')
  })

  it('F-42: a frame that does not come ends the step, and the next try has a new one', async () => {
    const { instance, clock, come, placed, services } = play({}, { loads: false })
    const asking = sendEmail(instance, 'visitor@shop.example')
    const failed = expect(asking).rejects.toMatchObject({ code: 'FRAME_UNREACHABLE' })
    await clock.advance(READY_LIMIT_MS)
    await failed
    expect(services.log.join()).toContain('Check that it is served there, and that its configuration lists https://')
    come()
    expect(await sendEmail(instance, 'visitor@shop.example')).toBe('VERIFY_OTP')
    expect(placed.map(({ isOn }) => isOn)).toEqual([false, true])
  })

  it('F-42: a frame that comes after it was given up is the one that the next try uses', async () => {
    const { instance, clock, load, placed } = play({}, { loads: false })
    const asking = sendEmail(instance, 'visitor@shop.example')
    const failed = expect(asking).rejects.toMatchObject({ code: 'FRAME_UNREACHABLE' })
    await clock.advance(READY_LIMIT_MS)
    await failed
    load()
    expect(await sendEmail(instance, 'visitor@shop.example')).toBe('VERIFY_OTP')
    expect(placed.map(({ isOn }) => isOn)).toEqual([true])
  })

  it('the language that the site chose stands in the frame’s address: a mail may be asked for before a theme is told', async () => {
    const { instance, placed } = play({}, { options: { locale: 'pt-BR' } })
    await sendEmail(instance, 'visitor@shop.example')
    expect(new URL(placed[0]?.url ?? '').searchParams.get('locale')).toBe('pt-BR')
  })

  it('F-51, SEC-137: a policy of the page that forbids the frame is said at once', async () => {
    const { instance, page, services } = play({}, { loads: false })
    const asking = sendEmail(instance, 'visitor@shop.example')
    const failed = expect(asking).rejects.toMatchObject({ code: 'CSP_BLOCKED' })
    const violation = { blockedURI: 'https://wallet.example/v1/frame', effectiveDirective: 'frame-src' }
    page.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation))
    await failed
    expect(services.log.join()).toContain('Add https://wallet.example to frame-src')
  })

  it.each(['HOST_NOT_ALLOWED', 'PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'])(
    'F-12: a server of the wallet that refuses this page (%s) is told to the developer by its settings, once',
    async (reason) => {
      const message = `https://vault.example answered ${reason}`
      const { instance, services } = play({
        CONNECT_EMAIL: () => {
          throw new CallError({ message, code: 4100, reason })
        },
      })
      for (let tries = 0; tries < 2; tries += 1) {
        await expect(sendEmail(instance, 'visitor@shop.example')).rejects.toMatchObject({ code: 'SITE_REFUSED' })
      }
      const said = services.log.filter((line) => line.includes('refuses this page'))
      expect(said).toHaveLength(1)
      expect(said[0]).toContain('its hosts at the vault')
      expect(said[0]).toContain(message)
    },
  )

  it('F-43: a browser that forgets the login is spoken of, once', async () => {
    const { instance, failures } = play({}, { storage: 'none' })
    await sendEmail(instance, 'visitor@shop.example')
    await sendEmail(instance, 'visitor@shop.example')
    expect(loginOf(instance).get().storage).toBe('none')
    expect(failures).toEqual([expect.objectContaining({ code: 'FRAME_STORAGE_BLOCKED', final: false })])
  })

  it('rests 30 s after a mail, and for as long as the server says', async () => {
    let isRefused = false
    const { instance, clock } = play({
      CONNECT_EMAIL: () => {
        if (isRefused) throw new CallError({ message: 'Too often', reason: 'TOO_OFTEN', retryAfter: 600 })
        return { action: 'VERIFY_OTP' }
      },
    })
    await sendEmail(instance, 'visitor@shop.example')
    expect(loginOf(instance).get().nextAt).toBe(clock.now() + MAIL_REST_MS)
    isRefused = true
    await expect(sendEmail(instance, 'visitor@shop.example')).rejects.toMatchObject({ code: 'DATA_UNAVAILABLE' })
    expect(loginOf(instance).get().nextAt).toBe(clock.now() + 600_000)
  })

  it('waits for the link of a mail for as long as it lives, and asks for it again in silence', async () => {
    let isApproved = false
    const { instance, clock, of } = play({
      CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }),
      CONNECT_DEVICE: () => (isApproved ? undefined : new Promise(() => undefined)),
    })
    await sendEmail(instance, 'visitor@shop.example')
    const waiting = waitForDevice(instance, new AbortController().signal)
    await vi.waitFor(() => expect(of('CONNECT_DEVICE')).toHaveLength(1))
    isApproved = true
    await clock.advance(120_000)
    await waiting
    expect(of('CONNECT_DEVICE')).toHaveLength(2)
  })

  it('SEC-64: says that a link has run out, whether the vault or the clock does', async () => {
    const { instance, clock, of } = play({
      CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }),
      CONNECT_DEVICE: () => new Promise(() => undefined),
    })
    await sendEmail(instance, 'visitor@shop.example')
    const waiting = waitForDevice(instance, new AbortController().signal)
    const over = expect(waiting).rejects.toMatchObject({ code: 'CODE_NOT_ACCEPTED' })
    for (let turn = 1; turn <= 8; turn++) {
      await vi.waitFor(() => expect(of('CONNECT_DEVICE')).toHaveLength(turn))
      await clock.advance(120_000)
    }
    await over
    const told = play({
      CONNECT_DEVICE: () => Promise.reject(new CallError({ message: 'over', code: -32603, reason: 'CHALLENGE_OVER' })),
    })
    await expect(waitForDevice(told.instance, new AbortController().signal)).rejects.toMatchObject({
      code: 'CODE_NOT_ACCEPTED',
    })
  })

  it('a login that was left in the middle goes on where it was, until its code was taken', async () => {
    const { instance, failures } = play({
      CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }),
      CONNECT_DEVICE: (_, signal) => (signal.aborted ? undefined : new Promise(() => undefined)),
    })
    expect(findStep(instance, 'visitor@shop.example')).toBeUndefined()
    await sendEmail(instance, 'visitor@shop.example')
    const left = new AbortController()
    const waiting = waitForDevice(instance, left.signal)
    left.abort()
    await expect(waiting).rejects.toThrow('aborted')
    // Whoever leaves a view has refused nothing.
    expect(failures).toEqual([])
    expect(findStep(instance, ' visitor@shop.example')).toBe('VERIFY_DEVICE')
    expect(findStep(instance, 'other@shop.example')).toBeUndefined()
    await sendCode(instance, '004217')
    expect(findStep(instance, 'visitor@shop.example')).toBeUndefined()
  })

  it.each(['', 'visitor', 'a@', '@b', 'a b@c', 'a@b@c', `${'a'.repeat(250)}@b.example`])('%j is no address', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it('signs in by the same press where the site wants that', async () => {
    const kept: SiwxSession[] = []
    const siwx = {
      createFields: async () => ({
        domain: 'shop.example',
        address: '',
        uri: 'https://shop.example/',
        version: '1' as const,
        networkId: 'eip155:1' as const,
        nonce: '0123456789abcdef',
        issuedAt: '2026-11-24T00:00:00.000Z',
      }),
      addSession: async (session: SiwxSession) => void kept.push(session),
      setSessions: async () => undefined,
      getSessions: async () => kept,
      revokeSession: async () => undefined,
    }
    const { of } = await playConnected(
      {
        GET_USER: (payload) => {
          const { siwxMessage } = (payload ?? {}) as { siwxMessage?: Record<string, string> }
          const signed = siwxMessage && { signature: `0x${'11'.repeat(65)}`, message: 'the text', siwxMessage }
          return { address: EVM, chainId: 1, ...signed }
        },
      },
      {
        options: { siwx, networks: [testNetwork(1)] },
        services: { browser: { origin: () => 'https://shop.example' } },
      },
    )
    expect(of('GET_USER')).toEqual([
      expect.objectContaining({
        siwxMessage: expect.objectContaining({ accountAddress: '<<AccountAddress>>', nonce: '0123456789abcdef' }),
      }),
    ])
    await vi.waitFor(() => expect(kept).toEqual([expect.objectContaining({ message: 'the text', address: EVM })]))
  })
})

describe('the wallet behind an e-mail', () => {
  it('signs a message and sends coins through the frame, each on the network of the connection', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    const { latchkey, of } = await playConnected({
      RPC_REQUEST: (payload) => {
        const { method } = payload as { method: string }
        if (method === 'personal_sign') return `0x${'11'.repeat(65)}`
        if (method === 'eth_sendTransaction') return hash
        return '0xde0b6b3a7640000'
      },
    })
    expect(await latchkey.signMessage('hello')).toBe(`0x${'11'.repeat(65)}`)
    expect(of('RPC_REQUEST').at(-1)).toEqual({
      method: 'personal_sign',
      params: ['0x68656c6c6f', EVM],
      chainId: 'eip155:1',
      chainNamespace: 'eip155',
    })
    expect(await latchkey.sendTransaction({ to: EVM, value: 5n })).toBe(hash)
    expect(of('RPC_REQUEST')).toContainEqual(
      expect.objectContaining({
        method: 'eth_sendTransaction',
        params: [expect.objectContaining({ from: EVM, value: '0x5', chainId: '0x1' })],
      }),
    )
  })

  it('asks for permissions to act only where the site wants smart sessions, and gives them back by their context', async () => {
    const context = `0x${'cc'.repeat(40)}`
    const request = [{ to: EVM, permission: { type: 'erc20-token-allowance' } }]
    const off = await playConnected()
    await expect(grantPermissions(off.latchkey, request)).rejects.toMatchObject({ code: 'ABILITY_MISSING' })
    expect(off.of('RPC_REQUEST')).toEqual([])
    const answers: Answers = {
      RPC_REQUEST: (payload) => {
        const { method } = payload as { method: string }
        const listed = { ...request[0], chainId: '0x1', context, rules: [] }
        return method === 'wallet_revokeExecutionPermission' ? {} : [listed]
      },
    }
    const { latchkey, of } = await playConnected(answers, { options: { features: { smartSessions: true } } })
    expect(await grantPermissions(latchkey, request)).toEqual([expect.objectContaining({ context })])
    const { permissions } = await fetchPermissions(latchkey)
    const [given] = permissions.filter(({ kind }) => kind === 'execution')
    expect(given).toMatchObject({ context, type: 'erc20-token-allowance', to: EVM })
    expect(given && (await revoke(latchkey, given))).toEqual([expect.objectContaining({ outcome: 'ended' })])
    expect(of('RPC_REQUEST').map((asked) => (asked as { method: string }).method)).toEqual([
      'wallet_requestExecutionPermissions',
      'wallet_getGrantedExecutionPermissions',
      'wallet_revokeExecutionPermission',
    ])
    expect(of('RPC_REQUEST').at(-1)).toMatchObject({ params: [{ permissionContext: context }] })
  })

  it('asks the frame to put another transaction in the place of one that waits, under its nonce', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    const { instance, of } = await playConnected({ RPC_REQUEST: () => hash })
    const connection = getConnection(instance.stores.connection.get(), 'eip155')
    const replace = connection && getAdapter(instance, connection.connector)?.replaceTransaction
    if (!replace) throw new Error('No way to replace one')
    const prices = { maxFeePerGas: 22n, maxPriorityFeePerGas: 3n }
    expect(await replace(connection, { to: EVM, value: 5n, nonce: 7n, ...prices })).toBe(hash)
    expect(of('RPC_REQUEST')).toEqual([
      expect.objectContaining({
        method: 'eth_sendTransaction',
        params: [
          {
            from: EVM,
            to: EVM,
            value: '0x5',
            chainId: '0x1',
            nonce: '0x7',
            maxFeePerGas: '0x16',
            maxPriorityFeePerGas: '0x3',
          },
        ],
      }),
    ])
  })

  it('is EIP-1193 for the site’s own libraries, and refuses methods that it does not offer', async () => {
    const { latchkey, of } = await playConnected({ RPC_REQUEST: () => '0x10' })
    const provider = latchkey.getProvider('eip155') as { request: (call: object) => Promise<unknown> }
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([EVM])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await provider.request({ method: 'eth_getBalance', params: [EVM, 5n] })).toBe('0x10')
    expect(of('RPC_REQUEST')).toEqual([expect.objectContaining({ params: [EVM, '0x5'] })])
    await expect(provider.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({ code: 4200 })
    await expect(provider.request({ method: 'eth_call', params: [() => 0] })).rejects.toMatchObject({ code: -32602 })
  })

  it('signs on Solana as a wallet of the Wallet Standard', async () => {
    const { latchkey, of } = await playConnected({
      RPC_REQUEST: (payload) => {
        const { method } = payload as { method: string }
        return method === 'solana_signMessage' ? { signature: '1'.repeat(64) } : { transaction: '2gM' }
      },
    })
    expect(await latchkey.signMessage('hello', { namespace: 'solana' })).toBe('1'.repeat(64))
    expect(of('RPC_REQUEST')).toEqual([
      {
        method: 'solana_signMessage',
        params: { message: 'Cn8eVZg', pubkey: SOL },
        chainId: SOLANA,
        chainNamespace: 'solana',
      },
    ])
    const wallet = latchkey.getProvider('solana') as {
      accounts: readonly { address: string }[]
      features: Record<string, { signTransaction: (input: object) => Promise<readonly object[]> }>
    }
    expect(wallet.accounts.map(({ address }) => address)).toEqual([SOL])
    const signed = await wallet.features['solana:signTransaction']?.signTransaction({
      transaction: new Uint8Array([1]),
    })
    expect(signed).toEqual([{ signedTransaction: expect.any(Uint8Array) }])
  })

  it('moves to another network, and tells the site’s libraries', async () => {
    const { latchkey, of } = await playConnected()
    const heard: unknown[] = []
    const provider = latchkey.getProvider('eip155') as { on: (name: string, listener: (id: unknown) => void) => void }
    provider.on('chainChanged', (id) => heard.push(id))
    await latchkey.switchNetwork('eip155:10')
    expect(of('SWITCH_NETWORK')).toEqual([{ chainId: 'eip155:10' }])
    expect(latchkey.getState().networkId).toBe('eip155:10')
    expect(heard).toEqual(['0xa'])
  })

  it('follows what the frame says of the account by itself', async () => {
    const other = '0x00000000000000000000000000000000000000bb'
    const { latchkey, tell } = await playConnected()
    tell('ACCOUNT_UPDATE', { email: 'other@shop.example', address: other, chainId: 1 })
    await vi.waitFor(() => expect(latchkey.getState().user).toEqual({ email: 'other@shop.example' }))
    expect(latchkey.getState().address?.toLowerCase()).toBe(other)
  })

  it('is left where its login is over, because its device was taken off the list or its time is up', async () => {
    const { latchkey } = await playConnected({
      RPC_REQUEST: () => {
        throw new CallError({ message: 'There is no session', code: 4100, reason: 'SESSION_REFUSED' })
      },
    })
    await expect(latchkey.signMessage('hello')).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect(latchkey.getState().status).toBe('disconnected')
  })

  it('says goodbye once for all namespaces, and takes the frame off the page', async () => {
    const { latchkey, of, placed, instance } = await playConnected()
    await latchkey.disconnect()
    expect(of('SIGN_OUT')).toHaveLength(1)
    expect(placed.map(({ isOn }) => isOn)).toEqual([false])
    expect(latchkey.getState()).toMatchObject({ status: 'disconnected', user: undefined })
    expect(instance.live.embedded).toBeUndefined()
  })

  it('asks for one account at a time, because the frame moves to its network for the answer', async () => {
    let at = ''
    const slow = async (payload: unknown) => {
      const { chainId } = payload as { chainId: string }
      at = chainId
      await new Promise((resolve) => setTimeout(resolve, 5))
      return at.startsWith('solana:') ? { address: SOL, chainId: at } : { address: EVM, chainId: Number(at.slice(7)) }
    }
    const { services, latchkey } = await playConnected({ GET_USER: slow })
    latchkey.destroy()
    const again = play({ GET_USER: slow }, { services: { disk: services.disk } })
    again.start()
    await vi.waitFor(() => expect(again.latchkey.getState().ready).toBe(true))
    const { byNamespace } = again.instance.stores.connection.get()
    expect(byNamespace.eip155?.connection?.accounts[0]?.address).toBe(EVM)
    expect(byNamespace.solana?.connection?.accounts[0]?.address).toBe(SOL)
  })

  it('comes back with the next page without asking anybody', async () => {
    const { services, latchkey } = await playConnected()
    latchkey.destroy()
    const again = play({}, { services: { disk: services.disk } })
    again.start()
    await vi.waitFor(() => expect(again.latchkey.getState().status).toBe('connected'))
    expect(again.latchkey.getState()).toMatchObject({ address: EVM, user: { email: 'visitor@shop.example' } })
    expect(again.of('CONNECT_EMAIL')).toEqual([])
  })
})

describe('another address', () => {
  const CHANGE: Answers = {
    UPDATE_EMAIL: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
    UPDATE_EMAIL_SECONDARY_OTP: () => ({ newEmail: 'new@shop.example' }),
  }

  it('is the wallet’s once both codes are typed, and mails rest 30 s between', async () => {
    const { instance, latchkey, of, clock, events } = await playConnected(CHANGE)
    expect(await startEmailChange(instance, ' new@shop.example ')).toBe('VERIFY_PRIMARY_OTP')
    expect(of('UPDATE_EMAIL')).toEqual([{ email: 'new@shop.example' }])
    expect(loginOf(instance).get().nextAt).toBe(clock.now() + MAIL_REST_MS)
    await sendOldCode(instance, '111111')
    expect(latchkey.getState().user).toEqual({ email: 'visitor@shop.example' })
    expect(await sendNewCode(instance, '222222')).toBe('new@shop.example')
    expect(of('UPDATE_EMAIL_PRIMARY_OTP')).toEqual([{ otp: '111111' }])
    expect(of('UPDATE_EMAIL_SECONDARY_OTP')).toEqual([{ otp: '222222' }])
    expect(latchkey.getState().user).toEqual({ email: 'new@shop.example' })
    expect(events.map(({ name }) => name)).toContain('EMAIL_EDIT')
  })

  it('a wrong code may be typed again, and changes nothing', async () => {
    const { instance, latchkey, failures } = await playConnected({
      ...CHANGE,
      UPDATE_EMAIL_SECONDARY_OTP: () => {
        throw new CallError({ message: 'Wrong code', code: -32000, reason: 'CODE_REFUSED' })
      },
    })
    await startEmailChange(instance, 'new@shop.example')
    await expect(sendNewCode(instance, '000000')).rejects.toMatchObject({ code: 'CODE_NOT_ACCEPTED' })
    expect(latchkey.getState().user).toEqual({ email: 'visitor@shop.example' })
    expect(failures).toContainEqual(expect.objectContaining({ code: 'CODE_NOT_ACCEPTED', final: false }))
  })

  it('a site asks for it by one call, which ends with the new address', async () => {
    const { instance, latchkey } = await playConnected(CHANGE)
    const asking = updateEmail(latchkey)
    await vi.waitFor(() => expect(getRoute(instance.stores.router.get()).view).toBe('UpdateEmailWallet'))
    expect(latchkey.getState().open).toBe(true)
    await startEmailChange(instance, 'new@shop.example')
    await sendNewCode(instance, '222222')
    expect(await asking).toEqual({ email: 'new@shop.example' })
  })

  it('that call rejects where the visitor leaves, and where no such wallet is in use', async () => {
    const { instance, latchkey } = await playConnected(CHANGE)
    const asking = updateEmail(latchkey)
    await vi.waitFor(() => expect(getRoute(instance.stores.router.get()).view).toBe('UpdateEmailWallet'))
    const left = expect(asking).rejects.toMatchObject({ code: 'ATTEMPT_CANCELLED' })
    latchkey.close()
    await left
    await latchkey.disconnect()
    await expect(updateEmail(latchkey)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})

describe('what a site is told of the wallet', () => {
  it('the networks of its smart accounts, as the frame names them', async () => {
    const { latchkey, of } = await playConnected({
      GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [1, 10] }),
    })
    await vi.waitFor(() => expect(latchkey.getState().smartAccountNetworks).toEqual(['eip155:1', 'eip155:10']))
    expect(of('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toHaveLength(1)
    await latchkey.disconnect()
    expect(latchkey.getState().smartAccountNetworks).toBeUndefined()
  })

  it('its smart account is the one in use until the visitor wants the other, also in other tabs and later', async () => {
    const SMART = '0x5A4E00000000000000000000000000000000dEaD'
    let preferred = 'smartAccount'
    const answers: Answers = {
      GET_USER: (payload) => {
        const { chainId = 'eip155:1', preferredAccountType = preferred } = (payload ?? {}) as Record<string, string>
        if (chainId.startsWith('solana:')) return { address: SOL, chainId }
        const accounts = [
          { address: SMART, type: 'smartAccount' },
          { address: EVM, type: 'eoa' },
        ]
        if (preferredAccountType === 'eoa') accounts.reverse()
        const [{ address } = { address: '' }] = accounts
        return { address, accounts, chainId: 1, preferredAccountType, smartAccountDeployed: false }
      },
      SET_PREFERRED_ACCOUNT: (payload) => {
        preferred = (payload as { type: string }).type
        return { type: preferred, address: preferred === 'eoa' ? EVM : SMART }
      },
    }
    const { instance, latchkey, of, events, services } = await playConnected(answers)
    const smart = latchkey.getState().address
    expect(smart?.toLowerCase()).toBe(SMART.toLowerCase())
    expect(latchkey.getState()).toMatchObject({
      preferredAccountTypes: { eip155: 'smartAccount' },
      smartAccountDeployed: false,
    })
    await setPreferredAccountType(latchkey, 'eoa')
    expect(latchkey.getState()).toMatchObject({ address: EVM, preferredAccountTypes: { eip155: 'eoa' } })
    expect(of('SET_PREFERRED_ACCOUNT')).toEqual([{ type: 'eoa' }])
    expect(of('GET_USER').at(-1)).toMatchObject({ preferredAccountType: 'eoa' })
    expect(events.at(-1)).toMatchObject({
      name: 'SET_PREFERRED_ACCOUNT_TYPE',
      properties: { accountType: 'eoa', network: 'eip155:1' },
    })
    // Another tab of the site writes what its visitor chose there.
    plainAccount.write({ ...instance, services } as typeof instance, false)
    await vi.waitFor(() => expect(latchkey.getState().address).toBe(smart))
    expect(plainAccount.read(instance)).toBe(false)
    await latchkey.disconnect()
    await expect(setPreferredAccountType(latchkey, 'eoa')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  it('a network without smart accounts says so, and the account in use stays', async () => {
    const { latchkey, instance } = await playConnected({
      SET_PREFERRED_ACCOUNT: () => {
        throw new CallError({ message: 'Not served', code: 4200, reason: 'NOT_SERVED' })
      },
    })
    await expect(setPreferredAccountType(latchkey, 'smartAccount')).rejects.toMatchObject({
      code: 'METHOD_NOT_GRANTED',
    })
    expect(latchkey.getState().address).toBe(EVM)
    expect(plainAccount.read(instance)).toBe(false)
  })

  it('hands a batch of the site to the frame, and its status and what it can do come from there', async () => {
    const asked: unknown[] = []
    const ANSWER: Readonly<Record<string, unknown>> = {
      wallet_sendCalls: { id: '0x07' },
      wallet_getCallsStatus: { version: '2.0.0', id: '0x07', status: 200, atomic: true, receipts: [] },
      wallet_getCapabilities: { '0x1': { atomic: { status: 'supported' } } },
    }
    const { latchkey } = await playConnected({
      RPC_REQUEST: (payload) => {
        const { method } = payload as { method: string }
        asked.push(payload)
        return ANSWER[method]
      },
    })
    expect(await sendCalls(latchkey, { calls: [{ to: EVM, value: 1n }], atomicRequired: true })).toEqual({ id: '0x07' })
    expect(asked.at(-1)).toMatchObject({
      method: 'wallet_sendCalls',
      params: [{ version: '2.0.0', from: EVM, chainId: '0x1', calls: [{ value: '0x1' }] }],
    })
    expect(await fetchCallsStatus(latchkey, '0x07')).toMatchObject({ status: 200, atomic: true })
    expect(await fetchCapabilities(latchkey)).toEqual({ 1: { atomic: { status: 'supported' } } })
  })

  it('remembers whether the visitor has a backup, until the frame says otherwise', async () => {
    const { instance, tell } = await playConnected({
      GET_USER: () => ({ email: 'visitor@shop.example', address: EVM, chainId: 1, isBackedUp: false }),
    })
    expect(embeddedOf(instance).get().isBackedUp).toBe(false)
    tell('ACCOUNT_UPDATE', { email: 'visitor@shop.example', address: EVM, chainId: 1, isBackedUp: true })
    await vi.waitFor(() => expect(embeddedOf(instance).get().isBackedUp).toBe(true))
  })
})

describe('what the frame wants to be seen', () => {
  const UI = { reason: 'approve', minWidth: 360, minHeight: 600 } as const
  const view = ({ instance }: ReturnType<typeof play>) => getRoute(instance.stores.router.get()).view

  it('opens the modal on its place, and closes it when it is done', async () => {
    let answer: ((signature: string) => void) | undefined
    const played = await playConnected({ RPC_REQUEST: () => new Promise((resolve) => (answer = resolve)) })
    const { latchkey, instance, tell } = played
    const signing = latchkey.signMessage('hello')
    await vi.waitFor(() => expect(answer).toBeDefined())
    tell('UI_REQUEST', UI)
    await vi.waitFor(() => expect(instance.stores.modal.get().open).toBe(true))
    expect(view(played)).toBe('ApproveTransaction')
    tell('UI_DONE', { reason: 'approve', outcome: 'done' })
    await vi.waitFor(() => expect(instance.stores.modal.get().open).toBe(false))
    answer?.(`0x${'11'.repeat(65)}`)
    await signing
  })

  it('SEC-40: a visitor who closes it has said no, and the frame hears that', async () => {
    const ended: string[] = []
    const played = await playConnected({
      RPC_REQUEST: (payload, signal) =>
        new Promise(() => signal.addEventListener('abort', () => ended.push((payload as { method: string }).method))),
    })
    const { latchkey, instance, tell, of } = played
    const signing = latchkey.signMessage('hello')
    await vi.waitFor(() => expect(of('RPC_REQUEST')).toHaveLength(1))
    tell('UI_REQUEST', UI)
    await vi.waitFor(() => expect(instance.stores.modal.get().open).toBe(true))
    const refused = expect(signing).rejects.toMatchObject({ code: 'USER_REJECTED' })
    latchkey.close()
    await refused
    await vi.waitFor(() => expect(ended).toEqual(['personal_sign']))
  })

  it('goes over what is on screen, and back to it', async () => {
    const played = await playConnected()
    const { latchkey, instance, tell } = played
    void latchkey.open({ view: 'AccountSettings' })
    await vi.waitFor(() => expect(view(played)).toBe('AccountSettings'))
    await openSettings(instance, 'export')
    expect(played.of('OPEN_SETTINGS')).toEqual([{ section: 'export' }])
    tell('UI_REQUEST', { ...UI, reason: 'export' })
    await vi.waitFor(() => expect(view(played)).toBe('ApproveTransaction'))
    tell('UI_DONE', { reason: 'export', outcome: 'done' })
    await vi.waitFor(() => expect(view(played)).toBe('AccountSettings'))
  })
})
