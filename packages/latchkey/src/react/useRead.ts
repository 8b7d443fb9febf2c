'use client'

import { useCallback, useEffect } from 'react'
import { type Call, useCall } from './useCall.ts'

/** Something that is read by itself, and how that stands. */
export type Read<Answer> = Call<Answer> & {
  /** Reads it again. Rejects with a coded error. */
  readonly refetch: () => Promise<Answer>
}

/**
 * Reads something when the component appears and whenever `key` changes; nothing while that is undefined. What was read for
 * another key is not shown.
 */
export function useRead<Answer>(key: string | undefined, run: () => Promise<Answer>): Read<Answer> {
  const [call, state] = useCall(async (of: string | undefined) => ({ of, answer: await run() }))
  useEffect(() => {
    // The error is in the state that the hook gives.
    if (key !== undefined) call(key).catch(() => undefined)
  }, [key, call])
  const refetch = useCallback(async () => (await call(key)).answer, [call, key])
  const isWanted = key !== undefined
  const isStale = state.result !== undefined && state.result.of !== key
  return {
    isPending: isWanted && (state.isPending || isStale),
    error: isWanted ? state.error : undefined,
    result: isWanted && !isStale ? state.result?.answer : undefined,
    refetch,
  }
}
