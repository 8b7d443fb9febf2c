import type { Instance } from '../../types/latchkey.ts'
import { isOfGateway, socialContext } from './socialFailures.ts'
import { type SocialLogin, socialOf } from './socialStore.ts'
import type { SocialWindow } from './socialWindow.ts'

/** How often the window is looked at, in ms. As specified. */
const LOOK_MS = 1_000

/** How long it may be gone before the visitor is asked, in ms. Source: SEC-70. */
const GONE_MS = 3_000

/**
 * Looks at the window of a login, and hears it out. One that is gone was closed by the visitor, or cut off by what isolates a page: only
 * the gateway knows, and the frame asks it on (F-45). Returns the way to stop.
 */
export function followWindow(
  instance: Instance,
  {
    opened,
    provider,
    setLogin,
  }: {
    readonly opened: SocialWindow
    readonly provider: string
    readonly setLogin: (change: Partial<SocialLogin>) => void
  },
): () => void {
  const { clock, walletWindow } = instance.services
  let goneAt: number | undefined
  const look = (): void => {
    const now = clock.now()
    goneAt = opened.isClosed() ? (goneAt ?? now) : undefined
    if (socialOf(instance).get().login?.phase === 'waiting' && goneAt !== undefined && now - goneAt >= GONE_MS) {
      setLogin({ phase: 'cut' })
      instance.fail({ ...socialContext(instance, provider), code: 'POPUP_CUT_OFF', final: false })
    }
    stop = clock.after(LOOK_MS, look)
  }
  let stop = clock.after(LOOK_MS, look)
  const onMessage = (event: Event): void => {
    const { source, origin, data } = event as MessageEvent
    const { resultUri } = Object(data) as { readonly resultUri?: unknown }
    if (!opened.isFrom(source) || !isOfGateway(instance, origin) || typeof resultUri !== 'string') return
    // It only says that the window is done: what came of it the frame hears of the gateway.
    opened.close()
    setLogin({ phase: 'reading' })
  }
  walletWindow?.addEventListener('message', onMessage)
  return () => {
    stop()
    walletWindow?.removeEventListener('message', onMessage)
  }
}
