import type { Instance } from '../types/latchkey.ts'

/** Takes the toast away, and one that waits for its turn. */
export function hideToast(instance: Instance): void {
  const { stores, live } = instance
  live.toast?.stop()
  live.toast = undefined
  live.stopNextToast?.()
  live.stopNextToast = undefined
  stores.toast.set((state) => (state.toast ? { ...state, toast: undefined } : state))
}
