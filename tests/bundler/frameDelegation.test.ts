/** Batches and permissions of the key's own address (EIP-7702, ERC-7715), from a page's request to the chain, behind the gateway. */

import type { KeptPermission } from '@latchkey/wire/custody/permission'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEther,
  zeroHash,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findContract } from '../../apps/demo/server/devChain.ts'
import { createPassingStore } from '../../apps/frame/device/deviceStore.ts'
import { platformRandom } from '../../apps/frame/keys/bytes.ts'
import type { Keyring } from '../../apps/frame/keys/createKeyring.ts'
import { createCallBook } from '../../apps/frame/worker/evm/callBook.ts'
import { DELEGATED_CODE, DELEGATION_MANAGER } from '../../apps/frame/worker/evm/delegation/contracts.ts'
import { createDelegations } from '../../apps/frame/worker/evm/delegation/createDelegations.ts'
import { fromHex } from '../../apps/frame/worker/evm/hex.ts'
import { safeAddressOf } from '../../apps/frame/worker/evm/smartAccount/safeAccount.ts'
import { createSupported } from '../../apps/frame/worker/evm/supported.ts'
import type { KeyAccount } from '../../apps/frame/worker/keyTasks.ts'
import { createNode } from '../../apps/frame/worker/node.ts'
import { openStack, type Stack } from './openStack.ts'

const NETWORK = 'eip155:31337'
const PAGE = 'https://shop.example'
const shop: Address = `0x${'a1'.repeat(20)}`
const other: Address = `0x${'a2'.repeat(20)}`
const maker = mnemonicToAccount('test test test test test test test test test test test junk')

let stack: Stack
const chain = () => createPublicClient({ chain: foundry, transport: http(stack.anvil.url), pollingInterval: 50 })
const control = () => createTestClient({ mode: 'anvil', chain: foundry, transport: http(stack.anvil.url) })

beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack?.stop())

/** A visitor with coin, whose gateway keeps permissions. */
const openWorker = async (coin = '2') => {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  const parts = { gatewayUrl: 'https://gate.example', projectId: 'shop', fetch: stack.fetch }
  let held: readonly KeptPermission[] = []
  const open = (host: string) =>
    createDelegations({
      host,
      gatewayUrl: parts.gatewayUrl,
      ask: createNode(parts),
      readSupported: createSupported(parts),
      kept: {
        keep: async (permission) => {
          held = [{ ...permission, host, createdAt: 0 }, ...held]
        },
        list: async () => held,
        noteEnded: async (hash) => {
          held = held.filter((each) => each.hash !== hash)
        },
      },
      random: platformRandom,
      clock: {
        after: (ms, run) => {
          const timer = setTimeout(run, Math.min(ms, 100))
          return () => clearTimeout(timer)
        },
      },
      book: createCallBook({
        store: createPassingStore(),
        projectId: 'shop',
        host: 'https://shop.example',
        now: Date.now,
      }),
    })
  await control().setBalance({ address, value: parseEther(coin) })
  const keyring = {
    signEvm: (digest: Uint8Array) => {
      const recovered = secp256k1.sign(digest, fromHex(key), { prehash: false, format: 'recovered' })
      return { signature: Uint8Array.from(recovered.subarray(1)), yParity: recovered[0] ?? 0 }
    },
  } as Keyring
  const account = { addresses: { eip155: address, solana: '' }, smartAccount: safeAddressOf(address) } as KeyAccount
  return { worker: open(PAGE), elsewhere: open('https://other.example'), account, address, keyring, kept: () => held }
}
type Visitor = Awaited<ReturnType<typeof openWorker>>

const settle = async ({ worker }: Visitor, id: string) => {
  let status: { readonly status: number } & Readonly<Record<string, unknown>> = { status: 100 }
  await expect
    .poll(
      async () => {
        status = (await worker.readStatus(id)) as typeof status
        return status.status
      },
      { timeout: 30_000, interval: 50 },
    )
    .not.toBe(100)
  return status
}

