/** Batches of accounts that lack coin, over a real chain: said before the wallet is asked, and asked once the coin is there. */
import { createFakeServices, createTestLatchkey, type FakeGateway } from '@latchkey/testing'
import { createTestClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../../testing/src/anvil.ts'
import { sendCalls } from '../../../actions/index.ts'
import { universal } from '../../../adapters/universal/index.ts'
import { createScriptedWallet, drill, type ScriptedWalletOptions } from '../../../testing/index.ts'
import { closeModal } from '../../flow/closeModal.ts'
import { goBack } from '../../flow/goBack.ts'
import { openModal } from '../../flow/openModal.ts'
import { pushView } from '../../flow/pushView.ts'
import { getRoute } from '../../flow/router.ts'
import type { CallsRequest } from '../../types/adapter.ts'
import { answerFunds } from './answerFunds.ts'
import { answerWalk } from './answerWalk.ts'
import { fundsOf } from './funds.ts'
import { callsOf } from './state.ts'

const KEY = `0x${'21'.repeat(32)}` as const
const me = privateKeyToAccount(KEY).address
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ETHER = 10n ** 18n
const BATCH: CallsRequest = { calls: [{ to: friend, value: ETHER }, { to: friend }] }

let chain: Anvil
const anvil = () => createTestClient({ mode: 'anvil', chain: foundry, transport: http(chain.url) })
const hold = (value: bigint): Promise<void> => anvil().setBalance({ address: me, value })
beforeAll(async () => {
  chain = await startAnvil()
})
afterAll(() => chain.stop())
beforeEach(async () => {
  await hold(0n)
  await anvil().setCode({ address: me, bytecode: '0x' })
})

const capable = (named: Readonly<Record<string, unknown>>) => [drill.ok({ [`0x${chain.chainId.toString(16)}`]: named })]

async function load({
  script,
  gateway,
  isInSight = true,
  rpcUrl = chain.url,
}: {
  readonly script?: ScriptedWalletOptions['script']
  readonly gateway?: FakeGateway
  readonly isInSight?: boolean
  /** Where the site reads the chain. */
  readonly rpcUrl?: string
} = {}) {
  const walletWindow = new EventTarget()
  const services = { ...createFakeServices({ walletWindow, gateway }), fetch }
  const network = {
    id: chain.chainId,
    name: 'Here',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
  const options = {
    adapters: [universal()],
    networks: [network] as const,
    customRpcUrls: { [`eip155:${chain.chainId}` as const]: [rpcUrl] },
    ...(gateway && { gatewayUrl: 'https://gateway.test', projectId: 'shop' }),
  }
  const made = createTestLatchkey({ services, options })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    privateKey: KEY,
    rpcUrl: chain.url,
    chainId: chain.chainId,
    script: { wallet_sendCalls: [drill.ok({ id: '0xba7c' })], ...script },
  })
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  made.instance.live.isInSight = () => isInSight
  const { instance } = made
  const asked = (method = 'wallet_sendCalls') => wallet.calls.filter((call) => call.method === method)
  const question = () => fundsOf(instance).get().question
  const view = () => (instance.stores.modal.get().open ? getRoute(instance.stores.router.get()).view : undefined)
  const untilAsked = () => expect.poll(view).toBe('CallsFunds')
  /** Lets the next readings of the account happen. */
  const untilHeld = (value: bigint) =>
    expect
      .poll(async () => {
        await services.clock.advance(3_000)
        return question()?.held
      })
      .toBe(value)
  return { ...made, services, wallet, asked, question, view, untilAsked, untilHeld }
}

test('F-30: a batch that its account cannot pay for waits in the modal, and is asked for once when the coin is there', async () => {
  const { latchkey, instance, asked, question, view, untilAsked, untilHeld } = await load()
  const sending = sendCalls(latchkey, BATCH)
  await untilAsked()
  expect(question()).toMatchObject({ held: 0n, canBeSponsored: false, canSwap: false })
  expect(question()?.needed).toBeGreaterThan(ETHER)
  // Nothing goes on without the coin.
  answerFunds(instance, 'continue')
  answerFunds(instance, 'sponsor')
  expect([asked().length, view()]).toEqual([0, 'CallsFunds'])

  await hold(2n * ETHER)
  await untilHeld(2n * ETHER)
  answerFunds(instance, 'continue')
  answerFunds(instance, 'continue')
  expect(await sending).toEqual({ id: '0xba7c' })
  expect([asked().length, view(), question()]).toEqual([1, undefined, undefined])
  latchkey.destroy()
})

test.each<[string, (site: Awaited<ReturnType<typeof load>>) => void]>([
  ['“Cancel”', ({ instance }) => answerFunds(instance, 'reject')],
  ['closing the modal', ({ instance }) => closeModal(instance, 'closeButton')],
  ['going back', ({ instance }) => goBack(instance)],
])('%s rejects as a wallet does, and the wallet hears nothing', async (_, leave) => {
  const site = await load()
  const failures: string[] = []
  site.latchkey.on('failure', ({ code, step }) => failures.push(`${code} ${step}`))
  void openModal(site.instance, { view: 'Account' })
  const sending = sendCalls(site.latchkey, BATCH)
  sending.catch(() => undefined)
  await site.untilAsked()
  leave(site)
  await expect(sending).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect([site.asked().length, failures]).toEqual([0, ['USER_REJECTED send']])
  site.latchkey.destroy()
})

