/**
 * Jupiter's aggregator on Solana. Source: Jupiter's documentation, "Build" (`GET /swap/v2/build`: one call gives the quote and the calls
 * that carry it out), read on 25 November 2026. Held against bodies made from it; the service was not asked.
 */
import { JUPITER, SOLANA_COIN, WRAPPED_SOL } from '@latchkey/wire/swap'
import * as v from 'valibot'
import { RequestError } from '../../RequestError.ts'
import type { AskAggregator } from './askAggregator.ts'
import { amount } from './readAggregatorAnswer.ts'

const key = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const call = v.object({
  programId: key,
  accounts: v.pipe(
    v.array(v.object({ pubkey: key, isSigner: v.boolean(), isWritable: v.boolean() })),
    v.maxLength(256),
  ),
  data: v.pipe(v.string(), v.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)),
})
const built = v.object({
  inputMint: key,
  outputMint: key,
  inAmount: amount,
  outAmount: amount,
  otherAmountThreshold: amount,
  slippageBps: v.number(),
  priceImpactPct: v.optional(v.pipe(v.string(), v.transform(Number), v.finite())),
  setupInstructions: v.optional(v.array(call), []),
  swapInstruction: call,
  cleanupInstruction: v.nullish(call),
  otherInstructions: v.optional(v.array(call), []),
  addressesByLookupTableAddress: v.nullish(v.record(key, v.pipe(v.array(key), v.maxLength(256)))),
})

/** A call of a program, as the wire has it. */
export type BuiltCall = {
  programAddress: string
  accounts: { address: string; role: 0 | 1 | 2 | 3 }[]
  data: string
}

/** What Jupiter would do for an account. */
export type JupiterWay = {
  readonly amountOut: bigint
  /** Least that comes out. */
  readonly minimumOut: bigint
  /** Percent; null where it is not told. */
  readonly priceImpact: number | null
  readonly calls: BuiltCall[]
  readonly tables: Record<string, string[]>
}

/** Asks Jupiter; undefined where it has no way. Throws `RequestError` RATE_LIMITED and UPSTREAM_UNAVAILABLE. */
export type AskJupiter = (
  request: {
    /** Mints; `SOLANA_COIN` for SOL. */
    readonly sell: string
    readonly buy: string
    readonly amount: bigint
    readonly account: string
    /** Hundredths of a percent. */
    readonly slippageBips: number
  },
  signal: AbortSignal | undefined,
) => Promise<JupiterWay | undefined>

/** Makes it, with your key. */
export function createJupiterSwap(parameters: { url: string; apiKey: string; ask: AskAggregator }): AskJupiter {
  const headers = { 'x-api-key': parameters.apiKey }
  const toMint = (asset: string): string => (asset === SOLANA_COIN ? WRAPPED_SOL : asset)

  return async ({ sell, buy, amount: paid, account, slippageBips }, signal) => {
    const url = new URL(`${parameters.url.replace(/\/+$/, '')}/build`)
    const fields = {
      inputMint: toMint(sell),
      outputMint: toMint(buy),
      amount: `${paid}`,
      taker: account,
      slippageBps: `${slippageBips}`,
    }
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
    const answer = await parameters.ask({ url, headers, signal }, built)
    if (answer === undefined) return undefined
    const isAsked =
      answer.inputMint === fields.inputMint &&
      answer.outputMint === fields.outputMint &&
      answer.inAmount === paid &&
      answer.slippageBps <= slippageBips &&
      answer.swapInstruction.programId === JUPITER.program
    if (!isAsked) {
      throw new RequestError('UPSTREAM_UNAVAILABLE', 'The aggregator answers what was not asked.', { field: 'chainId' })
    }
    const { setupInstructions, swapInstruction, cleanupInstruction, otherInstructions } = answer
    const calls = [...setupInstructions, swapInstruction, ...(cleanupInstruction ? [cleanupInstruction] : [])]
    return {
      amountOut: answer.outAmount,
      minimumOut: answer.otherAmountThreshold,
      priceImpact: answer.priceImpactPct === undefined ? null : Math.max(0, answer.priceImpactPct * 100),
      // What is paid for being first is the wallet's to choose, so its budget is left out.
      calls: [...otherInstructions, ...calls].map(toCall),
      tables: answer.addressesByLookupTableAddress ?? {},
    }
  }
}

function toCall({ programId, accounts, data }: v.InferOutput<typeof call>): BuiltCall {
  return {
    programAddress: programId,
    accounts: accounts.map(({ pubkey, isSigner, isWritable }) => ({
      address: pubkey,
      role: isSigner ? (isWritable ? 3 : 2) : isWritable ? 1 : 0,
    })),
    data: `0x${Buffer.from(data, 'base64').toString('hex')}`,
  }
}
