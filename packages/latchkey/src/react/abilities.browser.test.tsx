import { createFakeServices, createScriptedAdapter, createTestLatchkey, fakeConnector } from '@latchkey/testing'
import { act, type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { universal } from '../adapters/universal/index.ts'
import { createScriptedWallet, drill, type ScriptedWalletOptions } from '../testing/index.ts'
import {
  LatchkeyProvider,
  useAssets,
  useBalance,
  useCallsStatus,
  useCapabilities,
  useEstimateGas,
  useNameSuggestions,
  usePermissions,
  useRegisterName,
  useSend,
  useSendCalls,
  useSendTransaction,
  useWaitForTransaction,
  useWriteContract,
} from './index.ts'

const TO = `0x${'cd'.repeat(20)}`
const HASH = `0x${'ab'.repeat(32)}`

let cleanUps: (() => void | Promise<void>)[] = []
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
  cleanUps = []
  document.body.replaceChildren()
})

function start(options: Partial<ScriptedWalletOptions> = {}) {
  const walletWindow = new EventTarget()
  const node: typeof fetch = async (input, init) => {
    const [, chainId] = /rpc-(\d+)/.exec(String(input)) ?? []
    const { method } = JSON.parse(String(init?.body)) as { method: string }
    const id = `0x${Number(chainId).toString(16)}`
    if (method === 'eth_getTransactionReceipt') {
      return Response.json({
        jsonrpc: '2.0',
        id: 1,
        result: { status: chainId === '1' ? '0x1' : '0x0', blockNumber: '0x1' },
      })
    }
    return Response.json({ jsonrpc: '2.0', id: 1, result: method === 'eth_chainId' ? id : `${id}00` })
  }
  const services = createFakeServices({ walletWindow, fetch: node })
  const made = createTestLatchkey({ services, options: { adapters: [universal()] } })
  cleanUps.push(() => made.latchkey.destroy())
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    rpcUrl: 'https://rpc-1.test',
    chainId: 1,
    chains: [{ chainId: 10, name: 'Ten', rpcUrl: 'https://rpc-10.test' }],
    fetch: node,
    ...options,
  })
  wallet.announce(walletWindow)
  return { ...made, wallet, connect: () => act(() => made.latchkey.connect({ connectorId: 'dev.drill' })) }
}

/** Draws a component in strict mode; its text, and what it handed out last. */
async function render<Handed>(latchkey: ReturnType<typeof start>['latchkey'], use: () => readonly [ReactNode, Handed]) {
  let handed: Handed | undefined
  function Shown() {
    const [text, out] = use()
    handed = out
    return text
  }
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  await act(async () =>
    root.render(
      <StrictMode>
        <LatchkeyProvider latchkey={latchkey}>
          <Shown />
        </LatchkeyProvider>
      </StrictMode>,
    ),
  )
  cleanUps.push(() => act(async () => root.unmount()))
  const text = () => container.textContent ?? ''
  return {
    get: (): Handed => {
      if (handed === undefined) throw new Error('nothing was drawn')
      return handed
    },
    /** Waits for a text while the page goes on by itself, as it does for a visitor, and takes a step of the test's before each look. */
    until: async (wanted: string, step?: () => Promise<void>) => {
      Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
      const look = async () => {
        await step?.()
        return text()
      }
      await expect.poll(look, { timeout: 5_000 }).toBe(wanted)
      Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
    },
    text,
  }
}

test('a balance is read by itself, anew where the wallet moves, and gone when it leaves', async () => {
  const { latchkey, wallet, connect } = start()
  const { text, until } = await render(latchkey, () => {
    const { result, isPending, error } = useBalance()
    return [`${result?.value} ${isPending} ${String(error)}`, undefined]
  })
  expect(text()).toBe('undefined false undefined')
  await connect()
  await until('256 false undefined')
  await act(async () => wallet.switchChain(10))
  await until('2560 false undefined')
  await act(() => latchkey.disconnect())
  await until('undefined false undefined')
})

test('capabilities, assets and the status of a batch are read by themselves', async () => {
  const { latchkey, wallet, connect } = start()
  wallet.answerAlways('wallet_getCapabilities', drill.ok({ '0x0': { assetDiscovery: { supported: true } } }))
  wallet.answerAlways('wallet_getAssets', drill.ok({ '0x1': [{ type: 'native', balance: '0x7' }] }))
  wallet.answerAlways('wallet_getCallsStatus', drill.ok({ status: 100, atomic: true }))
  const { get, until } = await render(latchkey, () => {
    const capabilities = useCapabilities()
    const assets = useAssets()
    const status = useCallsStatus('batch')
    const none = useCallsStatus(undefined)
    const parts = [
      Object.keys(capabilities.result ?? {}),
      assets.result?.[0]?.balance,
      status.result?.status,
      none.isPending,
    ]
    return [parts.join(' '), status.refetch]
  })
  await connect()
  await until('0 7 100 false')
  wallet.answerAlways('wallet_getCallsStatus', drill.ok({ status: 200, atomic: true }))
  await act(() => get()())
  await until('0 7 200 false')
})

