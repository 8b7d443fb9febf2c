/**
 * User operations of an account that keeps its address: what it carries out, and what its owner signs. Sources: ERC-7579 for the modes,
 * EIP7702StatelessDeleGator 1.3.0 for the typed data.
 */
import type { Hex } from '@latchkey/wire/guard'
import { type AccountCall, ENTRY_POINT } from '@latchkey/wire/smartAccount'
import { concatBytes } from '@noble/hashes/utils.js'
import type { TypedData } from '../../../approve/types.ts'
import type { Keyring } from '../../../keys/createKeyring.ts'
import { hashTypedData } from '../hashTypedData.ts'
import { fromHex, toHex } from '../hex.ts'
import { signDigest } from '../signTransaction.ts'
import { initCodeOf, packPair, paymasterAndDataOf, type UserOperation } from '../smartAccount/userOperation.ts'
import { toWord, writeAbi, writeCall } from '../smartAccount/writeAbi.ts'

/** `execute(bytes32,bytes)` */
const EXECUTE: Hex = '0xe9ae5c53'
/** One call, or several of which all happen or none. */
const ONE = 0n
const SEVERAL = 1n << 248n

/** The data of a user operation that carries out these calls; `readDelegatorCalls` reads it back. Throws a `RangeError` where there is none. */
export const writeDelegatorCalls = (calls: readonly AccountCall[]): Hex => {
  const [first, ...others] = calls
  if (!first) throw new RangeError('there is nothing to carry out')
  if (others.length === 0) {
    return writeCall(EXECUTE, [ONE, concatBytes(fromHex(first.to), toWord(first.value), fromHex(first.data))])
  }
  const batch = { list: calls.map(({ to, value, data }) => ({ tuple: [BigInt(to), value, fromHex(data)] })) }
  return writeCall(EXECUTE, [SEVERAL, writeAbi([batch])])
}

const PACKED_TYPE = [
  { name: 'sender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'initCode', type: 'bytes' },
  { name: 'callData', type: 'bytes' },
  { name: 'accountGasLimits', type: 'bytes32' },
  { name: 'preVerificationGas', type: 'uint256' },
  { name: 'gasFees', type: 'bytes32' },
  { name: 'paymasterAndData', type: 'bytes' },
  { name: 'entryPoint', type: 'address' },
]

/** A user operation as the owner signs it: it names the account, the chain and the entry point. */
export const toDelegatorOperation = (operation: UserOperation, chainId: bigint): TypedData => ({
  domain: {
    name: 'EIP7702StatelessDeleGator',
    version: '1',
    chainId: String(chainId),
    verifyingContract: operation.sender,
  },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    PackedUserOperation: PACKED_TYPE,
  },
  primaryType: 'PackedUserOperation',
  message: {
    sender: operation.sender,
    nonce: String(operation.nonce),
    initCode: toHex(initCodeOf(operation)),
    callData: operation.callData,
    accountGasLimits: toHex(packPair(operation.verificationGasLimit, operation.callGasLimit)),
    preVerificationGas: String(operation.preVerificationGas),
    gasFees: toHex(packPair(operation.maxPriorityFeePerGas, operation.maxFeePerGas)),
    paymasterAndData: toHex(paymasterAndDataOf(operation)),
    entryPoint: ENTRY_POINT,
  },
})

/** The signature that a user operation carries. */
export const signDelegatorOperation = (operation: UserOperation, chainId: bigint, sign: Keyring['signEvm']): Hex =>
  signDigest(hashTypedData(toDelegatorOperation(operation, chainId)), sign)
