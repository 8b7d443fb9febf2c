/** Accounts that keep their address (EIP-7702), and what they let others do, on a real chain with a real bundler. */
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
import { platformRandom } from '../../apps/frame/keys/bytes.ts'
import { DELEGATED_CODE, DELEGATION_MANAGER, DELEGATOR } from '../../apps/frame/worker/evm/delegation/contracts.ts'
import { readPermission } from '../../apps/frame/worker/evm/delegation/permission.ts'
import {
  type Authorization,
  signAuthorization,
  signSetCodeTransaction,
  toBundlerAuthorization,
} from '../../apps/frame/worker/evm/delegation/signAuthorization.ts'
import {
  createDelegation,
  signDelegation,
  writeRevocation,
} from '../../apps/frame/worker/evm/delegation/signDelegation.ts'
import {
  signDelegatorOperation,
  writeDelegatorCalls,
} from '../../apps/frame/worker/evm/delegation/signDelegatorOperation.ts'
import { fromHex } from '../../apps/frame/worker/evm/hex.ts'
import { hashPersonalMessage, signDigest } from '../../apps/frame/worker/evm/signTransaction.ts'
import {
  hashUserOperation,
  toBundlerForm,
  type UserOperation,
} from '../../apps/frame/worker/evm/smartAccount/userOperation.ts'
import type { BundlerResult } from '../../packages/wire/src/http/bundler.ts'
import { type AccountCall, ENTRY_POINT } from '../../packages/wire/src/smartAccount.ts'
import { askGateway, openStack, type Stack } from './openStack.ts'

const CHAIN = 31_337n
const NETWORK = 'eip155:31337'
const WORDS = 'test test test test test test test test test test test junk'
const STUB: Hex = `0x${'ff'.repeat(15)}f0${'00'.repeat(16)}7${'a'.repeat(63)}1c`
const shop: Address = `0x${'a1'.repeat(20)}`
const maker = mnemonicToAccount(WORDS)

const connect = (url: string) => ({
  chain: createPublicClient({ chain: foundry, transport: http(url), pollingInterval: 50 }),
  control: createTestClient({ mode: 'anvil', chain: foundry, transport: http(url) }),
})
let stack: Stack
let askBundler: ReturnType<typeof askGateway>
let chain: ReturnType<typeof connect>['chain']
let control: ReturnType<typeof connect>['control']

beforeAll(async () => {
  stack = await openStack()
  askBundler = askGateway(stack, '/v1/bundler')
  ;({ chain, control } = connect(stack.anvil.url))
})
afterAll(() => stack?.stop())

const createOwner = async (key: Hex = generatePrivateKey()) => {
  const account = privateKeyToAccount(key)
  const sign = (hash: Uint8Array) => {
    const recovered = secp256k1.sign(hash, fromHex(key), { prehash: false, format: 'recovered' })
    return {
      signature: Uint8Array.from(recovered.subarray(1)),
      yParity: recovered[0] === 1 ? (1 as const) : (0 as const),
    }
  }
  await control.setBalance({ address: account.address, value: parseEther('2') })
  return { key, sign, address: account.address }
}
type Owner = Awaited<ReturnType<typeof createOwner>>

const readNonce = (address: Address) =>
  chain.readContract({
    address: ENTRY_POINT,
    abi: parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)']),
    functionName: 'getNonce',
    args: [address, 0n],
  })