test('who goes to be paid and comes back finds the batch where it was', async () => {
  const { latchkey, instance, asked, question, view, untilAsked, untilHeld } = await load()
  const sending = sendCalls(latchkey, BATCH)
  await untilAsked()
  pushView(instance, { view: 'WalletReceive' })
  pushView(instance, { view: 'WalletCompatibleNetworks' })
  goBack(instance)
  await hold(2n * ETHER)
  await untilHeld(2n * ETHER)
  goBack(instance)
  expect([view(), asked().length]).toEqual(['CallsFunds', 0])
  // What ends a swap shows the account; the question comes back above it.
  expect(question()).toBeDefined()
  answerFunds(instance, 'continue')
  await sending
  expect(asked()).toHaveLength(1)
  latchkey.destroy()
})

test('another account in the wallet ends it: nothing is asked of the new one', async () => {
  const { latchkey, wallet, asked, untilAsked } = await load()
  const sending = sendCalls(latchkey, BATCH)
  sending.catch(() => undefined)
  await untilAsked()
  wallet.emit('accountsChanged', [friend])
  await expect(sending).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  expect(asked()).toHaveLength(0)
  latchkey.destroy()
})

test.each<[string, CallsRequest]>([
  ['no call', { calls: [] }],
  ['an address that is none', { calls: [{ to: '0x12' }] }],
  ['bytes that are none', { calls: [{ to: friend, data: '0xzz' }] }],
])('nobody is asked for coin for a batch with %s: it is refused', async (_, batch) => {
  const { latchkey, asked, question } = await load()
  await expect(sendCalls(latchkey, batch)).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  expect([asked().length, question()]).toEqual([0, undefined])
  latchkey.destroy()
})

test('F-28: another network ends it, and the wallet hears nothing', async () => {
  const { latchkey, instance, asked, question, untilAsked } = await load()
  const sending = sendCalls(latchkey, BATCH)
  sending.catch(() => undefined)
  await untilAsked()
  instance.stores.connection.set((state) => {
    const connection = state.byNamespace.eip155?.connection
    if (!connection) throw new Error('Nobody is connected.')
    const moved = { status: 'connected', connection: { ...connection, networkId: 'eip155:10' } } as const
    return { ...state, byNamespace: { eip155: moved } }
  })
  await expect(sending).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
  expect([asked().length, question()]).toEqual([0, undefined])
  latchkey.destroy()
})

test.each<[string, () => Promise<Parameters<typeof load>[0]>, CallsRequest?]>([
  ['the account has enough', () => hold(2n * ETHER).then(() => ({}))],
  [
    'the account is a contract',
    () =>
      anvil()
        .setCode({ address: me, bytecode: '0x6001' })
        .then(() => ({})),
  ],
  [
    'the wallet names other funds',
    async () => ({ script: { wallet_getCapabilities: capable({ auxiliaryFunds: { supported: true } }) } }),
  ],
  [
    'the wallet names a payer and there is no gateway',
    async () => ({ script: { wallet_getCapabilities: capable({ paymasterService: { supported: true } }) } }),
  ],
  [
    'the batch names a payer',
    async () => ({}),
    { ...BATCH, capabilities: { paymasterService: { url: 'https://pays.test' } } },
  ],
  ['the chain cannot be read', async () => ({ rpcUrl: 'http://127.0.0.1:9' })],
  ['the modal is not on the page', async () => ({ isInSight: false })],
])('the wallet is asked at once where %s', async (_, prepare, batch = BATCH) => {
  const { latchkey, services, asked, question } = await load(await prepare())
  const sending = sendCalls(latchkey, batch)
  // What cannot be read is given up after two seconds.
  await expect.poll(() => services.clock.advance(500).then(() => asked().length)).toBe(1)
  expect(await sending).toEqual({ id: '0xba7c' })
  expect([asked().length, question()]).toEqual([1, undefined])
  latchkey.destroy()
})

test('ERC-7677: where the wallet takes a payer and the gateway has one, the fee may be paid, and what is handed over may not', async () => {
  const gateway = {
    getSupportedChains: () => ({ http: [], ws: [], sponsored: [`eip155:${chain.chainId}`] }),
  } as unknown as FakeGateway
  const script = {
    wallet_getCapabilities: [
      ...capable({ paymasterService: { supported: true } }),
      ...capable({ paymasterService: { supported: true } }),
    ],
  }
  const { latchkey, instance, asked, question, untilAsked } = await load({ gateway, script })
  const poor = sendCalls(latchkey, BATCH)
  poor.catch(() => undefined)
  await untilAsked()
  expect(question()?.canBeSponsored).toBe(false)
  answerFunds(instance, 'reject')
  await expect(poor).rejects.toMatchObject({ code: 'USER_REJECTED' })

  const free = sendCalls(latchkey, { calls: [{ to: friend }, { to: friend }] })
  await untilAsked()
  expect(question()?.canBeSponsored).toBe(true)
  answerFunds(instance, 'sponsor')
  expect(await free).toEqual({ id: '0xba7c' })
  const url = `https://gateway.test/v1/bundler?projectId=shop&chainId=eip155%3A${chain.chainId}`
  expect(asked().map(({ params }) => params)).toMatchObject([[{ capabilities: { paymasterService: { url } } }]])
  latchkey.destroy()
})

test('a wallet without batches is asked for the calls one by one once the coin is there', async () => {
  const script = { wallet_sendCalls: [drill.no(4200)] }
  const { latchkey, instance, asked, untilAsked, untilHeld } = await load({ script })
  const sending = sendCalls(latchkey, { ...BATCH, allowOneByOne: true })
  await untilAsked()
  await hold(2n * ETHER)
  await untilHeld(2n * ETHER)
  answerFunds(instance, 'continue')
  await expect.poll(() => callsOf(instance).get().walk?.stage).toBe('offered')
  answerWalk(instance, 'start')
  await sending
  expect(asked('eth_sendTransaction')).toHaveLength(2)
  latchkey.destroy()
})
