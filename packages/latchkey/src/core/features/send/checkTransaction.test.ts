import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import {
  type Abi,
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import artifacts from '../../../../../../apps/demo/contracts/artifacts.json' with { type: 'json' }
import { type Anvil, startAnvil } from '../../../../../testing/src/anvil.ts'
import { readReceipt } from '../../../../../testing/src/readReceipt.ts'
import { checkTransaction } from '../../../actions/index.ts'
import { universal } from '../../../adapters/universal/index.ts'
import { createScriptedWallet } from '../../../testing/index.ts'
import { addRecipient, listKnown, RECENT_RECIPIENTS, readRecipients } from './recipients.ts'

const KEY = `0x${'21'.repeat(32)}` as const
const { abi, bytecode } = artifacts.contracts.DemoToken as { abi: Abi; bytecode: Hex }
const friend = `0x70997970C51812dc3A010C7d01b50e0d17dc79C8`
const twin = `0x7099${'0'.repeat(32)}79c8`
const me = privateKeyToAccount(KEY).address

let chain: Anvil
let token: Address
beforeAll(async () => {
  chain = await startAnvil()
  const transport = http(chain.url)
  const anvil = createTestClient({ mode: 'anvil', chain: foundry, transport })
  await anvil.setBalance({ address: me, value: 5n * 10n ** 18n })
  const wallet = createWalletClient({ account: privateKeyToAccount(KEY), chain: foundry, transport })
  // A name as strangers choose it: with a letter that turns the line around.
  const placed = await wallet.deployContract({ abi, bytecode, args: ['Leaf', '\u202eLE\u200bAF', 6, 1_000n] })
  const { contractAddress } = await readReceipt(createPublicClient({ chain: foundry, transport }), placed)
  token = contractAddress as Address
})
afterAll(() => chain.stop())

/** A page of the site with the visitor's wallet connected on the dev chain, whose node can be taken away. */
async function load(node: { url: string } = chain) {
  const walletWindow = new EventTarget()
  const services = { ...createFakeServices({ walletWindow }), fetch }
  const network = {
    id: chain.chainId,
    name: 'Here',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node.url] } },
  }
  const made = createTestLatchkey({ services, options: { adapters: [universal()], networks: [network] } })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    privateKey: KEY,
    rpcUrl: chain.url,
    chainId: chain.chainId,
  })
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  return { ...made, services, wallet }
}
const transfer = (to: string, amount: bigint): Hex =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })

test('a transfer is said, its effect read from the chain, and a new recipient noted; the wallet is asked nothing', async () => {
  const { latchkey, wallet } = await load()
  const before = wallet.calls.length
  const check = await checkTransaction(latchkey, { to: token, data: transfer(friend, 5n) })
  expect(check.operations).toEqual([
    {
      kind: 'moveToken',
      by: me.toLowerCase(),
      token: token.toLowerCase(),
      from: me.toLowerCase(),
      to: friend.toLowerCase(),
      amount: 5n,
      standard: 'erc20',
    },
  ])
  expect(check.effects).toMatchObject({
    status: 'simulated',
    changes: [{ kind: 'token', before: 1_000n, after: 995n, decimals: 6, symbol: 'LEAF' }],
  })
  expect(check.findings).toEqual([{ code: 'RECIPIENT_NEW', level: 'note', facts: { address: friend } }])
  expect(wallet.calls.length).toBe(before)
  latchkey.destroy()
})

test('SEC-94: an address that looks like one that was sent to before is a danger, with its characters marked', async () => {
  const { latchkey, instance } = await load()
  addRecipient(instance, 'eip155', friend)
  const { findings } = await checkTransaction(latchkey, { to: twin, value: 1n })
  expect(findings).toMatchObject([
    { code: 'RECIPIENT_LOOKALIKE', level: 'danger', facts: { known: { address: friend, relation: 'recent' } } },
    { code: 'RECIPIENT_UNUSED', level: 'warning' },
    { code: 'RECIPIENT_NEW', level: 'note' },
  ])
  expect((await checkTransaction(latchkey, { to: friend, value: 1n })).findings).toEqual([])
  latchkey.destroy()
})

test('SEC-94: the token’s own contract, oneself and a wrong checksum are found', async () => {
  const { latchkey } = await load()
  const codes = async (request: Parameters<typeof checkTransaction>[1]) =>
    (await checkTransaction(latchkey, request)).findings.map(({ code }) => code)
  expect(await codes({ to: token, data: transfer(token, 5n) })).toEqual(['RECIPIENT_TOKEN'])
  expect(await codes({ to: me, value: 1n })).toEqual(['RECIPIENT_SELF'])
  expect(await codes({ to: friend.replace('C5', 'c5'), value: 1n })).toContain('RECIPIENT_CHECKSUM')
  latchkey.destroy()
})

