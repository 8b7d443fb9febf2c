import type { TableChange } from '../tables.ts'
import type { EngineContext } from './context.ts'

/** That a call was carried out, and what came of it, to be written together with its effect. */
export const outcomeOf = ({ clock }: EngineContext, callId: string, result?: unknown): TableChange => ({
  table: 'outcome',
  key: callId,
  value: { at: clock.now(), ...(result !== undefined && { result }) },
})
