/** Smart accounts as the frame encodes them, on a real chain with a real bundler: made, paid for, signing, and what is refused there. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createSmartAccountClient } from 'permissionless'
import { toSafeSmartAccount } from 'permissionless/accounts'
import {
  createPublicClient,
  createTestClient,
  custom,
  getAddress,
  type Hex,
  hashTypedData,
  http,
  isErc6492Signature,
  keccak256,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromHex } from '../../apps/frame/worker/evm/hex.ts'
import { hashPersonalMessage } from '../../apps/frame/worker/evm/signTransaction.ts'
import { PROXY_CODE_HASH, SAFE_SINGLETON } from '../../apps/frame/worker/evm/smartAccount/contracts.ts'
import { deploymentOf, safeAddressOf } from '../../apps/frame/worker/evm/smartAccount/safeAccount.ts'
import { signSafeMessage } from '../../apps/frame/worker/evm/smartAccount/signSafeMessage.ts'
import { STUB_SIGNATURE, signSafeOperation } from '../../apps/frame/worker/evm/smartAccount/signSafeOperation.ts'
import {
  hashUserOperation,
  type Paymaster,
  toBundlerForm,
  type UserOperation,
} from '../../apps/frame/worker/evm/smartAccount/userOperation.ts'
import { writeCalls } from '../../apps/frame/worker/evm/smartAccount/writeCalls.ts'
import { checkEvmSignature } from '../../packages/server/src/auth/checkEvmSignature.ts'
import { SPONSORED } from '../../packages/testing/src/smartAccounts/sponsored.ts'
import type { BundlerResult } from '../../packages/wire/src/http/bundler.ts'
import { type AccountCall, ENTRY_POINT } from '../../packages/wire/src/smartAccount.ts'
import { askGateway, openStack, type Stack } from './openStack.ts'

const CHAIN = 31_337n
let stack: Stack
let chain: ReturnType<typeof openChain>
let askBundler: ReturnType<typeof askGateway>

const openChain = (url: string) => createPublicClient({ chain: foundry, transport: http(url), pollingInterval: 50 })
const control = () => createTestClient({ mode: 'anvil', chain: foundry, transport: http(stack.anvil.url) })

beforeAll(async () => {
  stack = await openStack()
  chain = openChain(stack.anvil.url)
  askBundler = askGateway(stack, '/v1/bundler')
})
afterAll(() => stack?.stop())

/** An owner with the account, which nobody has made yet. */
const createOwner = (key: Hex = generatePrivateKey()) => {
  const owner = privateKeyToAccount(key)
  const address = safeAddressOf(owner.address)
  const sign = (hash: Uint8Array) => {
    const recovered = secp256k1.sign(hash, fromHex(key), { prehash: false, format: 'recovered' })
    return {
      signature: Uint8Array.from(recovered.subarray(1)),
      yParity: recovered[0] === 1 ? (1 as const) : (0 as const),
    }
  }
  const deployment = deploymentOf(owner.address)
  const signText = (text: string, isThere: boolean) =>
    signSafeMessage(
      hashPersonalMessage(new TextEncoder().encode(text)),
      { account: address, chainId: CHAIN, ...(!isThere && { deployment }) },
      sign,
    )
  return { key, owner, address, sign, deployment, signText }
}
type Owner = ReturnType<typeof createOwner>

type Said = BundlerResult<'pm_getPaymasterStubData'>
const toPaymaster = (said: Said, before?: Paymaster): Paymaster => ({
  address: said.paymaster as Hex,
  data: said.paymasterData as Hex,
  verificationGasLimit: BigInt(said.paymasterVerificationGasLimit ?? before?.verificationGasLimit ?? 0n),
  postOpGasLimit: BigInt(said.paymasterPostOpGasLimit ?? before?.postOpGasLimit ?? 0n),
})

