import { useSyncExternalStore } from 'react'
import { useInstance } from '../hooks.ts'

/** Whether the browser believes that it is online. */
export function useOnline(): boolean {
  const { browser } = useInstance().services
  return useSyncExternalStore(browser.watchOnline, browser.isOnline, browser.isOnline)
}
