import type { WriteContractRequest } from '../core/types/adapter.ts'
import type { Hex } from './hex.ts'
import { sayInvalid } from './walletPort.ts'

/** The class of ethers, 5 and 6, that encodes calls. */
export type InterfaceClass = new (abi: never) => { encodeFunctionData(name: string, values?: never): string }

/**
 * Encodes a call by the host's own ethers, which takes every ABI that ethers takes. Throws `REQUEST_INVALID` with its error
 * as cause.
 */
export function encodeWith(Interface: InterfaceClass, { abi, functionName, args = [] }: WriteContractRequest): Hex {
  try {
    return new Interface(abi as never).encodeFunctionData(functionName, args as never) as Hex
  } catch (cause) {
    throw sayInvalid('args', `the arguments of ${functionName} as the ABI has them`, cause)
  }
}
