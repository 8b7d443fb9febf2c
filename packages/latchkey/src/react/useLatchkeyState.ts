'use client'

import { useRef, useSyncExternalStore } from 'react'
import type { LatchkeyState } from '../core/latchkey.ts'
import { getServerState } from './getServerState.ts'
import { useLatchkey } from './useLatchkey.ts'

/**
 * The state of the instance, or the part of it that `selector` picks. The component renders again when that part changes;
 * objects count as equal when each field is. On a server, and until hydration is done, it is the state before anything
 * happened, so that server markup and first paint agree.
 */
export function useLatchkeyState(): LatchkeyState
export function useLatchkeyState<Part>(selector: (state: LatchkeyState) => Part): Part
export function useLatchkeyState<Part>(selector?: (state: LatchkeyState) => Part): Part | LatchkeyState {
  const latchkey = useLatchkey()
  const last = useRef<{ readonly part: Part | LatchkeyState } | undefined>(undefined)
  const read = (state: LatchkeyState): Part | LatchkeyState => {
    const part = selector ? selector(state) : state
    if (last.current && isSame(last.current.part, part)) return last.current.part
    last.current = { part }
    return part
  }
  return useSyncExternalStore(
    latchkey.subscribe,
    () => read(latchkey.getState()),
    () => read(getServerState(latchkey)),
  )
}

/** Same value, or plain objects of the same values. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && Object.is(Reflect.get(a, name), Reflect.get(b, name)))
  )
}
