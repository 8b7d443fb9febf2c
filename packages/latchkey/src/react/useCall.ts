'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

/** How the newest of several calls stands. */
export type Call<Answer> = {
  readonly isPending: boolean
  /** The error of the newest call, with its code; undefined while it runs and after success. */
  readonly error: unknown
  readonly result: Answer | undefined
}

/**
 * Follows calls of one function for a component: the newest decides, and one that is answered after unmounting is not told.
 */
export function useCall<Parameters extends readonly unknown[], Answer>(
  run: (...parameters: Parameters) => Promise<Answer>,
): readonly [call: (...parameters: Parameters) => Promise<Answer>, state: Call<Answer>] {
  const [state, setState] = useState<Call<Answer>>({ isPending: false, error: undefined, result: undefined })
  const newest = useRef(0)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(
    () => () => {
      newest.current += 1
    },
    [],
  )
  const call = useCallback(async (...parameters: Parameters): Promise<Answer> => {
    newest.current += 1
    const mine = newest.current
    const tell = (next: Call<Answer>): void => {
      if (mine === newest.current) setState(next)
    }
    tell({ isPending: true, error: undefined, result: undefined })
    try {
      const result = await latest.current(...parameters)
      tell({ isPending: false, error: undefined, result })
      return result
    } catch (error) {
      tell({ isPending: false, error, result: undefined })
      throw error
    }
  }, [])
  return [call, state]
}
