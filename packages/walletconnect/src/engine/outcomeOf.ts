import type { TableChange } from '../tables.ts'
import type { EngineContext } from './context.ts'

/** That a call without a result was carried out, to be written together with its effect. */
export const outcomeOf = ({ clock }: EngineContext, callId: string): TableChange => ({
  table: 'outcome',
  key: callId,
  value: { at: clock.now() },
})