test('a transaction is followed by its hash, where it was sent, and what became of it stays', async () => {
  const { latchkey, services, wallet, connect } = start()
  const { get, until } = await render(latchkey, () => {
    const [hash, setHash] = useState<string>()
    const { result, isPending } = useWaitForTransaction(hash)
    return [`${result?.status} ${isPending}`, setHash]
  })
  await connect()
  await until('undefined false')
  await act(async () => get()(HASH))
  await until('success false', () => services.clock.advance(4_000))
  await act(async () => wallet.switchChain(10))
  await until('success false', () => services.clock.advance(4_000))
})

test('a wallet that cannot say what it can is an error with a code', async () => {
  const { latchkey, connect } = start()
  const { until } = await render(latchkey, () => {
    const { error, result } = useCapabilities()
    return [`${(error as { code?: string } | undefined)?.code} ${result}`, undefined]
  })
  await connect()
  await until('METHOD_NOT_GRANTED undefined')
})

test('every ability that moves something runs once a call, in strict mode too', async () => {
  const { latchkey, wallet, connect } = start({
    script: {
      // Sending looks first whether the account can pay for the gas.
      eth_estimateGas: Array.from({ length: 8 }, () => drill.ok('0x5208')),
      eth_sendTransaction: [drill.ok(HASH), drill.ok(HASH), drill.ok(HASH)],
      wallet_sendCalls: [drill.ok({ id: 'b1' })],
      wallet_grantPermissions: [drill.ok({ permissionsContext: '0x1' })],
      wallet_revokeExecutionPermission: [drill.ok({})],
    },
  })
  const { get, until } = await render(latchkey, () => {
    const send = useSend()
    const sendTransaction = useSendTransaction()
    const write = useWriteContract()
    const estimate = useEstimateGas()
    const batch = useSendCalls()
    const permissions = usePermissions()
    const run = { ...send, ...sendTransaction, ...write, ...estimate, ...batch, ...permissions }
    const results = [send.result === HASH, sendTransaction.result === HASH, write.result === HASH, estimate.result]
    return [[...results, batch.result?.id, permissions.result !== undefined].join(' '), run]
  })
  await connect()
  const abi = [{ type: 'function', name: 'act', inputs: [] }]
  await act(async () => {
    const run = get()
    await run.send({ to: TO, amount: 1n })
    await run.sendTransaction({ to: TO })
    await run.writeContract({ address: TO, abi, functionName: 'act' })
    await run.estimateGas({ to: TO })
    await run.sendCalls({ calls: [{ to: TO }] })
    await run.grantPermissions({ permissions: [] })
    await run.revokePermissions({ permissionContext: '0x1' })
  })
  await until('true true true 21000 b1 true')
  const asked = wallet.calls.map(({ method }) => method)
  expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(3)
  expect(asked.filter((method) => /wallet_(send|grant|revokeE)/.test(method))).toHaveLength(3)
})

test('a refusal is the state of the hook, and rejects', async () => {
  const { latchkey, connect } = start({ script: { eth_sendTransaction: [drill.no(4001)] } })
  const { get, until } = await render(latchkey, () => {
    const { send, error, isPending } = useSend()
    return [`${(error as { code?: string } | undefined)?.code} ${isPending}`, send]
  })
  await connect()
  await act(async () => {
    await expect(get()({ to: TO, amount: 1n })).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
  await until('USER_REJECTED false')
})

test('suggestions follow what is typed from 3 characters on, and a name is registered by a call', async () => {
  const services = createFakeServices({
    gateway: {
      suggestNames: (input) => ({
        suggestions: [{ name: `${(input as { name: string }).name}.shop.example`, registered: false }],
      }),
      getNameNonce: () => ({ nonce: 'n', timestamp: 1, zones: [] }),
      registerName: () => ({ name: 'fern.shop.example', attributes: {}, addresses: {} }),
    },
  })
  const adapter = createScriptedAdapter('eip155', [fakeConnector('io.fern')])
  const { latchkey } = createTestLatchkey({ services, options: { adapters: [adapter.create] } })
  cleanUps.push(() => latchkey.destroy())
  await latchkey.connect({ connectorId: 'io.fern' })
  let type = (_: string): void => {}
  let names: ReturnType<typeof useNameSuggestions> | undefined
  let register: ReturnType<typeof useRegisterName> | undefined
  function Probe() {
    const [label, setLabel] = useState('fe')
    type = setLabel
    names = useNameSuggestions({ label })
    register = useRegisterName()
    return null
  }
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  cleanUps.push(() => act(() => root.unmount()))
  await act(async () =>
    root.render(
      <LatchkeyProvider latchkey={latchkey}>
        <Probe />
      </LatchkeyProvider>,
    ),
  )
  expect(names).toMatchObject({ isPending: false, result: undefined })
  await act(async () => type('fern'))
  await expect.poll(() => names?.result).toEqual([{ name: 'fern.shop.example', registered: false }])
  await act(async () => register?.registerName({ name: 'fern.shop.example' }))
  expect(register).toMatchObject({ isPending: false, error: undefined })
  expect(services.calls.filter(({ name }) => name === 'registerName')).toHaveLength(1)
})
