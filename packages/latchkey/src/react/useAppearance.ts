'use client'

import type { Latchkey, LatchkeyState } from '../core/latchkey.ts'
import { useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/** How the modal and the buttons look and speak, and the ways to change it. */
export function useAppearance(): useAppearance.Appearance {
  const { setThemeMode, setAccent, setLocale } = useLatchkey()
  return { themeMode: useLatchkeyState(pickMode), setThemeMode, setAccent, setLocale }
}
export declare namespace useAppearance {
  type Appearance = Pick<Latchkey, 'setThemeMode' | 'setAccent' | 'setLocale'> & Pick<LatchkeyState, 'themeMode'>
}

function pickMode({ themeMode }: LatchkeyState): LatchkeyState['themeMode'] {
  return themeMode
}
