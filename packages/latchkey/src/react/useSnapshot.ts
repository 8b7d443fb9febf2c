'use client'

import { useRef, useSyncExternalStore } from 'react'

/** Follows something outside React; the component renders again when it changed, and objects count as equal when each field is. */
export function useSnapshot<Value>(
  subscribe: (listener: () => void) => () => void,
  read: () => Value,
  readOnServer: () => Value,
): Value {
  const last = useRef<{ readonly value: Value } | undefined>(undefined)
  const keep = (value: Value): Value => {
    if (last.current && isSame(last.current.value, value)) return last.current.value
    last.current = { value }
    return value
  }
  return useSyncExternalStore(
    subscribe,
    () => keep(read()),
    () => keep(readOnServer()),
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
