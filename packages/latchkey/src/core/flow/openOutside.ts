import type { Instance } from '../types/latchkey.ts'
import { readPlatform } from '../values/platform.ts'
import { readPageAddress } from '../values/readPageAddress.ts'
import { showToast } from './showToast.ts'

/**
 * Shows this page in a browser of its own, called in the tap: by Telegram's own way out, by Android's, else by copying the
 * address. What "Open in browser" does (F-21).
 */
export function openOutside(instance: Instance, go: (url: string) => void): void {
  const { walletWindow, browser } = instance.services
  const { os } = readPlatform(walletWindow)
  const url = readPageAddress(walletWindow) ?? browser.origin()
  const openLink = walletWindow?.Telegram?.WebApp?.openLink
  if (openLink) openLink(url)
  else if (os === 'android') go(`intent://${url.replace(/^https?:\/\//, '')}#Intent;scheme=https;end`)
  else {
    void browser.copy(url).then(
      () => showToast(instance, { variant: 'success', key: 'pageCopied' }),
      () => showToast(instance, { variant: 'error', key: 'copyFailed' }),
    )
  }
}
