/** Requests to the wallet itself, each by the method that EIP-1193 or Solana's wallets know. */
import * as v from 'valibot'
import { networkId } from '../schema.ts'
import { defineCall, text } from './call.ts'
import { APPROVED_METHODS, type FrameMethod, SAFE_METHODS } from './methods.ts'

const json = v.unknown()
const list = v.pipe(v.array(json), v.maxLength(64))
/** Parameters by their names. A list is none, which would be read as one whose names are numbers. */
const named = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>((value) => !Array.isArray(value)),
  v.record(text(64), json),
)
const base58 = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]*$/u, 'expected base58'))

const SOLANA_PARAMETERS = {
  solana_signMessage: v.strictObject({ message: base58, pubkey: base58 }),
  solana_signTransaction: v.strictObject({ transaction: base58 }),
  solana_signAllTransactions: v.strictObject({
    transactions: v.pipe(v.array(base58), v.minLength(1), v.maxLength(32)),
  }),
  solana_signAndSendTransaction: v.strictObject({
    transaction: base58,
    options: v.optional(
      v.strictObject({
        skipPreflight: v.optional(v.boolean()),
        preflightCommitment: v.optional(
          v.picklist(['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max']),
        ),
        maxRetries: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
        minContextSlot: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      }),
    ),
  }),
} as const

const where = { chainId: v.optional(networkId), chainNamespace: v.optional(v.picklist(['eip155', 'solana'])) }

const evmMethods = [...SAFE_METHODS, ...APPROVED_METHODS].filter(
  (method): method is Exclude<FrameMethod, keyof typeof SOLANA_PARAMETERS> => !method.startsWith('solana_'),
)

const solanaRequest = <const Method extends keyof typeof SOLANA_PARAMETERS>(method: Method) =>
  v.strictObject({ method: v.literal(method), params: SOLANA_PARAMETERS[method], ...where })

/**
 * A request. A method that is on no list is none (SEC-38): the page answers it with 4200 before it is sent. An address of a node that
 * a page would like is no field of it (SEC-37).
 */
export const request = v.variant('method', [
  v.strictObject({
    method: v.picklist(evmMethods),
    params: v.optional(v.union([list, named])),
    ...where,
  }),
  solanaRequest('solana_signMessage'),
  solanaRequest('solana_signTransaction'),
  solanaRequest('solana_signAllTransactions'),
  solanaRequest('solana_signAndSendTransaction'),
])

/** A request to the wallet. */
export type FrameRequest = v.InferOutput<typeof request>

/** Waits for as long as a person looks at the approval: no limit of its own; the page aborts it (`RPC_ABORT`). */
export const RPC_REQUEST = /* @__PURE__ */ defineCall({
  payload: request,
  answer: json,
  timeoutMs: Number.POSITIVE_INFINITY,
})

/** Ends one open request by its id, or every one of this page; another page's are never touched (SEC-40). */
export const RPC_ABORT = /* @__PURE__ */ defineCall({
  payload: v.optional(v.strictObject({ id: v.pipe(v.string(), v.uuid()) })),
})
