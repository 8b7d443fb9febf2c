/** The frame's smart account over the gateway as it runs: asked in the shapes of EIP-5792 and EIP-1193, carried out by a real bundler. */

import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createPublicClient, createTestClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApprovalSubject } from '../../apps/frame/approve/types.ts'
import { createPassingStore } from '../../apps/frame/device/deviceStore.ts'
import type { Keyring } from '../../apps/frame/keys/createKeyring.ts'
import { createCallBook } from '../../apps/frame/worker/evm/callBook.ts'
import { fromHex } from '../../apps/frame/worker/evm/hex.ts'
import { createSmartAccounts } from '../../apps/frame/worker/evm/smartAccount/createSmartAccounts.ts'
import { safeAddressOf } from '../../apps/frame/worker/evm/smartAccount/safeAccount.ts'
import { createSupported } from '../../apps/frame/worker/evm/supported.ts'
import type { KeyAccount } from '../../apps/frame/worker/keyTasks.ts'
import { createNode } from '../../apps/frame/worker/node.ts'
import type { Ready } from '../../apps/frame/worker/ready.ts'
import { SPONSORED } from '../../packages/testing/src/smartAccounts/sponsored.ts'
import { readSafeCalls } from '../../packages/wire/src/smartAccount.ts'
import { askGateway, openStack, type Stack } from './openStack.ts'

const NETWORK = 'eip155:31337'
const GATE = 'https://gate.example'
const FRIEND = `0x${'f1'.repeat(20)}` as const
let stack: Stack
const openChain = (url: string) => createPublicClient({ chain: foundry, transport: http(url), pollingInterval: 50 })
let chain: ReturnType<typeof openChain>
const test = () => createTestClient({ mode: 'anvil', chain: foundry, transport: http(stack.anvil.url) })

beforeAll(async () => {
  stack = await openStack()
  chain = openChain(stack.anvil.url)
})
afterAll(() => stack?.stop())

/** A visitor's key and account. `line` is between the worker and the gateway; `quick` lets its pauses pass at once. */
const openWorker = (line: typeof fetch = stack.fetch) => {
  const key = generatePrivateKey()
  const owner = privateKeyToAccount(key).address
  const parts = { gatewayUrl: GATE, projectId: 'shop', fetch: line }
  const smart = createSmartAccounts({
    gatewayUrl: GATE,
    readSupported: createSupported(parts),
    book: createCallBook({
      store: createPassingStore(),
      projectId: 'shop',
      host: 'https://shop.example',
      now: Date.now,
    }),
    ask: createNode(parts),
    askBundler: createNode({ ...parts, path: '/v1/bundler' }),
    clock: {
      after: (ms, run) => {
        const timer = setTimeout(run, Math.min(ms, 100))
        return () => clearTimeout(timer)
      },
    },
  })
  const account = { addresses: { eip155: owner, solana: '' }, smartAccount: safeAddressOf(owner) } as KeyAccount
  const keyring = {
    signEvm: (digest: Uint8Array) => {
      const recovered = secp256k1.sign(digest, fromHex(key), { prehash: false, format: 'recovered' })
      return { signature: Uint8Array.from(recovered.subarray(1)), yParity: recovered[0] ?? 0 }
    },
  } as Keyring
  const sign = (ready: Ready) => ready.sign(keyring)
  return { smart, account, address: account.smartAccount as Hex, sign, keyring }
}

const operationOf = ({ subject }: { readonly subject: ApprovalSubject }) => {
  if (subject.kind !== 'operation') throw new Error('no operation')
  return subject.operation
}

/** Waits until a batch is over, as a page does that asks `wallet_getCallsStatus`. */
const settle = async ({ smart }: ReturnType<typeof openWorker>, id: string) => {
  let status: { readonly status: number } & Readonly<Record<string, unknown>> = { status: 100 }
  await expect
    .poll(
      async () => {
        status = (await smart.readStatus(id)) as typeof status
        return status.status
      },
      { timeout: 30_000, interval: 100 },
    )
    .not.toBe(100)
  return status
}

it('SEC-52: a sponsored batch of two makes the account that holds nothing, and its status is told by the chain', async () => {
  const worker = openWorker()
  const { smart, account, address, sign } = worker
  expect(await smart.listNetworks()).toEqual([{ id: NETWORK, isSponsored: true }])
  expect(await smart.isDeployed(account, NETWORK)).toBe(false)
  const calls = [
    { to: SPONSORED, data: '0x11111111' },
    { to: SPONSORED, data: '0x22222222' },
  ] as const
  const wanted = { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: true, calls }
  const ready = await smart.prepareCalls(wanted, account, NETWORK)
  const operation = operationOf(ready)
  expect(operation).toMatchObject({ sender: address, isSponsored: true, deploys: true })
  expect(readSafeCalls(operation.callData)).toEqual(calls.map((call) => ({ ...call, value: 0n })))
  const { id } = (await sign(ready)) as { id: string }
  const status = await settle(worker, id)
  expect(status).toMatchObject({ version: '2.0.0', id, chainId: '0x7a69', status: 200, atomic: true })
  expect(await smart.isDeployed(account, NETWORK)).toBe(true)
  const [receipt] = status.receipts as readonly [{ transactionHash: Hex; status: string }]
  expect(receipt.status).toBe('0x1')
  expect((await chain.getTransactionReceipt({ hash: receipt.transactionHash })).status).toBe('success')
})

