'use client'

import type { Latchkey } from '../core/types/latchkey.ts'
import { useLatchkey } from './useLatchkey.ts'

/** An action without its first parameter. */
export type Bound<Action> = Action extends (latchkey: Latchkey, ...parameters: infer Rest) => infer Answer
  ? (...parameters: Rest) => Answer
  : never

/** An action with the instance of the provider above as its first parameter. */
export function useBound<Rest extends readonly unknown[], Answer>(
  action: (latchkey: Latchkey, ...parameters: Rest) => Answer,
): (...parameters: Rest) => Answer {
  const latchkey = useLatchkey()
  return (...parameters) => action(latchkey, ...parameters)
}
