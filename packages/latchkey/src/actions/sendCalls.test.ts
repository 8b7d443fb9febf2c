/** Batches of wallets that have none: said in the modal, and asked for one by one only where the site allows it. */
import { createFakeServices, createTestLatchkey, testNetwork } from '@latchkey/testing'
import { describe, expect, it } from 'vitest'
import { universal } from '../adapters/universal/index.ts'
import { answerWalk } from '../core/features/calls/answerWalk.ts'
import { callsOf } from '../core/features/calls/state.ts'
import { closeModal } from '../core/flow/closeModal.ts'
import { getRoute } from '../core/flow/router.ts'
import { requestsOf } from '../core/kernel/requests/requests.ts'
import type { CallsRequest } from '../core/types/adapter.ts'
import { createScriptedWallet, drill, type ScriptedWalletOptions } from '../testing/index.ts'
import * as actions from './index.ts'

const TO = `0x${'cd'.repeat(20)}`
const [FIRST, SECOND] = [`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`]
const CALLS: CallsRequest = { calls: [{ to: TO, value: 1n }, { to: TO }], allowOneByOne: true }

async function open(script: NonNullable<ScriptedWalletOptions['script']>, isInSight = true) {
  const walletWindow = new EventTarget()
  const node: typeof fetch = async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x0' })
  const services = createFakeServices({ walletWindow, fetch: node })
  const made = createTestLatchkey({ services, options: { networks: [testNetwork(1)], adapters: [universal()] } })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    rpcUrl: 'https://rpc-1.test',
    chainId: 1,
    fetch: node,
    script: { wallet_sendCalls: [drill.no(4200)], ...script },
  })
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  made.instance.live.isInSight = () => isInSight
  const { instance } = made
  const turn = async (): Promise<void> => {
    for (let turns = 0; turns < 40; turns += 1) await services.clock.advance(0)
    await new Promise((resolve) => setTimeout(resolve))
  }
  const until = (done: () => boolean) =>
    expect
      .poll(async () => {
        await turn()
        return done()
      })
      .toBe(true)
  const countSent = () => wallet.calls.filter(({ method }) => method === 'eth_sendTransaction').length
  const getStates = () =>
    callsOf(instance)
      .get()
      .walk?.calls.map(({ state }) => state)
  const isAsked = () => callsOf(instance).get().walk?.stage === 'offered'
  const getView = () => getRoute(instance.stores.router.get()).view
  return { ...made, wallet, until, countSent, getStates, isAsked, getView }
}

describe('a wallet without batches', () => {
  it('F-18: rejects where the site did not allow one by one, the modal says so, and nothing is sent', async () => {
    const { latchkey, instance, countSent } = await open({})
    await expect(actions.sendCalls(latchkey, { ...CALLS, allowOneByOne: false })).rejects.toMatchObject({
      code: 'METHOD_NOT_GRANTED',
    })
    expect(requestsOf(instance).get().transaction).toMatchObject({ code: 'METHOD_NOT_GRANTED', walletName: 'Drill' })
    expect(countSent()).toBe(0)
  })

  it.each([
    ['all or nothing is wanted', { atomicRequired: true }],
    ['a capability may not be missing', { capabilities: { paymasterService: { url: 'https://pay.test' } } }],
  ])('is not asked one by one where %s', async (_, more) => {
    const { latchkey, countSent } = await open({})
    await expect(actions.sendCalls(latchkey, { ...CALLS, ...more })).rejects.toMatchObject({
      code: 'METHOD_NOT_GRANTED',
    })
    expect(countSent()).toBe(0)
  })

  it('money never twice: what only wraps the refusal may come from a batch that was begun, and nothing goes one by one', async () => {
    const { latchkey, countSent } = await open({ wallet_sendCalls: [drill.no(-32603, 'x', { code: -32601 })] })
    await expect(actions.sendCalls(latchkey, CALLS)).rejects.toMatchObject({ code: 'METHOD_NOT_GRANTED' })
    expect(countSent()).toBe(0)
  })

  it('F-18: is asked for each call by itself once the visitor has read that, and the modal goes when all have left', async () => {
    const page = await open({ eth_sendTransaction: [drill.ok(FIRST), drill.ok(SECOND)] })
    const sending = actions.sendCalls(page.latchkey, CALLS)
    await page.until(page.isAsked)
    expect(page.getView()).toBe('CallsProgress')
    expect(page.countSent()).toBe(0)
    answerWalk(page.instance, 'start')
    expect((await sending).id).toBe(`latchkey/eip155:1/2/${FIRST},${SECOND}`)
    expect(page.getStates()).toEqual(['sent', 'sent'])
    expect(page.instance.stores.modal.get().open).toBe(false)
    expect(page.failures).toEqual([])
  })

  it.each([
    ['presses cancel', (page: Awaited<ReturnType<typeof open>>) => answerWalk(page.instance, 'reject')],
    ['closes the modal', (page: Awaited<ReturnType<typeof open>>) => closeModal(page.instance, 'closeButton')],
  ])('a visitor who %s has rejected it: nothing is asked', async (_, leave) => {
    const page = await open({})
    const sending = actions.sendCalls(page.latchkey, CALLS)
    sending.catch(() => undefined)
    await page.until(page.isAsked)
    leave(page)
    await expect(sending).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(page.countSent()).toBe(0)
    expect(page.instance.stores.modal.get().open).toBe(false)
  })

  it('a rejection midway tells which calls went out, and the promise resolves with what did', async () => {
    const page = await open({ eth_sendTransaction: [drill.ok(FIRST), drill.no(4001)] })
    const sending = actions.sendCalls(page.latchkey, { ...CALLS, calls: [...CALLS.calls, { to: TO }] })
    await page.until(page.isAsked)
    answerWalk(page.instance, 'start')
    const { id } = await sending
    expect(id).toBe(`latchkey/eip155:1/3/${FIRST}`)
    expect(page.countSent()).toBe(2)
    expect(page.getStates()).toEqual(['sent', 'notSent', 'notSent'])
    expect([page.getView(), page.instance.stores.modal.get().open]).toEqual(['CallsProgress', true])
    expect(page.failures.map(({ code }) => code)).toEqual(['USER_REJECTED'])
  })

  it('a rejection of the first call is one of the batch', async () => {
    const page = await open({ eth_sendTransaction: [drill.no(4001)] })
    const sending = actions.sendCalls(page.latchkey, CALLS)
    sending.catch(() => undefined)
    await page.until(page.isAsked)
    answerWalk(page.instance, 'start')
    await expect(sending).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(page.countSent()).toBe(1)
    expect(page.instance.stores.modal.get().open).toBe(false)
  })

  it('on a page without the modal the wallet is asked at once', async () => {
    const page = await open({ eth_sendTransaction: [drill.ok(FIRST), drill.ok(SECOND)] }, false)
    expect((await actions.sendCalls(page.latchkey, CALLS)).id).toContain(SECOND)
    expect(page.instance.stores.modal.get().open).toBe(false)
  })
})

it('the modal shows a batch that went one by one by its id; the wallet knows nothing of it', async () => {
  const page = await open({})
  await actions.showCallsStatus(page.latchkey, `latchkey/eip155:1/2/${FIRST}`)
  expect(page.getView()).toBe('CallsProgress')
  expect(page.getStates()).toEqual(['sent', 'notSent'])
  expect(page.wallet.calls.filter(({ method }) => method === 'wallet_showCallsStatus')).toEqual([])
})
