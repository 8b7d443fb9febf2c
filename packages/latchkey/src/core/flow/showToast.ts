import type { Instance } from '../types/latchkey.ts'
import { hideToast } from './hideToast.ts'
import { startToastTimer } from './pauseToast.ts'
import { TOAST_SWAP_MS, type ToastContent } from './toast.ts'

/** How long a success stays, in ms: long enough to read a short sentence. */
const TOAST_SUCCESS_MS = 4_000

/** Shows a toast; one that is open leaves first and the new one comes 150 ms later. Success leaves by itself after 4 s; a notice waits for its answer. */
export function showToast(instance: Instance, toast: ToastContent): void {
  const { stores, services, live } = instance
  const isWaiting = live.stopNextToast !== undefined
  const isOpen = stores.toast.get().toast !== undefined
  hideToast(instance)
  if (!isOpen && !isWaiting) {
    putToast(instance, toast)
    return
  }
  live.stopNextToast = services.clock.after(TOAST_SWAP_MS, () => {
    live.stopNextToast = undefined
    if (!instance.signal.aborted) putToast(instance, toast)
  })
}

function putToast(instance: Instance, toast: ToastContent): void {
  const { stores, services } = instance
  stores.toast.set((state) => ({ toast: { ...toast, id: state.nextId }, nextId: state.nextId + 1 }))
  if (toast.variant === 'success') startToastTimer(instance, TOAST_SUCCESS_MS, services.browser.isVisible())
}
