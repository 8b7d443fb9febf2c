'use client'

import type { Latchkey, LatchkeyState } from '../core/types/latchkey.ts'
import { useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/** How the modal and the buttons look and speak, and the ways to change it. */
export function useAppearance(): useAppearance.Appearance {
  const { setThemeMode, setAccent, setLocale, setThemeVariables } = useLatchkey()
  return { themeMode: useLatchkeyState(pickMode), setThemeMode, setAccent, setLocale, setThemeVariables }
}
export declare namespace useAppearance {
  type Appearance = Pick<Latchkey, 'setThemeMode' | 'setAccent' | 'setLocale' | 'setThemeVariables'> &
    Pick<LatchkeyState, 'themeMode'>
}

function pickMode({ themeMode }: LatchkeyState): LatchkeyState['themeMode'] {
  return themeMode
}
