import { createFakeDisk, createFakeServices, createTestLatchkey, testNetwork } from '@latchkey/testing'
import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { expect, test } from 'vitest'
import * as actions from '../../../actions/index.ts'
import { fetchBalances } from '../../features/tokens/fetchBalances.ts'
import { tokensOf } from '../../features/tokens/state.ts'
import { closeModal } from '../../flow/closeModal.ts'
import { openModal } from '../../flow/openModal.ts'
import { noticeOf } from '../../kernel/connections/notice.ts'
import { requestsOf } from '../../kernel/requests/requests.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'

/** As long as a signature is. */
const SIGNATURE = `0x${'ab'.repeat(65)}`
/** As long as the hash of a transaction is. */
const HASH = `0x${'fe'.repeat(32)}`

const LOWER = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const OTHER = '0x52908400098527886e0f7030069857d2e4169ee7'
const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const LAMP = 'So11111111111111111111111111111111111111112'
const ETH = `eip155:1:${LOWER}`

type NodeCall = { readonly id: number; readonly method: string }

const solana = testNetwork('main', { chainNamespace: 'solana' })

const connected = (
  accounts: readonly [string, ...string[]] = [ETH],
  parts?: Parameters<typeof connectPhone>[1],
): ReturnType<typeof connectPhone> => connectPhone(accounts, parts)

test('a message is signed on the phone, as its UTF-8 bytes', async () => {
  const { latchkey, phone, getRequest } = await connected()
  const signing = latchkey.signMessage('Grüße')
  const request = await phone.until(() => phone.requests[0])
  expect(request).toMatchObject({ method: 'personal_sign', chainId: 'eip155:1', params: ['0x4772c3bcc39f65', VITALIK] })
  expect(getRequest()).toMatchObject({ id: request.id, kind: 'sign', walletName: 'Pocket Fox', hint: undefined })
  await phone.answer(SIGNATURE)
  await expect(signing).resolves.toBe(SIGNATURE)
  expect(getRequest()).toBeUndefined()
})

test('a transaction goes to the phone once, and its hash comes back', async () => {
  const { latchkey, phone } = await connected()
  const sending = latchkey.sendTransaction({ to: OTHER, value: 5n })
  const request = await phone.until(() => phone.requests[0])
  expect(request).toMatchObject({ method: 'eth_sendTransaction', params: [{ from: VITALIK, to: OTHER, value: '0x5' }] })
  await phone.answer(HASH)
  await expect(sending).resolves.toBe(HASH)
  expect(phone.requests).toHaveLength(1)
})

test.each(['sendTransaction', 'send', 'writeContract'] as const)(
  'F-30: %s of an account without coin for the fee fails before the phone is bothered, and goes out once there is some',
  async (name) => {
    let balance = '0x0'
    const node: typeof fetch = async (_input, init) => {
      const asked = JSON.parse(String(init?.body)) as NodeCall | NodeCall[]
      const known: Readonly<Record<string, string>> = { eth_getBalance: balance, eth_getCode: '0x', eth_chainId: '0x1' }
      const answers = [asked]
        .flat()
        .map(({ id, method }) => ({ jsonrpc: '2.0', id, result: known[method] ?? '0x5208' }))
      return Response.json(Array.isArray(asked) ? answers : answers[0])
    }
    const { latchkey, phone, failures, instance } = await connected([ETH], { fetch: node })
    const abi = [{ type: 'function', name: 'act', inputs: [] }]
    const go = (): Promise<string> =>
      name === 'writeContract'
        ? actions.writeContract(latchkey, { address: OTHER, abi, functionName: 'act' })
        : name === 'send'
          ? actions.send(latchkey, { to: OTHER, amount: 1n })
          : actions.sendTransaction(latchkey, { to: OTHER })
    const refused = go().catch((error: unknown) => error)
    await phone.until(() => failures[0])
    expect(await refused).toMatchObject({ code: 'GAS_TOO_LOW', facts: { networkId: 'eip155:1' } })
    expect(failures).toMatchObject([{ code: 'GAS_TOO_LOW', step: 'send', final: true, walletName: 'Pocket Fox' }])
    expect(requestsOf(instance).get().transaction).toMatchObject({ code: 'GAS_TOO_LOW', quantity: '0.000001' })
    expect(phone.requests).toEqual([])
    balance = '0xde0b6b3a7640000'
    const sending = go()
    expect(await phone.until(() => phone.requests[0])).toMatchObject({ method: 'eth_sendTransaction' })
    await phone.answer(HASH)
    await expect(sending).resolves.toBe(HASH)
    expect(phone.requests).toHaveLength(1)
  },
)

