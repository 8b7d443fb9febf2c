/**
 * Bundlers of ERC-4337, and who pays in an account's place, through the gateway. Sources: ERC-7769 for bundlers, ERC-7677 for paymasters,
 * `pimlico_getUserOperationGasPrice` and `pm_sponsorUserOperation` as bundlers of the field answer them. EntryPoint 0.7 alone (SEC-54).
 */
import * as v from 'valibot'
import { defineOperation, definePost } from '../endpoint.ts'
import { evmAddress, networkId } from '../schema.ts'
import { ENTRY_POINT } from '../smartAccount.ts'
import { jsonRpcAnswer, jsonRpcRequest } from './jsonRpc.ts'

/** Bytes in hex; at most 128 kB of them, what a transaction may hold. */
const bytes = v.pipe(
  v.string(),
  v.maxLength(262_146, 'expected at most 128 kB'),
  v.regex(/^0x([\da-f]{2})*$/i, 'expected whole bytes in hex'),
)
const quantity = v.pipe(v.string(), v.regex(/^0x[\da-f]{1,64}$/i, 'expected a number in hex'))
const hash = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i, 'expected 32 bytes in hex'))
const entryPoint = v.pipe(
  v.string(),
  v.check((text) => text.toLowerCase() === ENTRY_POINT.toLowerCase(), `expected the entry point ${ENTRY_POINT}`),
)

/** What every form of a user operation says. */
const intent = {
  sender: evmAddress,
  nonce: quantity,
  factory: v.optional(evmAddress),
  factoryData: v.optional(bytes),
  callData: bytes,
  /** Of EIP-7702: the code that the account is given with this operation. */
  eip7702Auth: v.optional(
    v.strictObject({
      address: evmAddress,
      chainId: quantity,
      nonce: quantity,
      r: quantity,
      s: quantity,
      yParity: quantity,
    }),
  ),
}

const gas = {
  callGasLimit: quantity,
  verificationGasLimit: quantity,
  preVerificationGas: quantity,
}
const fees = { maxFeePerGas: quantity, maxPriorityFeePerGas: quantity }

const paymasterFields = {
  paymaster: v.optional(evmAddress),
  paymasterVerificationGasLimit: v.optional(quantity),
  paymasterPostOpGasLimit: v.optional(quantity),
  paymasterData: v.optional(bytes),
}

/** A user operation that may go to the chain. */
const signed = v.strictObject({ ...intent, ...gas, ...fees, ...paymasterFields, signature: bytes })

/** One that is still made: gas, fees, paymaster and signature as far as they are there. */
const draft = v.strictObject({
  ...intent,
  ...v.partial(v.object({ ...gas, ...fees })).entries,
  ...paymasterFields,
  signature: v.optional(bytes),
})

/** A user operation as JSON-RPC has it, made as far as it is. */
export type DraftOperation = v.InferOutput<typeof draft>

/** A paymaster's word for one operation. */
const sponsorship = {
  paymaster: evmAddress,
  paymasterData: bytes,
  paymasterVerificationGasLimit: v.optional(quantity),
  paymasterPostOpGasLimit: v.optional(quantity),
}

const feePair = v.object(fees)

const log = v.object({ address: evmAddress, data: bytes, topics: v.pipe(v.array(hash), v.maxLength(4)) })
const logs = v.pipe(v.array(log), v.maxLength(4096))

/** What became of a user operation, as a bundler says it; the chain itself knows better. */
export const userOperationReceipt = v.object({
  userOpHash: hash,
  entryPoint: v.optional(entryPoint),
  sender: evmAddress,
  nonce: quantity,
  paymaster: v.optional(v.nullable(evmAddress)),
  actualGasCost: quantity,
  actualGasUsed: quantity,
  success: v.boolean(),
  reason: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4096)))),
  logs,
  receipt: v.looseObject({ transactionHash: hash, blockHash: hash, blockNumber: quantity }),
})

/** What became of a user operation, parsed. */
export type UserOperationReceipt = v.InferOutput<typeof userOperationReceipt>

const context = v.nullish(v.record(v.string(), v.unknown()))
const paymasterCall = v.union([
  v.strictTuple([draft, entryPoint, quantity]),
  v.strictTuple([draft, entryPoint, quantity, context]),
])

/** Every method that passes, with the form of its parameters and of its result. */
export const BUNDLER_CALLS = {
  eth_supportedEntryPoints: { params: v.optional(v.strictTuple([])), result: v.array(evmAddress) },
  eth_sendUserOperation: { params: v.strictTuple([signed, entryPoint]), result: hash },
  eth_estimateUserOperationGas: {
    params: v.strictTuple([draft, entryPoint]),
    result: v.object({
      ...gas,
      paymasterVerificationGasLimit: v.nullish(quantity),
      paymasterPostOpGasLimit: v.nullish(quantity),
    }),
  },
  eth_getUserOperationReceipt: { params: v.strictTuple([hash]), result: v.nullable(userOperationReceipt) },
  eth_getUserOperationByHash: {
    params: v.strictTuple([hash]),
    result: v.nullable(v.looseObject({ userOperation: v.looseObject({ sender: evmAddress }), entryPoint })),
  },
  pimlico_getUserOperationGasPrice: {
    params: v.optional(v.strictTuple([])),
    result: v.object({ slow: feePair, standard: feePair, fast: feePair }),
  },
  pm_getPaymasterStubData: {
    params: paymasterCall,
    result: v.object({ ...sponsorship, isFinal: v.optional(v.boolean()) }),
  },
  pm_getPaymasterData: { params: paymasterCall, result: v.object(sponsorship) },
  pm_sponsorUserOperation: {
    params: v.union([v.strictTuple([draft, entryPoint]), v.strictTuple([draft, entryPoint, context])]),
    result: v.object({ ...gas, ...v.partial(feePair).entries, ...sponsorship }),
  },
} as const

/** A method of bundlers and paymasters that passes. */
export type BundlerMethod = keyof typeof BUNDLER_CALLS

/** The result of a method, parsed. */
export type BundlerResult<Method extends BundlerMethod> = v.InferOutput<(typeof BUNDLER_CALLS)[Method]['result']>

/** Asks a bundler of a chain, or who pays there. `bundler`: its name in the gateway's configuration; the first one without it. */
export const callBundler = definePost({
  name: 'callBundler',
  path: '/v1/bundler',
  input: v.object({
    chainId: networkId,
    bundler: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/, "expected a bundler's name"))),
  }),
  body: jsonRpcRequest,
  answer: jsonRpcAnswer,
})

/** How `callBundler` is served. */
export const callBundlerOperation = /* @__PURE__ */ defineOperation(callBundler, {
  tag: 'network',
  summary: 'JSON-RPC to a configured bundler of ERC-4337, or to its paymaster',
  holds: "The bundler's answer",
  codes: ['CHAIN_UNSUPPORTED', 'BUNDLER_UNKNOWN', 'SPONSOR_REFUSED', 'SPONSOR_BUDGET_SPENT', 'UPSTREAM_UNAVAILABLE'],
  isJsonRpc: true,
})
