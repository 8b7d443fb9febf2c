'use client'

import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { useOptionalLatchkey } from './LatchkeyProvider.tsx'

/** The instance of the nearest `LatchkeyProvider`. Throws `INSTANCE_NOT_FOUND` where there is none. */
export function useLatchkey(): Latchkey {
  const latchkey = useOptionalLatchkey()
  if (!latchkey) {
    throw new LatchkeyError('INSTANCE_NOT_FOUND', 'A Latchkey hook needs a LatchkeyProvider above its component.')
  }
  return latchkey
}
