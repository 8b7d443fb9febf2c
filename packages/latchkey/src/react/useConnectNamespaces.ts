'use client'

import { connectNamespaces as action } from '../actions/connectNamespaces.ts'
import type { Connection } from '../core/types/adapter.ts'
import { type Call, useCall } from './useCall.ts'
import { useLatchkey } from './useLatchkey.ts'

/** Connects one wallet in several namespaces without opening the modal. Rejects as the action `connectNamespaces` does. */
export function useConnectNamespaces(): Call<readonly Connection[]> & {
  readonly connectNamespaces: (parameters: Parameters<typeof action>[1]) => Promise<readonly Connection[]>
} {
  const latchkey = useLatchkey()
  const [connectNamespaces, state] = useCall((parameters: Parameters<typeof action>[1]) => action(latchkey, parameters))
  return { ...state, connectNamespaces }
}
