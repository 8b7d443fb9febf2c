import { useEffect, useState } from 'react'
import { watchQuote } from '../../../core/features/swap/actions.ts'
import { planSwap } from '../../../core/features/swap/sendSwap.ts'
import type { SwapQuote, SwapRequestStep, SwapState } from '../../../core/features/swap/state.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { useInstance } from '../../hooks.ts'
import { type SwapAsset, type Swapping, useSwapping } from './useSwapping.ts'

/** A swap as it is reviewed. */
export type Review = Pick<Swapping, 'network' | 'connection' | 'state'> & {
  readonly quote: SwapQuote
  readonly from: SwapAsset
  readonly to: SwapAsset
  /** What the wallet will be asked for, as far as it is known. */
  readonly steps: readonly SwapRequestStep[]
  readonly networkFee: bigint | undefined
}

/** What is to be reviewed, or what has left; undefined for the moment in which neither is, which leads back to the form. */
export function useReview(
  hasLeft: boolean,
): { readonly review?: Review | undefined; readonly state: SwapState } | undefined {
  const instance = useInstance()
  const swapping = useSwapping()
  useEffect(() => watchQuote(instance), [instance])
  const { quote, from, to, state, step } = swapping ?? {}
  const isBusy = state !== undefined && state.phase !== 'idle'
  const isWhole = isBusy || step === 'ready' || step === 'unquoted'
  const isGone = swapping !== undefined && (hasLeft || !quote || !isWhole) && state?.sent === undefined
  useEffect(() => {
    if (isGone) goBack(instance)
  }, [instance, isGone])
  const connection = swapping?.connection
  const [planned, setPlanned] = useState<{ readonly quote: SwapQuote; readonly fee: bigint | undefined }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a quote is planned once, and not while it is carried out
  useEffect(() => {
    if (!quote || !connection || isBusy) return
    let isOver = false
    void planSwap(instance, { connection, quote }).then((fee) => {
      if (!isOver) setPlanned({ quote, fee })
    })
    return () => {
      isOver = true
    }
  }, [instance, quote])
  if (!swapping || !state) return undefined
  if (hasLeft || !quote || !from || !to) return state.sent ? { state } : undefined
  const steps = state.steps.length > 0 ? state.steps : toLikelySteps(quote)
  const networkFee = planned?.quote === quote ? planned.fee : swapping.networkFee
  return {
    state,
    review: { network: swapping.network, connection: swapping.connection, state, quote, from, to, steps, networkFee },
  }
}

/** What is asked before the chain has said what the router may take already. */
function toLikelySteps({ from, isExact }: SwapQuote): readonly SwapRequestStep[] {
  const swap: SwapRequestStep = { kind: 'swap', isDone: false }
  if (from.address === undefined || isExact) return [swap]
  return [{ kind: from.takesPermit ? 'permit' : 'allow', isDone: false }, swap]
}
