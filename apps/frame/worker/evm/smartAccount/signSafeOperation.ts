/**
 * What the owner signs of a user operation: typed data of the module, which names module, chain and entry point, so that a signature
 * holds for these alone. Source: Safe4337Module 0.3.0.
 */
import type { Hex } from '@latchkey/wire/guard'
import { ENTRY_POINT } from '@latchkey/wire/smartAccount'
import { concatBytes } from '@noble/hashes/utils.js'
import type { TypedData } from '../../../approve/types.ts'
import type { Keyring } from '../../../keys/createKeyring.ts'
import { hashTypedData } from '../hashTypedData.ts'
import { fromHex, toHex } from '../hex.ts'
import { signDigest } from '../signTransaction.ts'
import { SAFE_MODULE } from './contracts.ts'
import { initCodeOf, paymasterAndDataOf, type UserOperation } from './userOperation.ts'
import { toWord } from './writeAbi.ts'

/** When a signature holds, in seconds since 1970 by the clock of the chain; 0 stands for no limit. */
export type Validity = { readonly validAfter: number; readonly validUntil: number }

const DOMAIN_TYPE = [
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

const SAFE_OP_TYPE = [
  { name: 'safe', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'initCode', type: 'bytes' },
  { name: 'callData', type: 'bytes' },
  { name: 'verificationGasLimit', type: 'uint128' },
  { name: 'callGasLimit', type: 'uint128' },
  { name: 'preVerificationGas', type: 'uint256' },
  { name: 'maxPriorityFeePerGas', type: 'uint128' },
  { name: 'maxFeePerGas', type: 'uint128' },
  { name: 'paymasterAndData', type: 'bytes' },
  { name: 'validAfter', type: 'uint48' },
  { name: 'validUntil', type: 'uint48' },
  { name: 'entryPoint', type: 'address' },
]

/** A user operation as the owner signs it. */
export const toSafeOperation = (
  operation: UserOperation,
  { chainId, validAfter, validUntil }: Validity & { readonly chainId: bigint },
): TypedData => ({
  domain: { chainId: String(chainId), verifyingContract: SAFE_MODULE },
  types: { EIP712Domain: DOMAIN_TYPE, SafeOp: SAFE_OP_TYPE },
  primaryType: 'SafeOp',
  message: {
    safe: operation.sender,
    nonce: String(operation.nonce),
    initCode: toHex(initCodeOf(operation)),
    callData: operation.callData,
    verificationGasLimit: String(operation.verificationGasLimit),
    callGasLimit: String(operation.callGasLimit),
    preVerificationGas: String(operation.preVerificationGas),
    maxPriorityFeePerGas: String(operation.maxPriorityFeePerGas),
    maxFeePerGas: String(operation.maxFeePerGas),
    paymasterAndData: toHex(paymasterAndDataOf(operation)),
    validAfter,
    validUntil,
    entryPoint: ENTRY_POINT,
  },
})

const packValidity = ({ validAfter, validUntil }: Validity): Uint8Array =>
  concatBytes(toWord(BigInt(validAfter)).subarray(26), toWord(BigInt(validUntil)).subarray(26))

/** The signature that a user operation carries: when it holds, 6 bytes each, and the owner's 65. */
export const signSafeOperation = (
  operation: UserOperation,
  environment: Validity & { readonly chainId: bigint },
  sign: Keyring['signEvm'],
): Hex => {
  const signature = signDigest(hashTypedData(toSafeOperation(operation, environment)), sign)
  return toHex(concatBytes(packValidity(environment), fromHex(signature)))
}

/** What stands for a signature while gas is estimated: as long as one and of its form, and good for nothing. */
export const STUB_SIGNATURE: Hex = `0x${'00'.repeat(12)}${'ff'.repeat(15)}f0${'00'.repeat(16)}7${'a'.repeat(63)}1c`