test('F-03: a refusal on the phone is a refusal', async () => {
  const { latchkey, phone } = await connected()
  const signing = latchkey.signMessage('x')
  signing.catch(() => undefined)
  await phone.until(() => phone.requests[0])
  await phone.deny(5000, 'User rejected.')
  await expect(signing).rejects.toMatchObject({ code: 'USER_REJECTED', step: 'sign' })
})

test('F-16: a session that the wallet ends is gone at once: open requests reject, the site and the visitor hear it', async () => {
  const made = await connected([ETH, `solana:main:${LAMP}`], { options: { networks: [testNetwork(1), solana] } })
  const { latchkey, phone, instance } = made
  void openModal(instance)
  const signing = latchkey.signMessage('x')
  signing.catch(() => undefined)
  await phone.until(() => phone.requests[0])
  await phone.drop()
  await phone.until(() => latchkey.getState().status === 'disconnected')
  await expect(signing).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  expect(instance.stores.accounts.get().byNamespace).toEqual({})
  expect(made.getNotice()).toMatchObject({ code: 'SESSION_ENDED', namespaces: ['eip155', 'solana'] })
  expect(made.getRequest()).toBeUndefined()
  expect(instance.stores.modal.get().open).toBe(false)
  expect(latchkey.getProvider()).toBeUndefined()
})

test('F-16: a session whose time is over ends by itself', async () => {
  const { latchkey, phone, getNotice } = await connected()
  phone.clock.sleep(8 * 86_400_000)
  await phone.clock.advance(10_000)
  expect(latchkey.getState().status).toBe('disconnected')
  expect(getNotice()).toMatchObject({ code: 'SESSION_ENDED' })
})

test('F-17: an unanswered request is named after 20 s; a late answer still counts, and nothing is sent twice', async () => {
  const { latchkey, phone, getRequest, codesOf } = await connected()
  const signing = latchkey.signMessage('x')
  await phone.until(() => phone.requests[0])
  await phone.clock.advance(18_000)
  expect(getRequest()?.hint).toBeUndefined()
  await phone.clock.advance(2_000)
  expect(getRequest()?.hint).toBe('REQUEST_UNANSWERED')
  expect(codesOf()).toEqual(['REQUEST_UNANSWERED'])
  await phone.answer(SIGNATURE)
  await expect(signing).resolves.toBe(SIGNATURE)
  expect(phone.requests).toHaveLength(1)
})

test('F-17: an app that does not even answer a ping is named after 5 s', async () => {
  const { latchkey, phone, getRequest } = await connected()
  await phone.client.close()
  latchkey.signMessage('x').catch(() => undefined)
  await phone.until(() => getRequest())
  await phone.clock.advance(4_900)
  expect(getRequest()?.hint).toBeUndefined()
  await phone.clock.advance(200)
  expect(getRequest()?.hint).toBe('REQUEST_UNANSWERED')
})

test('F-17: at its end the request has failed, and the form of a send is not sent again', async () => {
  const { latchkey, phone, getRequest } = await connected()
  const sending = latchkey.sendTransaction({ to: OTHER })
  sending.catch(() => undefined)
  await phone.until(() => phone.requests[0])
  expect(getRequest()).toMatchObject({ kind: 'send' })
  await phone.clock.advance(910_000)
  await expect(sending).rejects.toMatchObject({ code: 'REQUEST_UNANSWERED', step: 'send' })
  expect(phone.requests).toHaveLength(1)
}, 30_000)

test('F-18: a method that the session lacks fails before anything is sent', async () => {
  const { latchkey, phone } = await connected([ETH], { methods: ['eth_sendTransaction'] })
  await expect(latchkey.signMessage('x')).rejects.toMatchObject({ code: 'METHOD_NOT_GRANTED' })
  expect(phone.requests).toEqual([])
})

test.each([3001, 10001, 4200, -32601, 5700, 5710, 5760])(
  'F-18: %i of a wallet that granted a method it cannot do says so',
  async (code) => {
    const { latchkey, phone } = await connected()
    const signing = latchkey.signMessage('x')
    signing.catch(() => undefined)
    await phone.until(() => phone.requests[0])
    await phone.deny(code, 'no')
    await expect(signing).rejects.toMatchObject({ code: 'METHOD_NOT_GRANTED' })
  },
)

