'use client'

import type { Latchkey, LatchkeyState } from '../core/types/latchkey.ts'
import { useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/** The modal: whether it is open and at which view, and the ways to open, close and load it. Closed on a server. */
export function useModal(): useModal.Modal {
  const { open, close, preload } = useLatchkey()
  return { ...useLatchkeyState(pickModal), open, close, preload }
}
export declare namespace useModal {
  type Modal = Pick<Latchkey, 'open' | 'close' | 'preload'> & {
    readonly isOpen: boolean
    readonly view: LatchkeyState['view']
  }
}

function pickModal({ open, view }: LatchkeyState): Pick<useModal.Modal, 'isOpen' | 'view'> {
  return { isOpen: open, view }
}