describe('batches of the key’s own address', () => {
  const calls = [
    { to: shop, value: '0x1' },
    { to: other, value: '0x2' },
  ] as const

  it('SEC-52: the first gives the account its code and keeps its address, the next is a plain transaction; all of it happens or nothing', async () => {
    const visitor = await openWorker()
    const { worker, account, address, keyring } = visitor
    expect(await worker.listCapabilities(address, undefined)).toMatchObject({
      '0x7a69': { atomic: { status: 'ready' } },
    })
    const before = await chain().getBalance({ address: other })
    const first = await worker.prepareCalls({ calls, id: '0xabc' }, account, NETWORK)
    expect(first.subject).toMatchObject({ operation: { form: 'delegator', sender: address, isEnabling: true } })
    expect(await first.sign(keyring)).toEqual({ id: '0xabc' })
    const done = await settle(visitor, '0xabc')
    expect(done).toMatchObject({ status: 200, atomic: true, chainId: '0x7a69' })
    expect(done.receipts).toHaveLength(1)
    expect(await chain().getCode({ address })).toBe(DELEGATED_CODE)
    expect((await chain().getBalance({ address: other })) - before).toBe(2n)
    expect(await worker.listCapabilities(address, ['0x7a69'])).toMatchObject({
      '0x7a69': { atomic: { status: 'supported' }, permissions: { supported: true } },
    })
    expect(await worker.listCapabilities(address, ['0x1'])).toEqual({})
    await expect(worker.prepareCalls({ calls, id: '0xabc' }, account, NETWORK)).rejects.toMatchObject({
      told: { code: 5720 },
    })

    const second = await worker.prepareCalls({ calls }, account, NETWORK)
    expect(second.subject).toMatchObject({ operation: { isEnabling: false } })
    const { id } = (await second.sign(keyring)) as { readonly id: string }
    expect(await settle(visitor, id)).toMatchObject({ status: 200 })

    // The token call reverts, and so does the payment beside it.
    const code = findContract('DemoToken')
    const wallet = createWalletClient({ account: maker, chain: foundry, transport: http(stack.anvil.url) })
    const hash = await wallet.deployContract({ ...code, args: ['Pine', 'PINE', 18, 0n] })
    const { contractAddress } = await chain().waitForTransactionReceipt({ hash })
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [shop, 1n] })
    const reverting = { calls: [...calls, { to: contractAddress, data: transfer }] }
    await expect(worker.prepareCalls(reverting, account, NETWORK)).rejects.toMatchObject({
      told: { reason: 'NODE_REFUSED' },
    })
  })

  it('SEC-53, SEC-54: what would change who may act for the account is refused, and so is a sponsor', async () => {
    const { worker, account, address, keyring } = await openWorker()
    for (const to of [address, account.smartAccount, DELEGATION_MANAGER]) {
      await expect(
        worker.prepareCalls({ calls: [{ to, data: '0x12345678' }] }, account, NETWORK),
      ).rejects.toMatchObject({ told: { code: -32602 } })
    }
    await expect(worker.prepareCalls({ calls }, account, 'eip155:1')).rejects.toMatchObject({ told: { code: 4200 } })
    const capabilities = { paymasterService: { url: 'https://gate.example/v1/bundler' } }
    await expect(worker.prepareCalls({ calls, capabilities }, account, NETWORK)).rejects.toMatchObject({
      told: { code: 5700 },
    })
    // Coin goes to oneself all the same.
    const own = await worker.prepareCalls({ calls: [{ to: address, value: '0x1' }] }, account, NETWORK)
    expect(await own.sign(keyring)).toMatchObject({ id: expect.stringMatching(/^0x/) })
  })

  it('SEC-54: an account with foreign code, or without coin for it, signs nothing', async () => {
    const { worker, account, address } = await openWorker()
    await control().setCode({ address, bytecode: `0xef0100${'bb'.repeat(20)}` })
    await expect(worker.prepareCalls({ calls }, account, NETWORK)).rejects.toMatchObject({
      told: { reason: 'ACCOUNT_CODE_FOREIGN' },
    })
    expect(await worker.listCapabilities(address, undefined)).toEqual({})
    const poor = await openWorker('0.0000000001')
    await expect(poor.worker.prepareCalls({ calls }, poor.account, NETWORK)).rejects.toMatchObject({
      told: { reason: 'COIN_LACKING' },
    })
  })
})