test('F-19: a text that peers would read as something else is refused before it is sent', async () => {
  const bitcoin = testNetwork('000000000019d6689c085ae165831e93', { chainNamespace: 'bip122' })
  const { latchkey, phone } = await connected(['bip122:000000000019d6689c085ae165831e93:bc1qfox'], {
    options: { networks: [bitcoin] },
  })
  const signing = latchkey.signMessage('12n')
  signing.catch(() => undefined)
  await phone.clock.advance(2_000)
  await expect(signing).rejects.toMatchObject({ code: 'PAYLOAD_UNSAFE', step: 'sign' })
  expect(phone.requests).toEqual([])
})

test('a second session takes the place of the first, which is ended with all its namespaces', async () => {
  const options = { networks: [testNetwork(1), solana] as const }
  const { latchkey, phone, instance } = await connected([ETH, `solana:main:${LAMP}`], { options })
  const again = connectWalletConnect(instance)
  const uri = await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri)
  await phone.approve(uri, `eip155:1:${OTHER}`)
  await phone.until(() => latchkey.getState().address?.toLowerCase() === OTHER)
  await again
  await phone.until(() => phone.client.session.length === 1)
  expect(Object.keys(instance.stores.accounts.get().byNamespace)).toEqual(['eip155'])
  expect(noticeOf(instance).get().notice?.code).not.toBe('SESSION_ENDED')
})

test('F-23: on a phone an open request leads to the wallet of its own session, 1 s later and not by itself', async () => {
  const { latchkey, phone, session, services, getRequest } = await connected([ETH], {
    browser: { isMobile: () => true },
  })
  latchkey.signMessage('x').catch(() => undefined)
  const request = await phone.until(() => getRequest())
  expect(request.link).toBe(`fox://wc?requestId=${request.id}&sessionTopic=${session.topic}`)
  await phone.clock.advance(1_000)
  expect(getRequest()?.hint).toBe('OPEN_WALLET_NEEDED')
  expect(services.browser.done).toEqual([])
})

test('F-23: on a desktop nobody is sent to an app', async () => {
  const { latchkey, phone, getRequest } = await connected()
  latchkey.signMessage('x').catch(() => undefined)
  await phone.until(() => getRequest())
  await phone.clock.advance(3_000)
  expect(getRequest()?.hint).toBeUndefined()
})

test('the wallet is left in every namespace of its session, and hears it once', async () => {
  const made = await connected([ETH, `solana:main:${LAMP}`], { options: { networks: [testNetwork(1), solana] } })
  const { latchkey, phone, services, getNotice } = made
  const leaving = latchkey.disconnect({ namespace: 'solana' })
  await phone.until(() => latchkey.getState().status === 'disconnected')
  await leaving
  await phone.until(() => phone.client.session.length === 0)
  expect(made.instance.stores.accounts.get().byNamespace).toEqual({})
  expect(getNotice()).toBeUndefined()
  expect(Object.keys(services.disk.read()).filter((key) => key.endsWith('/connector'))).toEqual([])
})

test('leaving succeeds here also when the relay is away', async () => {
  const { latchkey, phone } = await connected()
  phone.relay.refuse(1006)
  phone.relay.cut()
  phone.reachability.setOnline(false)
  latchkey.disconnect().catch(() => undefined)
  await phone.clock.advance(10_000)
  expect(latchkey.getState().status).toBe('disconnected')
})

test('a network that the session shares is switched to without asking the wallet', async () => {
  const { latchkey, phone } = await connected([ETH, `eip155:10:${LOWER}`])
  const switching = latchkey.switchNetwork('eip155:10')
  await phone.until(() => latchkey.getState().networkId === 'eip155:10')
  await switching
  latchkey.signMessage('x').catch(() => undefined)
  const request = await phone.until(() => phone.requests[0])
  expect(request.chainId).toBe('eip155:10')
})

