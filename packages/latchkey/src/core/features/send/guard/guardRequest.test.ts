import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import {
  guardProvider,
  send,
  sendCalls,
  sendTransaction,
  signTypedData,
  updateOptions,
  writeContract,
} from '../../../../actions/index.ts'
import { universal } from '../../../../adapters/universal/index.ts'
import { createScriptedWallet } from '../../../../testing/index.ts'
import { closeModal } from '../../../flow/closeModal.ts'
import { goBack } from '../../../flow/goBack.ts'
import { openModal } from '../../../flow/openModal.ts'
import { getRoute } from '../../../flow/router.ts'
import { answerQuestion } from './guardRequest.ts'
import { guardOf } from './state.ts'

const KEY = `0x${'21'.repeat(32)}` as const
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = `0x${'b2'.repeat(20)}`
const never = (): Promise<never> => new Promise(() => {})

/** A site with the guard on, and a wallet that approves everything and keeps what it was asked. */
async function load({ guard = true, hasModal = true } = {}) {
  const walletWindow = new EventTarget()
  // What the chain says of it is of no interest here.
  const services = { ...createFakeServices({ walletWindow }), fetch: never }
  const made = createTestLatchkey({
    services,
    options: { adapters: [universal()], features: { guard } },
    loadModal: hasModal ? never : undefined,
  })
  const asked: string[] = []
  const wallet = createScriptedWallet({ name: 'Drill', rdns: 'dev.drill', privateKey: KEY, rpcUrl: '', chainId: 1 })
  const { request } = wallet.provider
  wallet.provider.request = async (call) => {
    const isSending = /^(eth_send|eth_sign|wallet_sendCalls)/.test(call.method)
    if (!isSending) return request(call)
    asked.push(call.method)
    if (call.method === 'wallet_sendCalls') return { id: 'batch' }
    return `0x${'ab'.repeat(call.method.startsWith('eth_sign') ? 65 : 32)}`
  }
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  const { instance } = made
  const view = () => (instance.stores.modal.get().open ? getRoute(instance.stores.router.get()).view : undefined)
  const question = async () => {
    await expect.poll(() => guardOf(instance).get().questions.length).toBeGreaterThan(0)
    await expect.poll(view).toBe('ReviewRequest')
    const [first] = guardOf(instance).get().questions
    if (!first) throw new Error('Nothing is asked.')
    return first
  }
  const answer = async (word: 'continue' | 'reject') => answerQuestion(instance, (await question()).id, word)
  return { ...made, services, asked, view, question, answer }
}

const ABI = [{ type: 'function', name: 'act', inputs: [] }]
const TYPED = { primaryType: 'Mail', domain: {}, types: { Mail: [] }, message: { amount: 5n } }

test.each<[string, (site: Awaited<ReturnType<typeof load>>) => Promise<unknown>]>([
  ['sendTransaction', ({ latchkey }) => sendTransaction(latchkey, { to: friend, value: 1n })],
  ['the instance’s own sendTransaction', ({ latchkey }) => latchkey.sendTransaction({ to: friend, value: 1n })],
  ['send', ({ latchkey }) => send(latchkey, { to: friend, amount: 1n }, { namespace: 'eip155' })],
  ['sendCalls', ({ latchkey }) => sendCalls(latchkey, { calls: [{ to: friend, value: 1n }, { to: other }] })],
  ['writeContract', ({ latchkey }) => writeContract(latchkey, { address: other, abi: ABI, functionName: 'act' })],
  ['signTypedData', ({ latchkey }) => signTypedData(latchkey, TYPED)],
  [
    'a library behind guardProvider',
    ({ latchkey }) =>
      guardProvider(latchkey).request({ method: 'eth_sendTransaction', params: [{ to: friend, value: '0x1' }] }),
  ],
])(
  'SEC-94: %s shows the request first, asks the wallet once after “Continue”, and never after “Reject”',
  async (_, call) => {
    const site = await load()
    const going = call(site)
    expect((await site.question()).step).toMatch(/send|sign/)
    expect(site.asked).toEqual([])
    await site.answer('continue')
    await going
    expect(site.asked).toHaveLength(1)
    expect(site.view()).toBeUndefined()
    const refused = call(site)
    refused.catch(() => undefined)
    await site.answer('reject')
    await expect(refused).rejects.toSatisfy(({ code }) => code === 'USER_REJECTED' || code === 4001)
    expect(site.asked).toHaveLength(1)
    expect(site.view()).toBeUndefined()
    expect(site.failures.map(({ code, final }) => [code, final])).toEqual([['USER_REJECTED', true]])
    site.latchkey.destroy()
  },
)

test('without the guard nothing is shown, and none of its code asks anything', async () => {
  const { latchkey, instance, asked, view } = await load({ guard: false })
  await sendTransaction(latchkey, { to: friend, value: 1n })
  await signTypedData(latchkey, TYPED)
  expect(asked).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
  expect(view()).toBeUndefined()
  expect(guardOf(instance).get().nextId).toBe(1)
  await updateOptions(latchkey, { features: { guard: true } })
  void sendTransaction(latchkey, { to: friend }).catch(() => undefined)
  await expect.poll(view).toBe('ReviewRequest')
  latchkey.destroy()
})

