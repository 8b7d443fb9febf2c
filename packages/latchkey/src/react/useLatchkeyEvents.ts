'use client'

import { useEffect, useRef } from 'react'
import type { HostEvents } from '../core/types/events.ts'
import { useLatchkey } from './useLatchkey.ts'

/** Listens to the instance's events, or to its failures, for as long as the component lives. */
export function useLatchkeyEvents<Name extends keyof HostEvents>(
  name: Name,
  listener: (value: HostEvents[Name]) => void,
): void {
  const latchkey = useLatchkey()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => latchkey.on(name, (value) => latest.current(value)), [latchkey, name])
}