test('F-26: a wallet that says yes to a network and shares no account there has not moved', async () => {
  const { latchkey, phone } = await connected()
  const switching = latchkey.switchNetwork('eip155:10')
  switching.catch(() => undefined)
  const request = await phone.until(() => phone.requests[0])
  expect(request).toMatchObject({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
  await phone.answer(null)
  await phone.clock.advance(5_000)
  await expect(switching).rejects.toMatchObject({ code: 'SWITCH_NOT_APPLIED' })
  expect(latchkey.getState().networkId).toBe('eip155:1')
})

test('a network of another namespace needs no wallet when the session holds it', async () => {
  const { latchkey, phone } = await connected([ETH, `solana:main:${LAMP}`], {
    options: { networks: [testNetwork(1), solana] },
  })
  await latchkey.switchNetwork('solana:main')
  expect(latchkey.getState()).toMatchObject({ namespace: 'solana', address: LAMP })
  const signing = latchkey.signMessage('Hello World!')
  const request = await phone.until(() => phone.requests[0])
  expect(request).toMatchObject({
    method: 'solana_signMessage',
    params: { message: '2NEpo7TZRRrLZSi2U', pubkey: LAMP },
  })
  await phone.answer({ signature: 'sig' })
  await expect(signing).resolves.toBe('sig')
})

test('what the wallet changes shows at once: another account, another network, another namespace, one less', async () => {
  const { latchkey, phone, session, instance } = await connected([ETH, `eip155:10:${LOWER}`], {
    options: { networks: [testNetwork(1), testNetwork(10), solana] },
  })
  const { topic } = session
  const evm = session.namespaces.eip155
  if (!evm) throw new Error('nothing granted')
  void phone.client.emit({ topic, chainId: 'eip155:10', event: { name: 'chainChanged', data: 10 } })
  await phone.until(() => latchkey.getState().networkId === 'eip155:10')
  const accounts = [`eip155:1:${OTHER}`, `eip155:10:${OTHER}`]
  void phone.client.update({ topic, namespaces: { eip155: { ...evm, accounts } } })
  await phone.until(() => latchkey.getState().address?.toLowerCase() === OTHER)
  const lamp = { accounts: [`solana:main:${LAMP}`], methods: ['solana_signMessage'], events: [] }
  void phone.client.update({ topic, namespaces: { eip155: { ...evm, accounts }, solana: lamp } })
  await phone.until(() => instance.stores.accounts.get().byNamespace.solana)
  void phone.client.update({ topic, namespaces: { solana: lamp } })
  await phone.until(() => instance.stores.accounts.get().byNamespace.eip155 === undefined)
  expect(instance.stores.accounts.get().byNamespace.solana?.active.address).toBe(LAMP)
})

test('a namespace that a wallet grants and the site has no network of is no connection, neither at once nor later', async () => {
  const { phone, session, instance } = await connected([ETH, `solana:main:${LAMP}`])
  expect(instance.stores.connection.get().byNamespace.solana).toBeUndefined()
  const { eip155, solana: lamp } = session.namespaces
  if (!eip155 || !lamp) throw new Error('The phone shared less than it was told to.')
  const accounts = [`eip155:1:${OTHER}`]
  void phone.client.update({ topic: session.topic, namespaces: { eip155: { ...eip155, accounts }, solana: lamp } })
  await phone.until(() => instance.stores.accounts.get().byNamespace.eip155?.active.address.toLowerCase() === OTHER)
  expect(instance.stores.connection.get().byNamespace.solana).toBeUndefined()
})

test("the site's own library speaks EIP-1193 with the wallet, and its requests are shown as well", async () => {
  const { latchkey, phone, getRequest } = await connected()
  const provider = latchkey.getProvider() as { request(call: { method: string; params?: unknown }): Promise<unknown> }
  await expect(provider.request({ method: 'eth_chainId' })).resolves.toBe('0x1')
  const asked = provider.request({ method: 'personal_sign', params: ['0x00', VITALIK] })
  await phone.until(() => getRequest())
  await phone.until(() => phone.requests[0])
  await phone.answer('0x01')
  await expect(asked).resolves.toBe('0x01')
})

test('balances of a session are read from the nodes of the chain, without the wallet', async () => {
  const asked: string[] = []
  const { instance, phone } = await connected([ETH], {
    fetch: async (url, init) => {
      asked.push(String(url))
      const call = JSON.parse(String(init?.body)) as { id: number } | { id: number }[]
      const answers = [call].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: '0xde0b6b3a7640000' }))
      return Response.json(Array.isArray(call) ? answers : answers[0])
    },
  })
  void fetchBalances(instance)
  const native = await phone.until(() => tokensOf(instance).get().native)
  expect(native).toMatchObject({ value: 10n ** 18n, symbol: 'ETH' })
  expect(asked).toEqual(['https://rpc-1.test'])
  expect(phone.requests).toEqual([])
})