it('an account that pays for itself sends one after the other; each answers with its transaction', async () => {
  const { smart, account, address, sign } = openWorker()
  await test().setBalance({ address, value: parseEther('1') })
  const before = await chain.getBalance({ address: FRIEND })
  const pay = (value: Hex) => smart.prepareTransaction({ from: address, to: FRIEND, value }, account, NETWORK)
  const [first, second] = [await pay('0x3'), await pay('0x4')]
  expect(operationOf(first)).toMatchObject({ isSponsored: false, deploys: true })
  expect(operationOf(first).fee).toBeGreaterThan(0n)
  // The second one was filled while the account was not there yet.
  const hashes = [await sign(first), await sign(second)]
  for (const hash of hashes) {
    expect((await chain.getTransactionReceipt({ hash: hash as Hex })).status).toBe('success')
  }
  expect((await chain.getBalance({ address: FRIEND })) - before).toBe(7n)
})

it('SEC-55: whoever has too little for it hears that before anything is signed', async () => {
  const { smart, account } = openWorker()
  await expect(smart.prepareTransaction({ to: FRIEND, value: '0x1' }, account, NETWORK)).rejects.toMatchObject({
    told: { code: -32000, reason: 'COIN_LACKING' },
  })
  await expect(smart.prepareTransaction({ to: FRIEND }, account, NETWORK)).rejects.toMatchObject({
    told: { code: -32000, reason: 'COIN_LACKING' },
  })
})

it('SEC-115: signs in before it is made, and after; a verifier on the chain accepts both, and no other text', async () => {
  const { smart, account, address, sign } = openWorker()
  const { hashPersonalMessage } = await import('../../apps/frame/worker/evm/signTransaction.ts')
  const digest = hashPersonalMessage(new TextEncoder().encode('hello'))
  const ready = () => ({
    ...smart.signer(account, NETWORK).ready(digest),
    subject: { kind: 'message', bytes: '0x' } as const,
  })
  const early = (await sign(ready())) as Hex
  expect(await chain.verifyMessage({ address, message: 'hello', signature: early })).toBe(true)
  expect(await chain.verifyMessage({ address, message: 'other', signature: early })).toBe(false)
  const calls = [{ to: SPONSORED, data: '0x11111111' }] as const
  await settle(
    { smart } as ReturnType<typeof openWorker>,
    ((await sign(await smart.prepareCalls({ calls }, account, NETWORK))) as { id: string }).id,
  )
  const late = (await sign(ready())) as Hex
  expect(late).not.toBe(early)
  expect(await chain.verifyMessage({ address, message: 'hello', signature: late })).toBe(true)
})

it.each([
  ['more than 20 calls', { calls: Array.from({ length: 21 }, () => ({ to: SPONSORED })) }, 5740],
  ['a capability that nobody knows', { calls: [{ to: SPONSORED }], capabilities: { flow: {} } }, 5700],
  [
    'a sponsor of the page’s own (SEC-124)',
    { calls: [{ to: SPONSORED }], capabilities: { paymasterService: { url: 'https://pay.example' } } },
    5700,
  ],
  ['another network', { calls: [{ to: SPONSORED }], chainId: '0x1' }, 5710],
  ['another account', { calls: [{ to: SPONSORED }], from: FRIEND }, -32602],
  ['no call', { calls: [] }, -32602],
  ['a call to nobody', { calls: [{ data: '0x11' }] }, -32602],
])('SEC-52: %s is refused before anything is filled', async (_, wanted, code) => {
  const { smart, account } = openWorker()
  await expect(smart.prepareCalls(wanted, account, NETWORK)).rejects.toMatchObject({ told: { code } })
})

it('SEC-52: a page’s own id names one batch, and is found by it', async () => {
  const worker = openWorker()
  const { smart, account, sign } = worker
  const wanted = { id: '0x0102', calls: [{ to: SPONSORED, data: '0x11111111' }] }
  expect(await sign(await smart.prepareCalls(wanted, account, NETWORK))).toEqual({ id: '0x0102' })
  await expect(smart.prepareCalls(wanted, account, NETWORK)).rejects.toMatchObject({ told: { code: 5720 } })
  expect(await settle(worker, '0x0102')).toMatchObject({ id: '0x0102', status: 200 })
  await expect(smart.readStatus('0x0103')).rejects.toMatchObject({ told: { code: 5730 } })
})

