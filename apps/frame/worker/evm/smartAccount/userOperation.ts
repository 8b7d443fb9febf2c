/** User operations of EntryPoint 0.7: their form for bundlers, and their hash. Sources: ERC-4337, ERC-7769, EntryPoint 0.7. */
import type { Hex } from '@latchkey/wire/guard'
import { ENTRY_POINT } from '@latchkey/wire/smartAccount'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { fromHex, toHex } from '../hex.ts'
import type { Deployment } from './safeAccount.ts'
import { toWord, writeAbi } from './writeAbi.ts'

/** Who pays for a user operation in the account's place, and what it proves that with. */
export type Paymaster = {
  readonly address: Hex
  readonly verificationGasLimit: bigint
  readonly postOpGasLimit: bigint
  readonly data: Hex
}

/** A user operation without its signature. Gas in units, fees in wei for one of them. */
export type UserOperation = {
  /** The account. */
  readonly sender: Hex
  /** Of the entry point: a key in the upper 192 bits, and a number that counts up for it. */
  readonly nonce: bigint
  /** Where the account is not there yet. */
  readonly deployment?: Deployment | undefined
  readonly callData: Hex
  readonly callGasLimit: bigint
  readonly verificationGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Absent where the account pays by itself. */
  readonly paymaster?: Paymaster | undefined
}

/** Code that makes the account, as the entry point is handed it; empty where it is there. */
export const initCodeOf = ({ deployment }: UserOperation): Uint8Array =>
  deployment ? concatBytes(fromHex(deployment.factory), fromHex(deployment.data)) : new Uint8Array()

/** Two numbers of 128 bits in one word. */
export const packPair = (high: bigint, low: bigint): Uint8Array =>
  concatBytes(toWord(high).subarray(16), toWord(low).subarray(16))

/** The paymaster as the entry point is handed it; empty where there is none. */
export const paymasterAndDataOf = ({ paymaster }: UserOperation): Uint8Array =>
  paymaster
    ? concatBytes(
        fromHex(paymaster.address),
        packPair(paymaster.verificationGasLimit, paymaster.postOpGasLimit),
        fromHex(paymaster.data),
      )
    : new Uint8Array()

const asNumber = (word: Uint8Array): bigint => BigInt(toHex(word))

/** The hash by which the entry point, bundlers and receipts name a user operation. A signature is no part of it. */
export const hashUserOperation = (operation: UserOperation, chainId: bigint): Hex => {
  const { sender, nonce, callData, callGasLimit, verificationGasLimit, preVerificationGas } = operation
  const packed = writeAbi([
    BigInt(sender),
    nonce,
    asNumber(keccak_256(initCodeOf(operation))),
    asNumber(keccak_256(fromHex(callData))),
    asNumber(packPair(verificationGasLimit, callGasLimit)),
    preVerificationGas,
    asNumber(packPair(operation.maxPriorityFeePerGas, operation.maxFeePerGas)),
    asNumber(keccak_256(paymasterAndDataOf(operation))),
  ])
  return toHex(keccak_256(writeAbi([asNumber(keccak_256(packed)), BigInt(ENTRY_POINT), chainId])))
}

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

/** A user operation as JSON-RPC of bundlers takes it. Source: ERC-7769. */
export const toBundlerForm = (operation: UserOperation, signature: Hex): Readonly<Record<string, Hex>> => {
  const { deployment, paymaster } = operation
  return {
    sender: operation.sender,
    nonce: quantity(operation.nonce),
    ...(deployment && { factory: deployment.factory, factoryData: deployment.data }),
    callData: operation.callData,
    callGasLimit: quantity(operation.callGasLimit),
    verificationGasLimit: quantity(operation.verificationGasLimit),
    preVerificationGas: quantity(operation.preVerificationGas),
    maxFeePerGas: quantity(operation.maxFeePerGas),
    maxPriorityFeePerGas: quantity(operation.maxPriorityFeePerGas),
    ...(paymaster && {
      paymaster: paymaster.address,
      paymasterVerificationGasLimit: quantity(paymaster.verificationGasLimit),
      paymasterPostOpGasLimit: quantity(paymaster.postOpGasLimit),
      paymasterData: paymaster.data,
    }),
    signature,
  }
}
