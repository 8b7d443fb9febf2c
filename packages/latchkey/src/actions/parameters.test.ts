import { createFakeServices, createTestLatchkey, testNetwork } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { universal } from '../adapters/universal/index.ts'
import { SETUP_CODES } from '../core/errors/setupCodes.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { createScriptedWallet } from '../testing/index.ts'
import * as actions from './index.ts'

const HASH = `0x${'ab'.repeat(32)}`

/** What a page written without types may pass where something is demanded. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  {},
  7,
  'text',
  [],
  { to: 7 },
  { namespace: 7, ways: 7, connectorId: {} },
]

type Loose = (latchkey: Latchkey, ...parameters: readonly unknown[]) => unknown
const loose = actions as unknown as Readonly<Record<string, Loose>>

/** Actions that cannot do without what they are given. */
const DEMANDING = [
  'addAdapter',
  'addNetwork',
  'checkTransaction',
  'connectNamespaces',
  'estimateGas',
  'fetchCallsStatus',
  'replaceTransaction',
  'send',
  'sendCalls',
  'sendTransaction',
  'signTypedData',
  'switchConnection',
  'waitForTransaction',
  'writeContract',
]

/** Actions that do without, and what they are given first: their settings are wrong here. */
const SETTINGS: Readonly<Record<string, readonly unknown[]>> = {
  estimateGas: [{ to: `0x${'cd'.repeat(20)}` }],
  fetchAssets: [],
  fetchBalance: [{}],
  fetchCallsStatus: ['batch'],
  fetchCapabilities: [],
  getSiwxSessions: [],
  grantPermissions: [{}],
  removeAdapter: [],
  removeNetwork: [],
  revokePermissions: [{}],
  send: [{ to: `0x${'cd'.repeat(20)}`, amount: 1n }],
  sendCalls: [{ calls: [{ to: `0x${'cd'.repeat(20)}` }] }],
  sendTransaction: [{ to: `0x${'cd'.repeat(20)}` }],
  signIn: [],
  signOut: [],
  signTypedData: [{}],
  updateOptions: [],
  writeContract: [
    { address: `0x${'cd'.repeat(20)}`, abi: [{ type: 'function', name: 'act', inputs: [] }], functionName: 'act' },
  ],
}

async function connect() {
  const walletWindow = new EventTarget()
  const node: typeof fetch = async (_input, init) => {
    const { method } = JSON.parse(String(init?.body)) as { method: string }
    return Response.json({
      jsonrpc: '2.0',
      id: 1,
      result: method === 'eth_chainId' ? '0x1' : method.startsWith('eth_send') ? HASH : '0x0',
    })
  }
  const services = createFakeServices({ walletWindow, fetch: node })
  const made = createTestLatchkey({ services, options: { networks: [testNetwork(1)], adapters: [universal()] } })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    rpcUrl: 'https://rpc-1.test',
    chainId: 1,
    fetch: node,
  })
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  return made
}

/** What came of a call, as the name of its error and its code. */
async function tell(run: () => unknown): Promise<string> {
  try {
    await run()
    return 'answered'
  } catch (error) {
    const { name, code, message } = error as { name: string; code?: string; message: string }
    return `${name} ${code} ${message}`
  }
}

test.each(DEMANDING)(
  '%s: what it cannot work with is refused with a code that says that the site is wrong',
  async (name) => {
    const { latchkey } = await connect()
    const told: string[] = []
    for (const wrong of WRONG) {
      // Any text may be the id of a batch.
      if (name === 'fetchCallsStatus' && typeof wrong === 'string') continue
      const outcome = await tell(() => loose[name]?.(latchkey, wrong))
      if (!SETUP_CODES.some((code) => outcome.includes(` ${code} `))) told.push(`${JSON.stringify(wrong)}: ${outcome}`)
    }
    expect(told).toEqual([])
  },
)

test.each(Object.keys(SETTINGS))('%s: wrong settings never reject with an error without a code', async (name) => {
  const { latchkey } = await connect()
  const told: string[] = []
  for (const wrong of WRONG) {
    const outcome = await tell(() => loose[name]?.(latchkey, ...(SETTINGS[name] ?? []), wrong))
    if (outcome !== 'answered' && !/^\w+ [A-Z]+_[A-Z_]+ /.test(outcome))
      told.push(`${JSON.stringify(wrong)}: ${outcome}`)
  }
  expect(told).toEqual([])
})