const fill = async (
  { address, deployment }: Owner,
  calls: readonly AccountCall[],
  isSponsored: boolean,
): Promise<UserOperation> => {
  const [code, nonce, price] = await Promise.all([
    chain.getCode({ address }),
    chain.readContract({
      address: ENTRY_POINT,
      abi: parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)']),
      functionName: 'getNonce',
      args: [address, 0n],
    }),
    askBundler('pimlico_getUserOperationGasPrice', []) as Promise<BundlerResult<'pimlico_getUserOperationGasPrice'>>,
  ])
  const { maxFeePerGas, maxPriorityFeePerGas } = price.standard
  const bare: UserOperation = {
    sender: address,
    nonce,
    ...(!code && { deployment }),
    callData: writeCalls(calls),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
  }
  const askPaymaster = (method: string, operation: UserOperation) =>
    askBundler(method, [toBundlerForm(operation, STUB_SIGNATURE), ENTRY_POINT, toHex(CHAIN), {}]) as Promise<Said>
  const paymaster = isSponsored ? toPaymaster(await askPaymaster('pm_getPaymasterStubData', bare)) : undefined
  const gas = (await askBundler('eth_estimateUserOperationGas', [
    toBundlerForm({ ...bare, paymaster }, STUB_SIGNATURE),
    ENTRY_POINT,
  ])) as BundlerResult<'eth_estimateUserOperationGas'>
  const filled: UserOperation = {
    ...bare,
    paymaster,
    callGasLimit: BigInt(gas.callGasLimit),
    verificationGasLimit: BigInt(gas.verificationGasLimit),
    preVerificationGas: BigInt(gas.preVerificationGas),
  }
  if (!paymaster) return filled
  return { ...filled, paymaster: toPaymaster(await askPaymaster('pm_getPaymasterData', filled), paymaster) }
}

const until = async (seconds = 600) => ({
  chainId: CHAIN,
  validAfter: 0,
  validUntil: Number((await chain.getBlock()).timestamp) + seconds,
})

const send = async (operation: UserOperation, { sign }: Owner) =>
  askBundler('eth_sendUserOperation', [
    toBundlerForm(operation, signSafeOperation(operation, await until(), sign)),
    ENTRY_POINT,
  ])

const waitFor = async (hash: unknown) =>
  expect
    .poll(() => askBundler('eth_getUserOperationReceipt', [hash]), { timeout: 30_000, interval: 50 })
    .not.toBeNull()
    .then(
      () =>
        askBundler('eth_getUserOperationReceipt', [hash]) as Promise<
          NonNullable<BundlerResult<'eth_getUserOperationReceipt'>>
        >,
    )

const plant = { to: SPONSORED, value: 0n, data: '0x1234' } as const

it('signs before it is there, is made by its first batch, which somebody else pays for, and signs on', async () => {
  const owner = createOwner()
  const { address } = owner
  const message = 'shop.example wants you to sign in'
  const before = owner.signText(message, false)
  expect(isErc6492Signature(before)).toBe(true)
  const isSigned = (signature: Hex, text = message) => chain.verifyMessage({ address, message: text, signature })
  expect([await isSigned(before), await isSigned(before, `${message}!`)]).toEqual([true, false])
  const askNode = askGateway(stack, '/v1')
  const claim = { networkId: 'eip155:31337', address, message, signature: before }
  expect(
    await checkEvmSignature(claim, async (_, { method, params }) =>
      askNode(method, (params ?? []) as readonly unknown[]),
    ),
  ).toBe(true)

  const operation = await fill(owner, [plant, { ...plant, data: '0x' }], true)
  const hash = await send(operation, owner)
  expect(hash).toBe(hashUserOperation(operation, CHAIN))
  expect(await waitFor(hash)).toMatchObject({ success: true, sender: address, paymaster: getAddress(stack.paymaster) })
  expect(await chain.getBalance({ address })).toBe(0n)
  expect(keccak256((await chain.getCode({ address })) ?? '0x')).toBe(PROXY_CODE_HASH)
  expect(BigInt((await chain.getStorageAt({ address, slot: '0x0' })) ?? '0x')).toBe(BigInt(SAFE_SINGLETON))

  const after = owner.signText(message, true)
  expect(isErc6492Signature(after)).toBe(false)
  expect([await isSigned(after), await isSigned(before), await isSigned(after, 'else')]).toEqual([true, true, false])
  const typed = {
    domain: { name: 'Shop', chainId: 31_337 },
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order',
    message: { amount: 7n },
  } as const
  const signature = signSafeMessage(fromHex(hashTypedData(typed)), { account: address, chainId: CHAIN }, owner.sign)
  expect(await chain.verifyTypedData({ ...typed, address, signature })).toBe(true)
})

it('pays by itself, sends coin, and its batches happen whole or not at all', async () => {
  const owner = createOwner()
  const { address } = owner
  const [first, second] = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const
  await control().setBalance({ address, value: parseEther('2') })
  const coin = (to: Hex, value: string) => ({ to, value: parseEther(value), data: '0x' }) as const
  const one = await waitFor(await send(await fill(owner, [coin(first, '0.5')], false), owner))
  expect(one.success).toBe(true)
  expect(await chain.getBalance({ address: first })).toBe(parseEther('0.5'))
  const filled = await fill(owner, [coin(first, '0.1'), coin(second, '0.1')], false)
  const broken = { ...filled, callData: writeCalls([coin(first, '0.1'), coin(second, '100')]) }
  const failed = await waitFor(await send(broken, owner))
  expect(failed.success).toBe(false)
  expect(await chain.getBalance({ address: first })).toBe(parseEther('0.5'))
  expect(await chain.getBalance({ address: second })).toBe(0n)
})

