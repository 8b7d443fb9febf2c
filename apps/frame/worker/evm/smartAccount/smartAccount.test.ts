/** `tests/bundler` compares all of this with another client and runs it on a chain; here are the values that must never change. */

import { MULTI_SEND_CALL_ONLY, readSafeCalls } from '@latchkey/wire/smartAccount'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concat, encodeFunctionData, type Hex, keccak256, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { fromHex } from '../hex.ts'
import { hashPersonalMessage } from '../signTransaction.ts'
import { deploymentOf, safeAddressOf } from './safeAccount.ts'
import { signSafeMessage } from './signSafeMessage.ts'
import { STUB_SIGNATURE, signSafeOperation } from './signSafeOperation.ts'
import { hashUserOperation, toBundlerForm, type UserOperation } from './userOperation.ts'
import { writeCalls } from './writeCalls.ts'

const KEY: Hex = `0x${'4c'.repeat(32)}`
const owner = privateKeyToAccount(KEY).address
const sign = (hash: Uint8Array) => {
  const recovered = secp256k1.sign(hash, fromHex(KEY), { prehash: false, format: 'recovered' })
  return {
    signature: Uint8Array.from(recovered.subarray(1)),
    yParity: recovered[0] === 1 ? (1 as const) : (0 as const),
  }
}
const SHOP: Hex = `0x${'a1'.repeat(20)}`
const TOKEN: Hex = `0x${'b2'.repeat(20)}`
const batch = [
  { to: SHOP, value: 5n, data: '0x' },
  { to: TOKEN, value: 0n, data: '0xa9059cbb' },
] as const
const operation: UserOperation = {
  sender: safeAddressOf(owner),
  nonce: 3n,
  deployment: deploymentOf(owner),
  callData: writeCalls(batch),
  callGasLimit: 100_000n,
  verificationGasLimit: 400_000n,
  preVerificationGas: 60_000n,
  maxFeePerGas: 30_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  paymaster: { address: SHOP, verificationGasLimit: 200_000n, postOpGasLimit: 1n, data: '0xabcd' },
}

it('the account of an owner is this one for ever, made in this way', () => {
  expect(safeAddressOf(owner)).toBe('0x6fDF12a3a3a22712421599cAae1f9735B776966A')
  expect(keccak256(deploymentOf(owner).data)).toBe('0x2bdc4c333e7f28adb4872880c2f1add76ebcab4b1d76df721b3932f460bbcc1c')
})

it('SEC-54: what is signed of a user operation names module, entry point, chain and the time until when it holds', () => {
  expect(hashUserOperation(operation, 31_337n)).toBe(
    '0x44006f5e98f4c83883eec68fdb37cec89b029f278949e509c1c88f67d22d1f02',
  )
  const signed = signSafeOperation(operation, { chainId: 31_337n, validAfter: 0, validUntil: 1_900_000_000 }, sign)
  expect(signed).toBe(
    '0x0000000000000000713fb3006e0e283f06266cdf2a4ff77cf2013afe7b69a8a054a705dc690712fd046b16c04c1d0686e554d08d4d9554fe993a8178ccfc5d39172cbd7ef02faa7105a5a6bb1b',
  )
  expect(signSafeOperation(operation, { chainId: 1n, validAfter: 0, validUntil: 1_900_000_000 }, sign)).not.toBe(signed)
  expect(STUB_SIGNATURE.length).toBe(signed.length)
})

it('a text is signed for the account and its chain', () => {
  const digest = hashPersonalMessage(new TextEncoder().encode('hello'))
  expect(signSafeMessage(digest, { account: operation.sender, chainId: 31_337n }, sign)).toBe(
    '0x711af7404b0705c4e3fe9b2a9d2ba7327d1c2719f002f19fa5cc7dd249bf865e2ea8afcf5a7e85a7ab8d77c3e8e5c388765a328f24fc3afa2542c616c467f6961b',
  )
})

it('a bundler is handed what was signed, number for number', () => {
  expect(toBundlerForm(operation, '0x01')).toMatchObject({
    sender: operation.sender,
    nonce: '0x3',
    factory: deploymentOf(owner).factory,
    callGasLimit: '0x186a0',
    paymaster: SHOP,
    paymasterVerificationGasLimit: '0x30d40',
    paymasterPostOpGasLimit: '0x1',
    paymasterData: '0xabcd',
    signature: '0x01',
  })
  const { deployment: _, paymaster: __, ...bare } = operation
  expect(Object.keys(toBundlerForm(bare, '0x01'))).toEqual(
    expect.not.arrayContaining(['factory', 'factoryData', 'paymaster', 'paymasterData']),
  )
})

const module = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function multiSend(bytes transactions)',
])
const execute = (to: Hex, value: bigint, data: Hex, kind: number) =>
  encodeFunctionData({ abi: module, functionName: 'executeUserOp', args: [to, value, data, kind] })
const multiSend = (transactions: Hex) =>
  encodeFunctionData({ abi: module, functionName: 'multiSend', args: [transactions] })
const packed = (kind: Hex, length = '00') =>
  concat([kind, SHOP, `0x${'00'.repeat(32)}`, `0x${'00'.repeat(31)}${length}`])

it('calls that another client wrote are read', () => {
  expect(readSafeCalls(execute(SHOP, 7n, '0x1234', 0))).toEqual([{ to: SHOP, value: 7n, data: '0x1234' }])
  expect(
    readSafeCalls(execute(MULTI_SEND_CALL_ONLY, 0n, multiSend(concat([packed('0x00'), packed('0x00')])), 1)),
  ).toHaveLength(2)
})

it.each<[string, Hex]>([
  ['foreign code in the place of the account', execute(SHOP, 0n, '0x', 1)],
  [
    'a batch whose calls run foreign code',
    execute(MULTI_SEND_CALL_ONLY, 0n, multiSend(concat([packed('0x00'), packed('0x01')])), 1),
  ],
  [
    'a batch that ends within a call',
    execute(MULTI_SEND_CALL_ONLY, 0n, multiSend(concat([packed('0x00'), packed('0x00', '09')])), 1),
  ],
  [
    'a batch with coin for whoever carries it out',
    execute(MULTI_SEND_CALL_ONLY, 1n, multiSend(concat([packed('0x00'), packed('0x00')])), 1),
  ],
  ['a kind of call that is none', execute(SHOP, 0n, '0x', 2)],
  ['another function', '0xb63e800d'],
  ['nothing', '0x'],
])('SEC-54: %s is not read, so that nobody signs it', (_, data) => {
  expect(readSafeCalls(data)).toBeUndefined()
})

it('nothing to carry out is refused', () => {
  expect(() => writeCalls([])).toThrow(RangeError)
})
