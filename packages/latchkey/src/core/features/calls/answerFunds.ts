import type { Instance } from '../../types/latchkey.ts'
import { type FundsState, fundsOf } from './funds.ts'

/** The visitor's word on a batch that waits for coin. While the coin is not there nothing goes on without a sponsor. */
export function answerFunds(instance: Instance, answer: NonNullable<FundsState['answer']>): void {
  fundsOf(instance).set((state) => {
    const { question } = state
    if (!question || (answer === 'continue' && question.held < question.needed)) return state
    if (answer === 'sponsor' && !question.canBeSponsored) return state
    return { ...state, answer }
  })
}