it('another client has the same account, and goes on where ours left off', async () => {
  const owner = createOwner()
  await waitFor(await send(await fill(owner, [plant], true), owner))
  const account = await toSafeSmartAccount({
    client: chain,
    owners: [owner.owner],
    version: '1.4.1',
    entryPoint: { address: ENTRY_POINT, version: '0.7' },
    useMultiSendForSetup: false,
  })
  expect(account.address).toBe(owner.address)
  await control().setBalance({ address: owner.address, value: parseEther('1') })
  const transport = custom({ request: ({ method, params }) => askBundler(method, params ?? []) })
  const theirs = createSmartAccountClient({
    account,
    chain: foundry,
    client: chain,
    bundlerTransport: transport,
    userOperation: {
      estimateFeesPerGas: async () => {
        const price = (await askBundler(
          'pimlico_getUserOperationGasPrice',
          [],
        )) as BundlerResult<'pimlico_getUserOperationGasPrice'>
        return {
          maxFeePerGas: BigInt(price.standard.maxFeePerGas),
          maxPriorityFeePerGas: BigInt(price.standard.maxPriorityFeePerGas),
        }
      },
    },
  })
  const hash = await theirs.sendUserOperation({ calls: [{ to: SPONSORED, data: '0x99' }] })
  expect((await waitFor(hash)).success).toBe(true)
  const text = await account.signMessage({ message: 'hello' })
  expect(await chain.verifyMessage({ address: owner.address, message: 'hello', signature: text })).toBe(true)
})

it('SEC-124: calls that are not paid for go nowhere, and cost the sponsor nothing', async () => {
  const owner = createOwner()
  const other = { ...plant, to: `0x${'d0'.repeat(20)}` } as const
  await expect(fill(owner, [other], true)).rejects.toThrow('SPONSOR_REFUSED')
  await expect(fill(owner, [plant, other], true)).rejects.toThrow('SPONSOR_REFUSED')
})

it('SEC-124: the word of a sponsor holds for the operation that it was given for, and for no other one', async () => {
  const owner = createOwner()
  const filled = await fill(owner, [plant], true)
  const stolen = { ...filled, callData: writeCalls([{ ...plant, to: `0x${'d0'.repeat(20)}` }]) }
  await expect(send(stolen, owner)).rejects.toThrow('AA34')
  const thief = createOwner()
  const moved = { ...filled, sender: thief.address, deployment: thief.deployment }
  await expect(send(moved, thief)).rejects.toThrow('AA34')
  await waitFor(await send(filled, owner))
  // The same once more: its number is used.
  await expect(send({ ...filled, deployment: undefined }, owner)).rejects.toThrow(/AA25|AA10|AA34/)
  await expect(send({ ...filled, deployment: undefined, nonce: filled.nonce + 1n }, owner)).rejects.toThrow('AA34')
})

it('SEC-54: an operation that was changed after it was signed, that is signed for another chain, or by somebody else is refused', async () => {
  const owner = createOwner()
  const filled = await fill(owner, [plant], true)
  const sendSigned = async (operation: UserOperation, signature: Hex) =>
    askBundler('eth_sendUserOperation', [toBundlerForm(operation, signature), ENTRY_POINT])
  const signature = signSafeOperation(filled, await until(), owner.sign)
  const costly = { ...filled, verificationGasLimit: filled.verificationGasLimit + 1n, paymaster: undefined }
  await control().setBalance({ address: owner.address, value: parseEther('1') })
  await expect(sendSigned(costly, signature)).rejects.toThrow('AA24')
  const elsewhere = { ...(await until()), chainId: 1n }
  await expect(sendSigned(filled, signSafeOperation(filled, elsewhere, owner.sign))).rejects.toThrow('AA24')
  await expect(sendSigned(filled, signSafeOperation(filled, await until(), createOwner().sign))).rejects.toThrow('AA24')
})

it('SEC-54: an operation whose time is over is never carried out', async () => {
  const owner = createOwner()
  const filled = await fill(owner, [plant], true)
  const signature = signSafeOperation(filled, await until(-1), owner.sign)
  await expect(askBundler('eth_sendUserOperation', [toBundlerForm(filled, signature), ENTRY_POINT])).rejects.toThrow(
    /AA22|expire/i,
  )
})