test('F-56: a browser that denies the sessions their database says so once, to host and visitor', async () => {
  const phone = await createTestPhone({ isForgetful: true })
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect })
  const { instance, latchkey, failures } = createTestLatchkey({ services })
  void openModal(instance, { view: 'ConnectingWalletConnect', data: {} })
  const asked = connectWalletConnect(instance)
  const uri = await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri)
  await phone.until(() => instance.stores.toast.get().toast)
  expect(instance.stores.toast.get().toast).toMatchObject({ code: 'STORAGE_DENIED' })
  await phone.approve(uri, ETH)
  await phone.until(() => latchkey.getState().status === 'connected')
  await asked
  expect(failures).toMatchObject([{ code: 'STORAGE_DENIED', final: false }])
})

test('F-56: found while no modal is open, it is said at the next opening, once', async () => {
  const phone = await createTestPhone({ isForgetful: true })
  const { instance } = await connected([ETH], { phone })
  const getToast = () => instance.stores.toast.get().toast
  expect(getToast()).toBeUndefined()
  void openModal(instance)
  await expect.poll(getToast).toMatchObject({ code: 'STORAGE_DENIED' })
  closeModal(instance, 'escape')
  void openModal(instance)
  await phone.clock.advance(1_000)
  expect(getToast()).toBeUndefined()
})

test('a session that another tab made is taken over here', async () => {
  const disk = createFakeDisk()
  const { latchkey, phone } = await connected([ETH], { disk })
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect, disk })
  const other = createTestLatchkey({ services })
  await phone.until(() => other.latchkey.getState().status === 'connected')
  expect(other.latchkey.getState().address).toBe(latchkey.getState().address)
  latchkey.disconnect().catch(() => undefined)
  await phone.until(() => other.latchkey.getState().status === 'disconnected')
})

test('an instance that is destroyed leaves no timer of its session behind', async () => {
  const { latchkey, phone } = await connected()
  latchkey.signMessage('x').catch(() => undefined)
  await phone.until(() => phone.requests[0])
  await phone.client.close()
  latchkey.destroy()
  await phone.clock.advance(60_000)
  expect(phone.clock.countTimers()).toBe(0)
})

test('a step after connecting that fails and is required ends the session', async () => {
  const phone = await createTestPhone()
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect })
  const { instance, latchkey } = createTestLatchkey({
    services,
    options: {
      afterConnect: [{ name: 'sign-in', required: true, run: async () => Promise.reject(new Error('no')) }],
    },
  })
  const asked = connectWalletConnect(instance)
  asked.catch(() => undefined)
  await phone.approve(await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri), ETH)
  await phone.until(() => phone.client.session.length === 0)
  await expect(asked).rejects.toMatchObject({ step: 'signIn' })
  expect(latchkey.getState().status).toBe('disconnected')
})

test('a session that names a bundler is asked for receipts at the gateway, under that name', async () => {
  const asked: string[] = []
  const phone = await createTestPhone()
  const services = createFakeServices({
    clock: phone.clock,
    walletConnect: phone.walletConnect,
    fetch: async (input) => {
      asked.push(String(input))
      return Response.json({ jsonrpc: '2.0', id: 1, result: null })
    },
  })
  const options = { gatewayUrl: 'https://gateway.test/', projectId: 'shop' }
  const { instance, latchkey } = createTestLatchkey({ services, options })
  void connectWalletConnect(instance)
  const uri = await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri)
  const { id } = await phone.scan(uri)
  const eip155 = {
    chains: ['eip155:1'],
    accounts: [ETH],
    methods: ['wallet_sendCalls', 'wallet_getCallsStatus'],
    events: [],
  }
  void phone.client.approve({ id, namespaces: { eip155 }, sessionProperties: { bundler_name: 'acme' } })
  await phone.until(() => latchkey.getState().status === 'connected')
  const provider = latchkey.getProvider('eip155') as { request(call: object): Promise<unknown> }
  const status = provider.request({ method: 'wallet_getCallsStatus', params: ['0x01'] })
  await phone.until(() => asked.some((url) => url.includes('/v1/bundler?')))
  expect(asked.find((url) => url.includes('/v1/bundler?'))).toBe(
    'https://gateway.test/v1/bundler?projectId=shop&chainId=eip155%3A1&bundler=acme',
  )
  await expect(status).resolves.toMatchObject({ id: '0x01', status: 100 })
})
