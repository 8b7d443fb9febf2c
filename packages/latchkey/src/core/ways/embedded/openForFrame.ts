import type { Instance } from '../../types/latchkey.ts'
import { isOfGateway } from './socialFailures.ts'
import { openSocialWindow } from './socialWindow.ts'

/**
 * Opens a window at the gateway for whoever has pressed in the frame to log in at a service once more: what is theirs alone to do wants
 * that. A press in the frame is one in the page around it too. What comes of it the frame hears of the gateway; the window closes when
 * it says that it is done.
 */
export function openForFrame(instance: Instance, uri: string): void {
  if (!isOfGateway(instance, uri)) return
  const { walletWindow } = instance.services
  const opened = openSocialWindow(instance, '')
  if (!opened) return
  opened.goTo(uri)
  const onMessage = (event: Event): void => {
    const { source, origin } = event as MessageEvent
    if (!opened.isFrom(source) || !isOfGateway(instance, origin)) return
    walletWindow?.removeEventListener('message', onMessage)
    opened.close()
  }
  walletWindow?.addEventListener('message', onMessage)
  instance.signal.addEventListener('abort', () => walletWindow?.removeEventListener('message', onMessage), {
    once: true,
  })
}
