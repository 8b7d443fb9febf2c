'use client'

import { useRef, useSyncExternalStore } from 'react'
import { requestsOf } from '../core/kernel/requests/requests.ts'
import { useLatchkey } from './useLatchkey.ts'

/** A number that is another one whenever something sent by Latchkey leaves or lands on a network (default: on any). */
export function useTouched(networkId?: string | undefined): number {
  const requests = requestsOf(useLatchkey().instance)
  const last = useRef(0)
  const read = (): number => {
    const { touched } = requests.get()
    if (touched && (networkId === undefined || touched.networkId === networkId)) last.current = touched.count
    return last.current
  }
  return useSyncExternalStore(requests.watch, read, () => 0)
}
