import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { describe, expect, it } from 'vitest'
import { universal } from '../adapters/universal/index.ts'
import { closeModal } from '../core/flow/closeModal.ts'
import { goBack } from '../core/flow/goBack.ts'
import { openModal } from '../core/flow/openModal.ts'
import { pushView } from '../core/flow/pushView.ts'
import { getRoute } from '../core/flow/router.ts'
import { cancelAttempt } from '../core/kernel/attempt/cancelAttempt.ts'
import { forgetTransaction, pressAgain } from '../core/kernel/requests/followSent.ts'
import { requestsOf } from '../core/kernel/requests/requests.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { CreateLatchkeyOptions } from '../core/types/options.ts'
import { createScriptedWallet, drill, type ScriptedWalletOptions } from '../testing/index.ts'
// Loaded beforehand, so that what an action loads on demand is there within the clock's next step.
import '../evm/createAbilities.ts'
import '../evm/encodeCall.ts'
import '../core/kernel/requests/demandConnection.ts'
import '../core/flow/carryOut.ts'
import '../core/kernel/requests/followSent.ts'
import * as actions from './index.ts'

const TO = `0x${'cd'.repeat(20)}`
const HASH = `0x${'ab'.repeat(32)}`
const ABI = [{ type: 'function', name: 'act', inputs: [] }]

/** What the node says where it matters: gas that costs nothing leaves nobody short of coin. */
const ANSWERS: Readonly<Record<string, string>> = {
  eth_chainId: '0x1',
  eth_gasPrice: '0x0',
  eth_sendRawTransaction: HASH,
  eth_sendTransaction: HASH,
}

/** One call of each ability. */
const CALLS: Readonly<Record<string, (latchkey: Latchkey) => Promise<unknown>>> = {
  sendTransaction: (latchkey) => actions.sendTransaction(latchkey, { to: TO }),
  send: (latchkey) => actions.send(latchkey, { to: TO, amount: 1n }),
  writeContract: (latchkey) => actions.writeContract(latchkey, { address: TO, abi: ABI, functionName: 'act' }),
  estimateGas: (latchkey) => actions.estimateGas(latchkey, { to: TO }),
  fetchCapabilities: (latchkey) => actions.fetchCapabilities(latchkey),
  sendCalls: (latchkey) => actions.sendCalls(latchkey, { calls: [{ to: TO }] }),
  fetchCallsStatus: (latchkey) => actions.fetchCallsStatus(latchkey, 'batch'),
  showCallsStatus: (latchkey) => actions.showCallsStatus(latchkey, 'batch'),
  grantPermissions: (latchkey) => actions.grantPermissions(latchkey, {}),
  revokePermissions: (latchkey) => actions.revokePermissions(latchkey, { permissionContext: '0x1' }),
  fetchAssets: (latchkey) => actions.fetchAssets(latchkey),
  fetchBalance: (latchkey) => actions.fetchBalance(latchkey),
}

/** The same by the instance itself. */
const OWN: typeof CALLS = {
  ...CALLS,
  'latchkey.sendTransaction': (latchkey) => latchkey.sendTransaction({ to: TO }),
  'latchkey.signMessage': (latchkey) => latchkey.signMessage('hello'),
}

async function connect(
  options: Partial<ScriptedWalletOptions> = {},
  chainIds: readonly [number, ...number[]] = [1, 10],
  settings: Partial<CreateLatchkeyOptions> = {},
) {
  const walletWindow = new EventTarget()
  const node: typeof fetch = async (_input, init) => {
    const { method } = JSON.parse(String(init?.body)) as { method: string }
    return Response.json({ jsonrpc: '2.0', id: 1, result: ANSWERS[method] ?? '0x64' })
  }
  const services = createFakeServices({ walletWindow, fetch: node })
  const [first, ...rest] = chainIds
  const networks = [testNetwork(first), ...rest.map((id) => testNetwork(id))] as const
  const made = createTestLatchkey({ services, options: { networks, adapters: [universal()], ...settings } })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    rpcUrl: 'https://rpc-1.test',
    chainId: 1,
    chains: [{ chainId: 137, name: 'Elsewhere', rpcUrl: 'https://rpc-137.test' }],
    fetch: node,
    ...options,
  })
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  return { ...made, wallet, services }
}

