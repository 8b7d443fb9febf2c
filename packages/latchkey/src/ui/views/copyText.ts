import { showToast } from '../../core/flow/showToast.ts'
import type { ToastKey } from '../../core/flow/toast.ts'
import type { Instance } from '../../core/types/latchkey.ts'

/** Copies a text and says so. A page in a frame, or without a secure address, may be denied that, and says that too. */
export async function copyText(instance: Instance, text: string, done: ToastKey): Promise<void> {
  const isCopied = await instance.services.browser.copy(text).then(
    () => true,
    () => false,
  )
  showToast(instance, isCopied ? { variant: 'success', key: done } : { variant: 'error', key: 'copyFailed' })
}