describe('permissions', () => {
  const manager = parseAbi([
    'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)',
    'error CannotUseADisabledDelegation()',
  ])
  let token: Address

  beforeAll(async () => {
    const wallet = createWalletClient({ account: maker, chain: foundry, transport: http(stack.anvil.url) })
    const hash = await wallet.deployContract({
      ...findContract('DemoToken'),
      args: ['Pine', 'PINE', 18, parseEther('1000')],
    })
    const { contractAddress } = await chain().waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('there is no token')
    token = contractAddress
  })

  const readHolding = (address: Address) =>
    chain().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })

  const pay = async (to: Address) => {
    const wallet = createWalletClient({ account: maker, chain: foundry, transport: http(stack.anvil.url) })
    const sent = { address: token, abi: erc20Abi, functionName: 'transfer', args: [to, parseEther('100')] } as const
    await chain().waitForTransactionReceipt({ hash: await wallet.writeContract(sent) })
  }

  /** What a page's key then does by a permission. */
  const use = async (key: Hex, context: Hex, amount: string) => {
    const account = privateKeyToAccount(key)
    await control().setBalance({ address: account.address, value: parseEther('1') })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [shop, parseEther(amount)] })
    const call = {
      account,
      address: DELEGATION_MANAGER,
      abi: manager,
      functionName: 'redeemDelegations',
      args: [[context], [zeroHash], [encodePacked(['address', 'uint256', 'bytes'], [token, 0n, data])]],
    } as const
    await chain().simulateContract(call)
    const wallet = createWalletClient({ account, chain: foundry, transport: http(stack.anvil.url) })
    const hash = await wallet.writeContract({ ...call, chain: foundry })
    return (await chain().waitForTransactionReceipt({ hash })).status
  }

  it('SEC-53: one is given with the account’s code, kept, used within its cap, listed for its page alone, and ended', async () => {
    const { worker, elsewhere, account, address, keyring, kept } = await openWorker()
    await pay(address)
    const key = generatePrivateKey()
    const now = Number((await chain().getBlock()).timestamp)
    const wanted = {
      chainId: '0x7a69',
      from: address,
      to: privateKeyToAccount(key).address,
      permission: {
        type: 'erc20-token-periodic',
        isAdjustmentAllowed: false,
        data: { tokenAddress: token, periodAmount: `0x${parseEther('10').toString(16)}`, periodDuration: 86_400 },
      },
      rules: [{ type: 'expiry', data: { timestamp: now + 3600 } }],
    }
    const ready = await worker.prepareGrant(wanted, account, NETWORK)
    expect(ready.subject).toMatchObject({ kind: 'permission', isEnabling: true, isEnding: false })
    // Nothing is there before the owner has approved.
    expect([await chain().getCode({ address }), kept()]).toEqual([undefined, []])
    const [given] = (await ready.sign(keyring)) as readonly [{ readonly context: Hex; readonly from: Address }]
    expect(given).toMatchObject({ ...wanted, delegationManager: DELEGATION_MANAGER, dependencies: [] })
    expect(await chain().getCode({ address })).toBe(DELEGATED_CODE)
    const before = await readHolding(shop)
    expect(await use(key, given.context, '4')).toBe('success')
    expect((await readHolding(shop)) - before).toBe(parseEther('4'))
    await expect(use(key, given.context, '7')).rejects.toThrow('transfer-amount-exceeded')

    expect(await worker.listGranted()).toEqual([
      expect.objectContaining({ context: given.context, from: address, to: wanted.to, rules: wanted.rules }),
    ])
    expect(await elsewhere.listGranted()).toEqual([])
    await expect(elsewhere.prepareEndOf({ permissionContext: given.context })).rejects.toMatchObject({
      told: { reason: 'PERMISSION_REFUSED' },
    })
    const end = await worker.prepareEndOf({ permissionContext: given.context })
    expect(end.subject).toMatchObject({ kind: 'permission', isEnding: true })
    const [listed] = await worker.list()
    if (!listed) throw new Error('nothing is listed')
    await end.sign(keyring)
    await expect(use(key, given.context, '1')).rejects.toThrow('CannotUseADisabledDelegation')
    expect([kept(), await worker.listGranted()]).toEqual([[], []])
    // Its note was lost: the chain knows, and nothing is sent again.
    const again = await worker.prepareEnd(listed)
    expect(again.subject).toMatchObject({ fee: 0n })
    const count = await chain().getTransactionCount({ address })
    await again.sign(keyring)
    expect(await chain().getTransactionCount({ address })).toBe(count)
  })

  it('SEC-53: is given for the networks of the project alone; a record that was changed is none', async () => {
    const { worker, account, address, keyring, kept } = await openWorker()
    const wanted = {
      expiry: Number((await chain().getBlock()).timestamp) + 3600,
      signer: { type: 'account', data: { id: shop } },
      permissions: [
        {
          type: 'erc20-token-transfer',
          data: { address: token },
          policies: [{ type: 'token-allowance', data: { allowance: '0xa' } }],
          required: true,
        },
      ],
    }
    await expect(worker.prepareGrant(wanted, account, 'eip155:1')).rejects.toMatchObject({
      told: { reason: 'PERMISSION_REFUSED' },
    })
    const given = (await (await worker.prepareGrant(wanted, account, NETWORK)).sign(keyring)) as object
    expect(given).toMatchObject({ expiry: wanted.expiry, grantedPermissions: wanted.permissions })
    const [record] = kept()
    if (!record) throw new Error('nothing was kept')
    expect(await worker.list()).toHaveLength(1)
    const forged = createDelegations({
      host: PAGE,
      gatewayUrl: '',
      ask: async () => '0x',
      readSupported: async () => ({ smart: [], delegation: [], permissions: [] }),
      kept: {
        keep: async () => undefined,
        list: async () => [{ ...record, amount: '1' }],
        noteEnded: async () => undefined,
      },
      random: platformRandom,
      clock: { after: () => () => undefined },
      book: createCallBook({
        store: createPassingStore(),
        projectId: 'shop',
        host: 'https://shop.example',
        now: Date.now,
      }),
    })
    expect(await forged.list()).toEqual([])
    expect(record.account).toBe(address)
  })
})
