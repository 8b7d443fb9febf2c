import { useEffect, useState } from 'react'
import { checkTransaction } from '../../../core/features/send/checkTransaction.ts'
import type { TransactionCheck } from '../../../core/features/send/transactionCheck.ts'
import { fetchSwap } from '../../../core/features/swap/buildSteps.ts'
import { getAdapter } from '../../../core/kernel/way.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../../core/values/withDeadline.ts'
import { useInstance } from '../../hooks.ts'
import type { Review } from './useReview.ts'

/**
 * What a node says of the swap, once for each amount and again where the price moved more than the slippage, because then it would
 * fail. Only where nothing has to be allowed before it: the rest would only fail there. `checking` until that is known, undefined
 * where nothing can be said.
 */
export function useSwapCheck({
  quote,
  connection,
  state,
  network,
  steps,
}: Review): TransactionCheck | 'checking' | undefined {
  const instance = useInstance()
  const [checked, setChecked] = useState<{ readonly subject: string; readonly check: TransactionCheck | undefined }>()
  const isAlone = steps.length === 1 && steps[0]?.kind === 'swap' && state.planFailure === undefined
  const isIdle = state.phase === 'idle'
  const [built, setBuilt] = useState(quote)
  if (quote.got < built.least) setBuilt(quote)
  const subject = `${built.least} ${network.caipNetworkId} ${connection.accounts[0]?.address} ${quote.from.key} ${quote.to.key} ${quote.paid}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: one subject is checked once, when nothing is being asked
  useEffect(() => {
    if (!isAlone || !isIdle || checked?.subject === subject) return
    let isOver = false
    const { clock, logger } = instance.services
    const check = async (): Promise<TransactionCheck> => {
      const request = await fetchSwap(instance, { connection, quote })
      const { prepareProgramCalls } = getAdapter(instance, connection.connector) ?? {}
      const calls = request.calls && (await prepareProgramCalls?.(connection, request.calls))
      return checkTransaction(instance, { connection, request: calls ? { transaction: calls } : request })
    }
    const settle = (found: TransactionCheck | undefined): void => {
      if (!isOver) setChecked({ subject, check: found })
    }
    // Nobody is kept from going on by who does not answer.
    withDeadline({ clock, delayMs: READ_DEADLINE_MS, signal: instance.signal }, check).then(
      settle,
      (error: unknown) => {
        // What could not be built is said by the plan.
        logger.debug('A swap could not be checked.', { error })
        settle(undefined)
      },
    )
    return () => {
      isOver = true
    }
  }, [subject, isAlone, isIdle])
  if (state.planFailure !== undefined) return undefined
  if (checked?.subject === subject) return checked.check
  return isAlone && isIdle ? 'checking' : undefined
}
