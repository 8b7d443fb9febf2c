'use client'

import { getServerState } from '../core/roof/getServerState.ts'
import type { LatchkeyState } from '../core/types/latchkey.ts'
import { useLatchkey } from './useLatchkey.ts'
import { useSnapshot } from './useSnapshot.ts'

/**
 * The state of the instance, or the part of it that `selector` picks. The component renders again when that part changes;
 * objects count as equal when each field is. On a server, and until hydration is done, it is the state before anything
 * happened, so that server markup and first paint agree.
 */
export function useLatchkeyState(): LatchkeyState
export function useLatchkeyState<Part>(selector: (state: LatchkeyState) => Part): Part
export function useLatchkeyState<Part>(selector?: (state: LatchkeyState) => Part): Part | LatchkeyState {
  const latchkey = useLatchkey()
  return useSnapshot(
    latchkey.subscribe,
    () => pick(latchkey.getState()),
    () => pick(getServerState(latchkey)),
  )

  function pick(state: LatchkeyState): Part | LatchkeyState {
    return selector ? selector(state) : state
  }
}