test('an approval above what is there, for somebody without a contract, and a failure are found', async () => {
  const { latchkey } = await load()
  const approve = encodeFunctionData({ abi, functionName: 'approve', args: [friend, 1_001n] })
  const { findings } = await checkTransaction(latchkey, { to: token, data: approve })
  expect(findings.map(({ code }) => code)).toEqual(['APPROVAL_ABOVE_BALANCE', 'APPROVAL_TO_ACCOUNT'])
  const failing = await checkTransaction(latchkey, { to: token, data: transfer(friend, 1_001n) })
  expect(failing.findings[0]).toMatchObject({ code: 'WOULD_FAIL', facts: { isOfFunds: false } })
  latchkey.destroy()
})

test('a permit is read from typed data', async () => {
  const { latchkey } = await load()
  const typedData = {
    primaryType: 'Permit',
    domain: { chainId: 1, verifyingContract: token },
    message: { owner: me, spender: friend, value: '5', nonce: 0, deadline: 60 },
  }
  const check = await checkTransaction(latchkey, { typedData: JSON.stringify(typedData) })
  expect(check.typedData).toMatchObject({ kind: 'permit', standard: 'erc2612' })
  expect(check.findings.map(({ code, facts }) => [code, Reflect.get(facts, 'what')])).toEqual([
    ['PERMIT', undefined],
    ['PERMIT_FOREIGN', 'chain'],
  ])
  latchkey.destroy()
})

test('without a node the effects could not be checked, within 5 s, and what the data says is said all the same', async () => {
  const { latchkey, services } = await load({ url: 'https://down.test' })
  const never: typeof fetch = () => new Promise(() => {})
  services.fetch = never
  const checking = checkTransaction(latchkey, { to: friend, value: 1n })
  let isOver = false
  checking.finally(() => {
    isOver = true
  })
  // Its code is loaded first, which the clock knows nothing of.
  while (!isOver) await services.clock.advance(1_000).then(() => new Promise((resolve) => setTimeout(resolve, 5)))
  const { effects, findings } = await checking
  expect(effects).toEqual({ status: 'unchecked' })
  expect(findings.map(({ code }) => code)).toEqual(['RECIPIENT_NEW', 'EFFECTS_UNCHECKED'])
  latchkey.destroy()
})

test.each<[string, unknown]>([
  ['no address', { to: 'friend.eth' }],
  ['data that is no hexadecimal', { to: friend, data: 'hello' }],
  ['a value that is no bigint', { to: friend, value: 5 }],
  ['a value below nothing', { to: friend, value: -1n }],
  ['nothing', null],
])('%s is REQUEST_INVALID', async (_, request) => {
  const { latchkey } = await load()
  await expect(checkTransaction(latchkey, request as never)).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  latchkey.destroy()
})

test('without a wallet nobody is asked', async () => {
  const { latchkey } = createTestLatchkey({ options: { adapters: [universal()] } })
  await expect(checkTransaction(latchkey, { to: friend })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

test('recipients are remembered newest first, each once, and not without end', async () => {
  const { latchkey, instance } = await load()
  for (let index = 0; index < RECENT_RECIPIENTS + 2; index += 1) {
    addRecipient(instance, 'eip155', `0x${index.toString(16).padStart(40, '0')}`)
  }
  addRecipient(instance, 'eip155', `0x${'5'.padStart(40, '0')}`)
  const recipients = readRecipients(instance, 'eip155')
  expect(recipients).toHaveLength(RECENT_RECIPIENTS)
  expect(recipients[0]).toBe(`0x${'5'.padStart(40, '0')}`)
  expect(listKnown(instance, 'eip155')[0]).toMatchObject({ address: me, relation: 'own', name: 'Drill' })
  latchkey.destroy()
})

test.each(['{', '[]', '{"v":1,"value":{}}', '{"v":1,"value":[7,null]}'])(
  'SEC-103: remembered recipients that are %s are dropped',
  async (text) => {
    const { latchkey, instance, services } = await load()
    services.storage.set('eip155/recipients', text)
    expect(readRecipients(instance, 'eip155')).toEqual([])
    latchkey.destroy()
  },
)