/** Sends calls of an account as one operation, with the authorization that gives it its code where it has none yet. */
const carryOut = async (owner: Owner, calls: readonly AccountCall[], authorization?: Authorization) => {
  const price = (await askBundler(
    'pimlico_getUserOperationGasPrice',
    [],
  )) as BundlerResult<'pimlico_getUserOperationGasPrice'>
  const bare: UserOperation = {
    sender: owner.address,
    nonce: await readNonce(owner.address),
    callData: writeDelegatorCalls(calls),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas: BigInt(price.standard.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(price.standard.maxPriorityFeePerGas),
  }
  const more = authorization && { eip7702Auth: toBundlerAuthorization(authorization) }
  const gas = (await askBundler('eth_estimateUserOperationGas', [
    { ...toBundlerForm(bare, STUB), ...more },
    ENTRY_POINT,
  ])) as BundlerResult<'eth_estimateUserOperationGas'>
  const operation = {
    ...bare,
    callGasLimit: BigInt(gas.callGasLimit),
    verificationGasLimit: BigInt(gas.verificationGasLimit),
    preVerificationGas: BigInt(gas.preVerificationGas),
  }
  const form = toBundlerForm(operation, signDelegatorOperation(operation, CHAIN, owner.sign))
  const hash = await askBundler('eth_sendUserOperation', [{ ...form, ...more }, ENTRY_POINT])
  expect(hash).toBe(hashUserOperation(operation, CHAIN))
  await expect
    .poll(() => askBundler('eth_getUserOperationReceipt', [hash]), { timeout: 30_000, interval: 50 })
    .not.toBeNull()
  return (await askBundler('eth_getUserOperationReceipt', [hash])) as NonNullable<
    BundlerResult<'eth_getUserOperationReceipt'>
  >
}

const enable = (owner: Owner, nonce = 0n) => signAuthorization({ chainId: CHAIN, nonce, isEnabled: true }, owner.sign)

describe('an account that keeps its address', () => {
  it('gets its code with its first operation, signs as before, and gives it up again', async () => {
    const owner = await createOwner()
    const { address } = owner
    const other: Address = `0x${'a2'.repeat(20)}`
    const paid = await carryOut(
      owner,
      [
        { to: shop, value: 1n, data: '0x' },
        { to: other, value: 2n, data: '0x' },
      ],
      enable(owner),
    )
    expect(paid).toMatchObject({ success: true, sender: address })
    expect(await chain.getCode({ address })).toBe(DELEGATED_CODE)
    expect(await chain.getDelegation({ address })).toBe(DELEGATOR)
    expect([await chain.getBalance({ address: shop }), await chain.getBalance({ address: other })]).toEqual([1n, 2n])
    const signature = signDigest(hashPersonalMessage(new TextEncoder().encode('hello')), owner.sign)
    const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
    const hash = `0x${Buffer.from(hashPersonalMessage(new TextEncoder().encode('hello'))).toString('hex')}` as const
    expect(await chain.verifyMessage({ address, message: 'hello', signature })).toBe(true)
    expect(await chain.readContract({ address, abi, functionName: 'isValidSignature', args: [hash, signature] })).toBe(
      '0x1626ba7e',
    )

    const nonce = BigInt(await chain.getTransactionCount({ address }))
    const { raw, hash: sent } = signSetCodeTransaction(
      {
        from: address,
        to: address,
        value: 0n,
        data: '0x',
        nonce,
        gas: 100_000n,
        maxFeePerGas: parseEther('0.00000001'),
        maxPriorityFeePerGas: 1n,
      },
      signAuthorization({ chainId: CHAIN, nonce: nonce + 1n, isEnabled: false }, owner.sign),
      owner.sign,
    )
    expect(await chain.sendRawTransaction({ serializedTransaction: raw })).toBe(sent)
    expect((await chain.waitForTransactionReceipt({ hash: sent })).status).toBe('success')
    expect(await chain.getCode({ address })).toBeUndefined()
  })

  it('SEC-54: an authorization for another chain, or whose number is past, gives no code', async () => {
    const owner = await createOwner()
    const call = [{ to: shop, value: 1n, data: '0x' }] as const
    const elsewhere = signAuthorization({ chainId: 1n, nonce: 0n, isEnabled: true }, owner.sign)
    await expect(carryOut(owner, call, elsewhere)).rejects.toThrow()
    await expect(carryOut(owner, call, enable(owner, 5n))).rejects.toThrow()
    expect(await chain.getCode({ address: owner.address })).toBeUndefined()
  })

  it('SEC-54: an operation that somebody else signed is refused', async () => {
    const owner = await createOwner()
    await carryOut(owner, [{ to: shop, value: 1n, data: '0x' }], enable(owner))
    const thief = { ...owner, sign: (await createOwner()).sign }
    await expect(carryOut(thief, [{ to: shop, value: 1n, data: '0x' }])).rejects.toThrow('AA24')
  })
})

describe('what an account lets others do', () => {
  const { abi, bytecode } = findContract('DemoToken')
  const manager = parseAbi([
    'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)',
    'error InvalidDelegate()',
    'error InvalidERC1271Signature()',
    'error CannotUseADisabledDelegation()',
  ])
  let token: Address
  let now: number

  const deployToken = async (): Promise<Address> => {
    const wallet = createWalletClient({ account: maker, chain: foundry, transport: http(stack.anvil.url) })
    const hash = await wallet.deployContract({ abi, bytecode, args: ['Pine', 'PINE', 18, parseEther('1000')] })
    const { contractAddress } = await chain.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('there is no token')
    return contractAddress
  }

  /** An owner with 100 tokens and the code, who lets a key send them within `cap`; what the key then tries comes to an end in words. */
  const grant = async (cap: object, more: { readonly count?: number; readonly seconds?: number } = {}) => {
    token ??= await deployToken()
    now = Number((await chain.getBlock()).timestamp)
    const owner = await createOwner()
    const key = generatePrivateKey()
    const delegate = privateKeyToAccount(key)
    const wallet = createWalletClient({ account: maker, chain: foundry, transport: http(stack.anvil.url) })
    const sent = await wallet.writeContract({
      address: token,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [owner.address, parseEther('100')],
    })
    await chain.waitForTransactionReceipt({ hash: sent })
    await control.setBalance({ address: delegate.address, value: parseEther('1') })
    await carryOut(owner, [{ to: shop, value: 1n, data: '0x' }], enable(owner))
    const wanted = {
      chainId: '0x7a69',
      to: delegate.address,
      permission: { isAdjustmentAllowed: false, ...cap },
      rules: [{ type: 'expiry', data: { timestamp: now + (more.seconds ?? 3600) } }],
    }
    const permission = {
      ...readPermission(wanted, { account: owner.address, network: NETWORK, now }).permission,
      ...(more.count !== undefined && { calls: more.count }),
    }
    const delegation = createDelegation(permission, owner.address, platformRandom)
    const { signature, context } = signDelegation(delegation, CHAIN, owner.sign)
    const tryAs = async (account: typeof delegate | typeof maker, target: Address, value: bigint, data: Hex) => {
      const call = {
        account,
        address: DELEGATION_MANAGER,
        abi: manager,
        functionName: 'redeemDelegations',
        args: [[context], [zeroHash], [encodePacked(['address', 'uint256', 'bytes'], [target, value, data])]],
      } as const
      await chain.simulateContract(call)
      const user = createWalletClient({ account, chain: foundry, transport: http(stack.anvil.url) })
      const hash = await user.writeContract({ ...call, chain: foundry })
      return (await chain.waitForTransactionReceipt({ hash })).status
    }
    return {
      owner,
      delegation,
      signature,
      use: (target: Address, value: bigint, data: Hex) => tryAs(delegate, target, value, data),
      useAsStranger: (target: Address, value: bigint, data: Hex) => tryAs(maker, target, value, data),
    }
  }
  const transfer = (amount: string) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [shop, parseEther(amount)] })
  const allowance = () => ({
    type: 'erc20-token-allowance',
    data: { tokenAddress: token, allowanceAmount: `0x${parseEther('10').toString(16)}` },
  })
  const balance = () => chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [shop] })

  beforeAll(async () => {
    token = await deployToken()
  })

  it('SEC-53: is used up to its cap, for its token and function alone, and by its key alone; the chain refuses the rest', async () => {
    const { use, useAsStranger } = await grant(allowance())
    expect(await use(token, 0n, transfer('4'))).toBe('success')
    expect(await balance()).toBe(parseEther('4'))
    await expect(use(token, 0n, transfer('7'))).rejects.toThrow('ERC20TransferAmountEnforcer:allowance-exceeded')
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [shop, 1n] })
    await expect(use(token, 0n, approve)).rejects.toThrow('AllowedMethodsEnforcer:method-not-allowed')
    await expect(use(shop, 1n, '0x')).rejects.toThrow('AllowedTargetsEnforcer:target-address-not-allowed')
    await expect(use(`0x${'b9'.repeat(20)}`, 0n, transfer('1'))).rejects.toThrow('AllowedTargetsEnforcer')
    await expect(useAsStranger(token, 0n, transfer('1'))).rejects.toThrow('InvalidDelegate')
    expect(await use(token, 0n, transfer('6'))).toBe('success')
    expect(await balance()).toBe(parseEther('10'))
  })

  it('SEC-53: is used so often and no more', async () => {
    const { use } = await grant(allowance(), { count: 1 })
    expect(await use(token, 0n, transfer('1'))).toBe('success')
    await expect(use(token, 0n, transfer('1'))).rejects.toThrow('LimitedCallsEnforcer:limit-exceeded')
  })

  it('SEC-53: a key that leaves out what holds it has nothing', async () => {
    const { delegation, signature, use } = await grant(allowance())
    const wide = { ...delegation, caveats: delegation.caveats.slice(0, 2) }
    const other = signDelegation(wide, CHAIN, (await createOwner()).sign)
    const forged = other.context.replace(other.signature.slice(2), signature.slice(2)) as Hex
    for (const context of [other.context, forged]) {
      const call = {
        account: delegation.delegate,
        address: DELEGATION_MANAGER,
        abi: manager,
        functionName: 'redeemDelegations',
        args: [[context], [zeroHash], [encodePacked(['address', 'uint256', 'bytes'], [token, 0n, transfer('99')])]],
      } as const
      await expect(chain.simulateContract(call)).rejects.toThrow('InvalidERC1271Signature')
    }
    expect(await use(token, 0n, transfer('1'))).toBe('success')
  })

  it('SEC-53: is ended by its owner, on the chain and for good', async () => {
    const { owner, delegation, signature, use } = await grant(allowance())
    expect(await use(token, 0n, transfer('1'))).toBe('success')
    const ended = await carryOut(owner, [
      { to: owner.address, value: 0n, data: writeRevocation(delegation, signature) },
    ])
    expect(ended.success).toBe(true)
    await expect(use(token, 0n, transfer('1'))).rejects.toThrow('CannotUseADisabledDelegation')
  })

  it('SEC-53: a cap that comes again is whole in each period, until the permission is over', async () => {
    const { use } = await grant(
      {
        type: 'erc20-token-periodic',
        data: { tokenAddress: token, periodAmount: `0x${parseEther('3').toString(16)}`, periodDuration: 600 },
      },
      { seconds: 1500 },
    )
    expect(await use(token, 0n, transfer('3'))).toBe('success')
    await expect(use(token, 0n, transfer('1'))).rejects.toThrow('ERC20PeriodTransferEnforcer:transfer-amount-exceeded')
    await control.increaseTime({ seconds: 700 })
    await control.mine({ blocks: 1 })
    expect(await use(token, 0n, transfer('2'))).toBe('success')
    await control.increaseTime({ seconds: 1000 })
    await control.mine({ blocks: 1 })
    await expect(use(token, 0n, transfer('1'))).rejects.toThrow('TimestampEnforcer:expired-delegation')
  })
})
