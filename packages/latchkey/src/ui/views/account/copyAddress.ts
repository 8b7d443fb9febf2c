import { showToast } from '../../../core/kernel/shell/showToast.ts'
import type { Instance } from '../../../core/latchkey.ts'

/** Copies an address and says so. A page in a frame, or without a secure address, may be denied that, and says that too. */
export async function copyAddress(instance: Instance, address: string): Promise<void> {
  const isCopied = await instance.services.browser.copy(address).then(
    () => true,
    () => false,
  )
  showToast(instance, isCopied ? { variant: 'success', key: 'addressCopied' } : { variant: 'error', key: 'copyFailed' })
}
