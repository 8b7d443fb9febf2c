'use client'

import { fetchNameSuggestions, type SuggestedName } from '../actions/fetchNameSuggestions.ts'
import { useBound } from './useBound.ts'
import { type Read, useRead } from './useRead.ts'

/** Fewest characters that the gateway is asked about. */
const LEAST = 3

/**
 * Names that begin as `label`, the very one first, with whether somebody has it; see the action `fetchNameSuggestions`. Nothing is asked
 * for a label of fewer than 3 characters. Each label is asked about, so hand it in once the visitor has stopped typing.
 */
export function useNameSuggestions({
  label,
  zone,
}: {
  readonly label: string
  readonly zone?: string | undefined
}): Read<readonly SuggestedName[]> {
  const fetch = useBound(fetchNameSuggestions)
  const key = label.length < LEAST ? undefined : `${label} ${zone ?? ''}`
  return useRead(key, () => fetch({ label, zone }))
}