it('SEC-54: a replacement is no second payment: a transaction with a nonce is refused, and so is one that makes a contract', async () => {
  const { smart, account } = openWorker()
  for (const wanted of [{ to: FRIEND, nonce: '0x0' }, { data: '0x6001' }, { to: FRIEND, authorizationList: [] }]) {
    await expect(smart.prepareTransaction(wanted, account, NETWORK)).rejects.toMatchObject({ told: { code: -32602 } })
  }
})

it('SEC-54: other code at the account’s address is signed for by nobody', async () => {
  const { smart, account, address } = openWorker()
  await test().setCode({ address, bytecode: '0x6001' })
  await expect(smart.prepareCalls({ calls: [{ to: SPONSORED }] }, account, NETWORK)).rejects.toMatchObject({
    told: { reason: 'ACCOUNT_CODE_FOREIGN' },
  })
})

/** The gateway with one answer of its bundler changed. */
const lying =
  (method: string, change: (result: unknown) => unknown): typeof fetch =>
  async (input, init) => {
    const response = await stack.fetch(input, init)
    const asked = typeof init?.body === 'string' ? (JSON.parse(init.body) as { method: string }).method : ''
    if (asked !== method) return response
    const body = (await response.json()) as { result: unknown }
    return Response.json({ ...body, result: change(body.result) })
  }

it('SEC-55: a bundler that wants a hundred times the network’s price gets five times at most, and one with absurd gas nothing', async () => {
  const price = { maxFeePerGas: '0xe8d4a51000000', maxPriorityFeePerGas: '0xe8d4a51000000' }
  const greedy = openWorker(
    lying('pimlico_getUserOperationGasPrice', () => ({ slow: price, standard: price, fast: price })),
  )
  const honest = openWorker()
  const feeOf = async ({ smart, account }: typeof honest) =>
    operationOf(await smart.prepareCalls({ calls: [{ to: SPONSORED, data: '0x11111111' }] }, account, NETWORK)).fee
  expect(await feeOf(greedy)).toBeLessThan((await feeOf(honest)) * 8n)
  const absurd = openWorker(
    lying('eth_estimateUserOperationGas', (gas) => ({ ...Object(gas), preVerificationGas: '0xffffffffff' })),
  )
  await expect(
    absurd.smart.prepareCalls({ calls: [{ to: SPONSORED, data: '0x11111111' }] }, absurd.account, NETWORK),
  ).rejects.toMatchObject({ told: { reason: 'NODE_REFUSED' } })
})

it('SEC-124: a bundler that says a batch went well where the chain does not know it is not believed, and the chain is looked through once its time is over', async () => {
  const worker = openWorker(
    lying('eth_getUserOperationReceipt', (receipt) => {
      if (receipt === null) return null
      const { receipt: inner, ...rest } = receipt as { receipt: object }
      return { ...rest, success: true, receipt: { ...inner, transactionHash: `0x${'12'.repeat(32)}` } }
    }),
  )
  const { smart, account, sign } = worker
  const askHonestly = askGateway(stack, '/v1/bundler')
  const { id } = (await sign(
    await smart.prepareCalls({ calls: [{ to: SPONSORED, data: '0x11111111' }] }, account, NETWORK),
  )) as { id: string }
  const hash = id.slice(0, 66)
  await expect.poll(() => askHonestly('eth_getUserOperationReceipt', [hash]), { timeout: 30_000 }).not.toBeNull()
  expect(await smart.readStatus(id)).toMatchObject({ status: 100 })
  await test().increaseTime({ seconds: 700 })
  await test().mine({ blocks: 1 })
  expect(await smart.readStatus(id)).toMatchObject({ status: 200 })
})

it('money never twice: an operation whose answer was lost is sent by nothing again, and its outcome is found', async () => {
  let sent = 0
  const worker = openWorker(async (input, init) => {
    const isSending = typeof init?.body === 'string' && init.body.includes('eth_sendUserOperation')
    const response = await stack.fetch(input, init)
    if (!isSending) return response
    sent += 1
    throw new TypeError('the line was cut')
  })
  const { smart, account, address, sign } = worker
  await test().setBalance({ address, value: parseEther('1') })
  const before = await chain.getBalance({ address: FRIEND })
  const hash = (await sign(await smart.prepareTransaction({ to: FRIEND, value: '0x5' }, account, NETWORK))) as Hex
  expect(sent).toBe(1)
  expect((await chain.getTransactionReceipt({ hash })).status).toBe('success')
  expect((await chain.getBalance({ address: FRIEND })) - before).toBe(5n)
})