it.each(Object.entries(CALLS))('%s without a wallet → NOT_CONNECTED', async (_, call) => {
  const { latchkey } = createTestLatchkey({ options: { adapters: [universal()] } })
  await expect(call(latchkey)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

it.each(Object.entries(CALLS))(
  '%s where the adapter lacks it → ABILITY_MISSING, and no failure of a wallet',
  async (ability, call) => {
    const adapter = createScriptedAdapter('eip155', [fakeConnector('io.fern', { name: 'Fern' })])
    const { latchkey, failures } = createTestLatchkey({ options: { adapters: [adapter.create] } })
    await latchkey.connect({ connectorId: 'io.fern' })
    await expect(call(latchkey)).rejects.toMatchObject({
      code: 'ABILITY_MISSING',
      facts: { ability, namespace: 'eip155' },
    })
    expect(failures).toEqual([])
  },
)

it('what a wallet refuses is a failure that the host hears, once, with its step', async () => {
  const { latchkey, failures } = await connect({ script: { eth_sendTransaction: [drill.no(4001)] } })
  await expect(actions.send(latchkey, { to: TO, amount: 1n })).rejects.toMatchObject({
    code: 'USER_REJECTED',
    step: 'send',
  })
  expect(failures.map(({ code, step, final }) => [code, step, final])).toEqual([['USER_REJECTED', 'send', true]])
})

it('a mistake of the site is thrown as it is, and told to no listener', async () => {
  const { latchkey, failures } = await connect()
  await expect(actions.send(latchkey, { to: 'me', amount: 1n })).rejects.toMatchObject({
    code: 'REQUEST_INVALID',
    facts: { field: 'to' },
  })
  await expect(latchkey.sendTransaction({ to: 'me' })).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  await expect(actions.writeContract(latchkey, { address: TO, abi: ABI, functionName: 'other' })).rejects.toMatchObject(
    { code: 'REQUEST_INVALID' },
  )
  expect(failures).toEqual([])
})

it('a balance is of the account in use where its wallet is, or of whatever is named', async () => {
  const { latchkey, wallet } = await connect()
  expect(await actions.fetchBalance(latchkey)).toEqual({ value: 100n, decimals: 18, symbol: 'ETH' })
  expect(await actions.fetchBalance(latchkey, { address: TO, networkId: 'eip155:1' })).toMatchObject({ value: 100n })
  await expect(actions.fetchBalance(latchkey, { networkId: 'eip155:999' })).rejects.toMatchObject({
    code: 'NETWORK_NOT_FOUND',
  })
  wallet.switchChain(137)
  await expect(actions.fetchBalance(latchkey)).rejects.toMatchObject({ facts: { networkId: 'eip155:137' } })
})

it('an answer of each ability comes through', async () => {
  const { latchkey } = await connect({
    script: {
      eth_sendTransaction: [drill.ok(HASH), drill.ok(HASH), drill.ok(HASH)],
      eth_estimateGas: [drill.ok('0x5208')],
      wallet_sendCalls: [drill.ok({ id: '0x1' })],
      wallet_getCallsStatus: [drill.ok({ status: 200, atomic: true, receipts: [] })],
      wallet_showCallsStatus: [drill.ok(null)],
      wallet_getCapabilities: [drill.ok({}), drill.ok({ '0x0': { assetDiscovery: { supported: true } } })],
      wallet_grantPermissions: [drill.ok({ permissionsContext: '0x1' })],
      wallet_revokeExecutionPermission: [drill.ok({})],
      wallet_getAssets: [drill.ok({ '0x1': [{ type: 'native', balance: '0x1' }] })],
    },
  })
  const answers: Record<string, unknown> = {}
  for (const [name, call] of Object.entries(CALLS)) answers[name] = await call(latchkey)
  expect(answers).toEqual({
    sendTransaction: HASH,
    send: HASH,
    writeContract: HASH,
    estimateGas: 21_000n,
    fetchCapabilities: {},
    sendCalls: { id: '0x1' },
    fetchCallsStatus: { id: 'batch', status: 200, atomic: true, receipts: [] },
    showCallsStatus: undefined,
    grantPermissions: { permissionsContext: '0x1' },
    revokePermissions: undefined,
    fetchAssets: [{ networkId: 'eip155:1', type: 'native', balance: 1n }],
    fetchBalance: { value: 100n, decimals: 18, symbol: 'ETH' },
  })
})

describe('over a session', () => {
  const ETH = 'eip155:1:0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
  const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

  it('a transfer of a token goes to the phone as what it is', async () => {
    const { latchkey, phone } = await connectPhone([ETH])
    const sending = actions.send(latchkey, { to: TO, amount: 255n, token: { address: TO, decimals: 6 } })
    const request = await phone.until(() => phone.requests[0])
    expect(request).toMatchObject({
      method: 'eth_sendTransaction',
      params: [{ from: VITALIK, to: TO, data: `0xa9059cbb${TO.slice(2).padStart(64, '0')}${'ff'.padStart(64, '0')}` }],
    })
    await phone.answer(HASH)
    await expect(sending).resolves.toBe(HASH)
  })

  it('a batch goes to the phone where the session grants batches', async () => {
    const { latchkey, phone } = await connectPhone([ETH])
    const sending = actions.sendCalls(latchkey, { calls: [{ to: TO, value: 1n }] })
    const request = await phone.until(() => phone.requests[0])
    expect(request).toMatchObject({
      method: 'wallet_sendCalls',
      chainId: 'eip155:1',
      params: [
        { version: '2.0.0', from: VITALIK, chainId: '0x1', atomicRequired: false, calls: [{ to: TO, value: '0x1' }] },
      ],
    })
    await phone.answer({ id: 'b1' })
    await expect(sending).resolves.toEqual({ id: 'b1' })
  })

  it('F-18: a session without batches carries one out call by call where the site allows it; all or nothing is refused before anything is sent', async () => {
    const { latchkey, phone } = await connectPhone([ETH], { methods: ['eth_sendTransaction', 'personal_sign'] })
    const calls = [{ to: TO, value: 1n }, { to: TO }]
    await expect(actions.sendCalls(latchkey, { calls, atomicRequired: true })).rejects.toMatchObject({
      code: 'METHOD_NOT_GRANTED',
    })
    expect(phone.requests).toEqual([])
    await expect(actions.sendCalls(latchkey, { calls })).rejects.toMatchObject({ code: 'METHOD_NOT_GRANTED' })
    expect(phone.requests).toEqual([])
    const sending = actions.sendCalls(latchkey, { calls, allowOneByOne: true })
    await phone.until(() => phone.requests[0])
    await phone.answer(HASH)
    await phone.until(() => phone.requests[1])
    await phone.answer(HASH)
    expect((await sending).id).toContain(HASH)
    expect(phone.requests.map(({ method }) => method)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
  })

  it('F-18: granted, and yet the wallet has none (4200): call by call', async () => {
    const { latchkey, phone } = await connectPhone([ETH])
    const sending = actions.sendCalls(latchkey, { calls: [{ to: TO }], allowOneByOne: true })
    await phone.until(() => phone.requests[0])
    await phone.deny(4200, 'Unsupported method.')
    await phone.until(() => phone.requests[1])
    await phone.answer(HASH)
    expect((await sending).id).toContain(HASH)
  })

  it('gas and the receipts of a batch that went call by call come from the chain’s nodes; the phone is not asked', async () => {
    const asked: string[] = []
    const node: typeof fetch = async (_input, init) => {
      const { id, method } = JSON.parse(String(init?.body)) as { id: number; method: string }
      asked.push(method)
      const result = method === 'eth_estimateGas' ? '0x5208' : { transactionHash: HASH, status: '0x0' }
      return Response.json({ jsonrpc: '2.0', id, result })
    }
    const { latchkey, phone } = await connectPhone([ETH], { methods: ['eth_sendTransaction'], fetch: node })
    const estimating = actions.estimateGas(latchkey, { to: TO })
    await phone.until(() => asked[0])
    expect(await estimating).toBe(21_000n)
    expect(phone.requests).toEqual([])
    const sending = actions.sendCalls(latchkey, { calls: [{ to: TO }], allowOneByOne: true })
    await phone.until(() => phone.requests[0])
    await phone.answer(HASH)
    const looking = actions.fetchCallsStatus(latchkey, (await sending).id)
    await phone.until(() => asked.includes('eth_getTransactionReceipt'))
    expect(await looking).toMatchObject({ status: 500, receipts: [{ transactionHash: HASH, status: 'reverted' }] })
    expect(phone.requests).toHaveLength(1)
  })

  it('capabilities and assets are the wallet’s, of the account that is in use', async () => {
    const { latchkey, phone } = await connectPhone([ETH])
    const listing = actions.fetchAssets(latchkey)
    expect(await phone.until(() => phone.requests[0])).toMatchObject({
      method: 'wallet_getCapabilities',
      params: [VITALIK],
    })
    await phone.answer({ '0x1': { assetDiscovery: { supported: true } } })
    expect(await phone.until(() => phone.requests[1])).toMatchObject({
      method: 'wallet_getAssets',
      params: [{ account: VITALIK }],
    })
    await phone.answer({ '0x1': [{ type: 'NATIVE', balance: '0x7' }] })
    await expect(listing).resolves.toEqual([{ networkId: 'eip155:1', type: 'native', balance: 7n }])
  })

  it('F-18: what the session does not grant is absent', async () => {
    const { latchkey } = await connectPhone([ETH], { methods: ['eth_sendTransaction'] })
    for (const name of ['fetchCapabilities', 'fetchAssets', 'grantPermissions', 'revokePermissions']) {
      await expect(CALLS[name]?.(latchkey)).rejects.toMatchObject({ code: 'ABILITY_MISSING', facts: { ability: name } })
    }
  })
})

it('latchkey/actions gives these abilities among its names', () => {
  expect(Object.keys(actions)).toEqual(expect.arrayContaining(Object.keys(CALLS)))
})

it.each(['sendTransaction', 'send', 'writeContract', 'sendCalls', 'latchkey.sendTransaction', 'latchkey.signMessage'])(
  'F-28: %s goes out on the network on which it was asked for, or not at all',
  async (name) => {
    const { latchkey, wallet, services } = await connect()
    let code: unknown
    // The code of the action is being loaded while the visitor moves their wallet.
    OWN[name]?.(latchkey).catch((error) => {
      code = error.code
    })
    wallet.switchChain(137)
    for (let turns = 0; turns < 20 && code === undefined; turns += 1) await services.clock.advance(250)
    expect(code).toBe('CHAIN_MISMATCH')
    expect(wallet.calls.filter(({ method }) => /send|sign/i.test(method))).toEqual([])
  },
)

describe('F-28: with a modal to ask in', () => {
  const NAMES = [
    'sendTransaction',
    'send',
    'writeContract',
    'sendCalls',
    'latchkey.sendTransaction',
    'latchkey.signMessage',
  ]

  /** Asks for something while the wallet stands elsewhere, and waits until the visitor is told. */
  async function mismatch(name: string) {
    const made = await connect({ script: { wallet_sendCalls: [drill.ok({ id: '0x1' })] } }, [1, 137])
    const { instance, latchkey, wallet, services } = made
    instance.live.isInSight = () => true
    const outcome: { code?: unknown; answer?: unknown } = {}
    OWN[name]?.(latchkey).then(
      (answer) => Object.assign(outcome, { answer }),
      (error) => Object.assign(outcome, { code: error.code }),
    )
    wallet.switchChain(137)
    const { modal } = instance.stores
    for (let turns = 0; turns < 40 && !modal.get().open; turns += 1) await services.clock.advance(250)
    const settle = async (): Promise<void> => {
      for (let turns = 0; turns < 40 && Object.keys(outcome).length === 0; turns += 1) await services.clock.advance(250)
    }
    const countAsked = (): number =>
      wallet.calls.filter(({ method }) => ['eth_sendTransaction', 'personal_sign', 'wallet_sendCalls'].includes(method))
        .length
    const getNotice = () => requestsOf(instance).get().transaction
    return { ...made, outcome, settle, countAsked, getNotice }
  }

  it.each(NAMES)('%s waits for the visitor, goes out once after the switch, and no failure is final', async (name) => {
    const { instance, latchkey, wallet, failures, outcome, settle, countAsked, getNotice } = await mismatch(name)
    expect(getNotice()).toMatchObject({ code: 'CHAIN_MISMATCH', networkId: 'eip155:1', isOffered: true })
    expect(getRoute(instance.stores.router.get()).view).toBe('Account')
    pushView(instance, { view: 'SwitchNetwork', data: { networkId: 'eip155:1' } })
    pressAgain(instance)
    expect(countAsked()).toBe(0)
    await latchkey.switchNetwork('eip155:1')
    await settle()
    expect(outcome.answer).toBeDefined()
    expect(wallet.calls.filter(({ method }) => method === 'wallet_switchEthereumChain')).toHaveLength(1)
    expect(countAsked()).toBe(1)
    expect(failures.map(({ code, final }) => [code, final])).toEqual([['CHAIN_MISMATCH', false]])
    expect(getNotice()).toBeUndefined()
    expect(instance.stores.modal.get().open).toBe(false)
    pressAgain(instance)
    expect(countAsked()).toBe(1)
  })

  it('the wallet coming back by itself sends nothing until the button is pressed', async () => {
    const { instance, wallet, outcome, settle, countAsked } = await mismatch('sendTransaction')
    wallet.switchChain(1)
    await settle()
    expect([outcome, countAsked()]).toEqual([{}, 0])
    pressAgain(instance)
    await settle()
    expect(countAsked()).toBe(1)
    expect(outcome.answer).toBeDefined()
  })

  it('a switch that the visitor left takes the press back', async () => {
    const { instance, latchkey, wallet, outcome, settle, countAsked } = await mismatch('sendTransaction')
    wallet.answer('wallet_switchEthereumChain', drill.no(4001, 'User rejected'))
    pushView(instance, { view: 'SwitchNetwork', data: { networkId: 'eip155:1' } })
    pressAgain(instance)
    await expect(latchkey.switchNetwork('eip155:1')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    goBack(instance)
    cancelAttempt(instance)
    // Long afterwards, for a reason of their own.
    wallet.switchChain(1)
    await settle()
    expect([outcome, countAsked()]).toEqual([{}, 0])
    pressAgain(instance)
    await settle()
    expect(countAsked()).toBe(1)
  })

  it.each<[string, (made: Awaited<ReturnType<typeof mismatch>>) => void]>([
    ['closing the modal', ({ instance }) => closeModal(instance, 'escape')],
    ['putting the notice away', ({ instance }) => forgetTransaction(instance)],
    ['another account', ({ wallet }) => wallet.selectAccount(wallet.addAccount())],
    ['the end of the connection', ({ latchkey }) => void latchkey.disconnect()],
    ['the end of the instance', ({ latchkey }) => latchkey.destroy()],
  ])('%s rejects it, and nothing is sent afterwards', async (_, leave) => {
    const made = await mismatch('sendTransaction')
    const { instance, wallet, outcome, settle, countAsked } = made
    leave(made)
    await settle()
    expect(outcome).toEqual({ code: 'CHAIN_MISMATCH' })
    wallet.switchChain(1)
    pressAgain(instance)
    await settle()
    expect(countAsked()).toBe(0)
  })

  it('a second step takes the place of the one that waits', async () => {
    const { instance, latchkey, outcome, settle, countAsked } = await mismatch('sendTransaction')
    const next = actions.sendTransaction(latchkey, { to: TO })
    await settle()
    expect(outcome).toEqual({ code: 'CHAIN_MISMATCH' })
    // It is meant for where the wallet is now.
    await expect(next).resolves.toMatch(/^0x/)
    pressAgain(instance)
    expect(countAsked()).toBe(1)
  })

  it('is not asked for while the visitor is at something else in the modal', async () => {
    const { instance, latchkey, wallet, services, failures } = await connect({}, [1, 137])
    instance.live.isInSight = () => true
    void openModal(instance, { view: 'Networks' })
    let code: unknown
    latchkey.signMessage('hello').catch((error) => {
      code = error.code
    })
    wallet.switchChain(137)
    for (let turns = 0; turns < 20 && code === undefined; turns += 1) await services.clock.advance(250)
    expect(code).toBe('CHAIN_MISMATCH')
    expect(failures).toMatchObject([{ code: 'CHAIN_MISMATCH', final: true }])
    expect(getRoute(instance.stores.router.get()).view).toBe('Networks')
  })

  it.each<[string, Parameters<typeof connect>[1], Parameters<typeof connect>[2], boolean]>([
    ['where the modal lives in an element that nobody sees', [1, 137], {}, false],
    ['where the site lets nobody change the network', [1, 137], { enableNetworkSwitch: false }, true],
    ['where the site asks to leave the network that the wallet went to', [1, 10], {}, true],
    ['where the site does not have the network', [10, 137], { allowUnsupportedChain: true }, true],
  ])('is not asked for %s', async (_, chainIds, options, isInSight) => {
    const { instance, latchkey, wallet, services, failures } = await connect({}, chainIds, options)
    instance.live.isInSight = () => isInSight
    let code: unknown
    latchkey.sendTransaction({ to: TO }).catch((error) => {
      code = error.code
    })
    wallet.switchChain(137)
    for (let turns = 0; turns < 20 && code === undefined; turns += 1) await services.clock.advance(250)
    expect(code).toBe('CHAIN_MISMATCH')
    expect(failures.filter((failure) => failure.code === code).map(({ final }) => final)).toEqual([true])
    expect(instance.live.again).toBeUndefined()
  })

  it('is asked on the view of the account that sends, also where another namespace is the active one', async () => {
    const { instance, latchkey, wallet, services } = await connect({}, [1, 137])
    instance.live.isInSight = () => true
    instance.stores.networks.set((state) => ({ ...state, activeNamespace: 'solana' }))
    latchkey.sendTransaction({ to: TO }).catch(() => undefined)
    wallet.switchChain(137)
    for (let turns = 0; turns < 20 && !instance.live.again; turns += 1) await services.clock.advance(250)
    expect(instance.live.again).toBeDefined()
    expect(getRoute(instance.stores.router.get()).view).toBe('Account')
    expect(instance.stores.networks.get().activeNamespace).toBe('eip155')
  })
})

describe('what the wallet itself says no to, with a modal to ask in', () => {
  /** Asks for a signature that the wallet answers so at first, and waits until the visitor is told. */
  async function refuse(script: ScriptedWalletOptions['script']) {
    const made = await connect({ script })
    const { instance, latchkey, wallet, services } = made
    instance.live.isInSight = () => true
    const outcome: { code?: unknown; answer?: unknown } = {}
    latchkey.signMessage('hello').then(
      (answer) => Object.assign(outcome, { answer }),
      (error) => Object.assign(outcome, { code: error.code }),
    )
    const wait = async (isOver: () => boolean): Promise<void> => {
      for (let turns = 0; turns < 40 && !isOver(); turns += 1) await services.clock.advance(250)
    }
    await wait(() => instance.stores.modal.get().open)
    const count = (name: string): number => wallet.calls.filter(({ method }) => method === name).length
    const getNotice = () => requestsOf(instance).get().transaction
    return { ...made, outcome, wait, settle: () => wait(() => Object.keys(outcome).length > 0), count, getNotice }
  }

  it('F-09: a hardware wallet that was not ready is asked again by the button, and by nothing else', async () => {
    const { instance, failures, outcome, settle, count, getNotice } = await refuse({
      personal_sign: [drill.no(-32603, 'Ledger device: Locked device (0x5515)')],
    })
    expect(getNotice()).toMatchObject({ code: 'HARDWARE_NOT_READY', isOffered: true })
    await settle()
    expect([outcome, count('personal_sign')]).toEqual([{}, 1])
    pressAgain(instance)
    await settle()
    expect(outcome.answer).toMatch(/^0x/)
    expect(count('personal_sign')).toBe(2)
    expect(failures.map(({ code, final }) => [code, final])).toEqual([['HARDWARE_NOT_READY', false]])
    expect([getNotice(), instance.stores.modal.get().open]).toEqual([undefined, false])
  })

  it('F-09: left alone it has failed, and nothing of it stays on the view', async () => {
    const { instance, failures, outcome, settle, getNotice } = await refuse({
      personal_sign: [drill.no(-32603, 'Ledger device: (0x650f)')],
    })
    closeModal(instance, 'escape')
    await settle()
    expect(outcome).toEqual({ code: 'HARDWARE_NOT_READY' })
    expect(failures.map(({ final }) => final)).toEqual([false, true])
    expect(getNotice()).toBeUndefined()
  })

  it('F-08: the button opens the wallet’s picker, and what was asked is asked once more', async () => {
    const { instance, outcome, wait, settle, count, getNotice } = await refuse({
      personal_sign: [drill.no(4100, 'Unauthorized')],
      wallet_requestPermissions: [drill.no(4001, 'User rejected')],
    })
    expect(getNotice()).toMatchObject({ code: 'ACCOUNT_NOT_SHARED', isOffered: true })
    pressAgain(instance)
    await wait(() => false)
    expect([outcome, count('wallet_requestPermissions'), count('personal_sign')]).toEqual([{}, 1, 1])
    pressAgain(instance)
    await settle()
    expect(outcome.answer).toMatch(/^0x/)
    expect([count('wallet_requestPermissions'), count('personal_sign'), count('eth_requestAccounts')]).toEqual([
      2, 2, 1,
    ])
  })

  it.each([
    ['a device', drill.no(-32603, 'Ledger device: Locked device (0x5515)'), 'HARDWARE_NOT_READY'],
    ['an account', drill.no(4100, 'Unauthorized'), 'ACCOUNT_NOT_SHARED'],
  ])('a batch that ends for %s is never begun again: a part of it may have left', async (_, answer, code) => {
    const { instance, latchkey, wallet, failures } = await connect({ script: { wallet_sendCalls: [answer] } })
    instance.live.isInSight = () => true
    await expect(actions.sendCalls(latchkey, { calls: [{ to: TO }, { to: TO }] })).rejects.toMatchObject({ code })
    expect(failures.map(({ final }) => final)).toEqual([true])
    expect(instance.stores.modal.get().open).toBe(false)
    expect(wallet.calls.filter(({ method }) => method === 'wallet_sendCalls')).toHaveLength(1)
  })

  it('a plain no is no reason to open anything', async () => {
    const { instance, outcome } = await refuse({ personal_sign: [drill.no(4001, 'User rejected')] })
    expect(outcome).toEqual({ code: 'USER_REJECTED' })
    expect(instance.stores.modal.get().open).toBe(false)
  })
})

it.each([
  'sendTransaction',
  'send',
  'writeContract',
  'sendCalls',
  'grantPermissions',
  'latchkey.sendTransaction',
  'latchkey.signMessage',
])('%s is asked of the account that was in use when it was called, or of none', async (name) => {
  const { latchkey, wallet } = await connect()
  const other = wallet.addAccount()
  const asking = OWN[name]?.(latchkey)
  wallet.selectAccount(other)
  expect(latchkey.getState().address).toBe(other)
  await expect(asking).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  expect(wallet.calls.filter(({ method }) => /send|sign|grant/i.test(method))).toEqual([])
})