test('a page without the modal sends nothing unseen', async () => {
  const { latchkey, asked } = await load({ hasModal: false })
  await expect(sendTransaction(latchkey, { to: friend })).rejects.toMatchObject({ code: 'ABILITY_MISSING' })
  expect(asked).toEqual([])
  latchkey.destroy()
})

test('what no wallet could send is REQUEST_INVALID, and nobody is shown anything', async () => {
  const { latchkey, instance, view } = await load()
  await expect(sendTransaction(latchkey, { to: 'friend.eth' })).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  await expect(sendCalls(latchkey, { calls: [] })).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  const provider = guardProvider(latchkey)
  for (const params of [[], undefined, [{ to: 7 }], [{ to: friend, value: '-1' }], [{ to: friend, data: 'x' }]]) {
    const sent = provider.request({ method: 'eth_sendTransaction', params })
    await expect(sent).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  }
  expect([view(), guardOf(instance).get().questions]).toEqual([undefined, []])
  latchkey.destroy()
})

test('two requests are shown one after the other, each answered on its own', async () => {
  const { latchkey, question, asked, answer, view } = await load()
  const first = sendTransaction(latchkey, { to: friend, value: 1n })
  const one = await question()
  const second = sendTransaction(latchkey, { to: other, value: 2n })
  second.catch(() => undefined)
  await answer('continue')
  await first
  const two = await question()
  expect(two.id).not.toBe(one.id)
  expect(two.said.operations).toMatchObject([{ kind: 'pay', to: other, amount: 2n }])
  await answer('reject')
  await expect(second).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect([asked, view()]).toEqual([['eth_sendTransaction'], undefined])
  latchkey.destroy()
})

test.each<[string, (site: Awaited<ReturnType<typeof load>>) => void]>([
  ['closing the modal', ({ instance }) => closeModal(instance, 'escape')],
  ['going back', ({ instance }) => goBack(instance)],
  ['the end of the instance', ({ latchkey }) => latchkey.destroy()],
])('%s is a rejection', async (_, leave) => {
  const site = await load()
  const going = sendTransaction(site.latchkey, { to: friend })
  going.catch(() => undefined)
  await site.question()
  leave(site)
  await expect(going).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(site.asked).toEqual([])
  site.latchkey.destroy()
})

test('a view that was open is there again afterwards, and one that the site opens meanwhile loses no question', async () => {
  const { latchkey, instance, asked, answer, question, view } = await load()
  void openModal(instance, { view: 'Account' })
  const going = sendTransaction(latchkey, { to: friend })
  await question()
  void openModal(instance, { view: 'Networks' })
  expect(view()).toBe('ReviewRequest')
  await answer('continue')
  await going
  expect([asked.length, view()]).toEqual([1, 'Networks'])
  latchkey.destroy()
})

test('another account in use takes the question away, and its wallet is not asked', async () => {
  const { latchkey, instance, asked, question, view } = await load()
  const going = sendTransaction(latchkey, { to: friend })
  going.catch(() => undefined)
  await question()
  instance.stores.connection.set((state) => {
    const slot = state.byNamespace.eip155
    const connection = slot?.connection && { ...slot.connection, accounts: [{ address: friend, type: 'eoa' as const }] }
    return { ...state, byNamespace: { ...state.byNamespace, eip155: { ...slot, connection } } } as typeof state
  })
  await expect(going).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  expect([asked, view()]).toEqual([[], undefined])
  latchkey.destroy()
})

test.each<[string, string, readonly unknown[], string]>([
  ['eth_sign', 'eth_sign', [friend, `0x${'11'.repeat(32)}`], 'SIGNS_BLINDLY'],
  [
    'typed data of the first version',
    'eth_signTypedData',
    [[{ type: 'string', name: 'a' }], friend],
    'PERMIT_UNREADABLE',
  ],
  [
    'an account that is lent to code (EIP-7702)',
    'eth_sendTransaction',
    [{ to: friend, authorizationList: [{ address: other, chainId: '0x0', nonce: '0x0' }] }],
    'ACCOUNT_DELEGATED',
  ],
  [
    'a batch with setApprovalForAll in it',
    'wallet_sendCalls',
    [
      {
        calls: [
          { to: friend },
          { to: friend, data: `0xa22cb465${other.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` },
        ],
      },
    ],
    'APPROVAL_ALL',
  ],
])('behind guardProvider, %s is a danger', async (_, method, params, code) => {
  const { latchkey, services, answer, question, instance } = await load()
  const going = guardProvider(latchkey).request({ method, params })
  going.catch(() => undefined)
  await question()
  await expect
    .poll(async () => {
      await services.clock.advance(1_000)
      return guardOf(instance).get().questions[0]?.check?.findings[0]
    })
    .toMatchObject({ code, level: 'danger' })
  await answer('reject')
  await expect(going).rejects.toMatchObject({ code: 4001 })
  latchkey.destroy()
})

test('guardProvider hands everything else to the wallet as it is, and needs one', async () => {
  const { latchkey, view } = await load()
  expect(await guardProvider(latchkey).request({ method: 'eth_chainId' })).toBe('0x1')
  expect(view()).toBeUndefined()
  latchkey.destroy()
  const { latchkey: alone } = createTestLatchkey({ options: { adapters: [universal()] } })
  expect(() => guardProvider(alone)).toThrow(expect.objectContaining({ code: 'NOT_CONNECTED' }))
  alone.destroy()
})
