/** Logging in at another service, in a window of its own or by a way of the page itself. Sources: F-42, F-44 to F-46, SEC-69, SEC-70. */

import type { Instance } from '../../types/latchkey.ts'
import { readPlatform } from '../../values/platform.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { followWindow } from './followWindow.ts'
import { openFrame } from './openFrame.ts'
import { askPatiently, runSocial } from './runSocial.ts'
import { createSocialFailure, isOfGateway, tellSocialFailure } from './socialFailures.ts'
import { REDIRECT_RECORD } from './socialReturn.ts'
import { socialOf } from './socialStore.ts'
import { followLink, openSocialWindow, type SocialWindow } from './socialWindow.ts'

/** How long the frame and the gateway may take to say where the window goes, in ms. As specified. */
export const REDIRECT_LIMIT_MS = 45_000

/** Services that refuse browsers inside apps. Source: F-46. */
const REFUSE_IN_APPS: readonly string[] = ['google', 'facebook']

export declare namespace startSocial {
  type Parameters = {
    /** Id of the service. */
    readonly provider: string
    /** What the empty window says until it is led on. */
    readonly title: string
    /** The page itself goes there, in place of a window. */
    readonly redirects?: boolean | undefined
  }
}

/** Whether a service says no to the browser that this page is in, so that nobody is sent there (F-46). */
export function isRefusedHere({ services }: Pick<Instance, 'services'>, provider: string): boolean {
  return REFUSE_IN_APPS.includes(provider) && readPlatform(services.walletWindow).isInApp
}

/**
 * Begins a login, within a press: the window opens before anything is waited for. What becomes of it stands in `socialOf`; a former one
 * ends.
 */
export function startSocial(instance: Instance, { provider, title, redirects }: startSocial.Parameters): void {
  const { live, services, options } = instance
  const { login } = socialOf(instance).get()
  live.social?.cancel()
  if (isRefusedHere(instance, provider)) {
    tellSocialFailure(instance, provider, createSocialFailure(instance, 'SOCIAL_WEBVIEW_REFUSED', provider))
    return
  }
  const isMeant = options.features.socialRedirect && services.browser.isMobile()
  const goesItself = redirects ?? (isMeant || readPlatform(services.walletWindow).isTelegram)
  const opened = goesItself ? undefined : openSocialWindow(instance, title)
  if (!goesItself && !opened) {
    const blocked = (login?.provider === provider ? (login.blocked ?? 0) : 0) + 1
    tellSocialFailure(instance, provider, createSocialFailure(instance, 'POPUP_BLOCKED', provider), blocked)
    return
  }
  instance.track('SOCIAL_LOGIN_STARTED', { provider })
  runSocial(instance, {
    provider,
    opened,
    logIn: async (signal, setLogin) => {
      const stop = opened && followWindow(instance, { opened, provider, setLogin })
      try {
        await leadOn(instance, { provider, opened, signal })
        setLogin({ phase: 'waiting' })
        await askPatiently(instance, () => openFrame(instance).channel.call('CONNECT_SOCIAL', undefined, { signal }))
      } finally {
        stop?.()
      }
    },
  })
}

/** Goes on with a login for which the page itself had gone to a service, and which came back with a ticket. */
export function resumeSocial(
  instance: Instance,
  { provider, resultUri }: { readonly provider: string; readonly resultUri: string },
): void {
  runSocial(instance, {
    provider,
    logIn: async (signal, setLogin) => {
      setLogin({ phase: 'reading' })
      // The ticket is good once: whoever asks again waits for the same login.
      let uri: string | undefined = resultUri
      await askPatiently(instance, () => {
        const asked = openFrame(instance).channel.call('CONNECT_SOCIAL', uri === undefined ? undefined : { uri }, {
          signal,
        })
        uri = undefined
        return asked
      })
    },
  })
}

/** Asks where to go, and goes there: the window, or this page itself. */
async function leadOn(
  instance: Instance,
  {
    provider,
    opened,
    signal,
  }: { readonly provider: string; readonly opened: SocialWindow | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { clock, storage, walletWindow } = instance.services
  const returnUrl = opened ? undefined : walletWindow?.location?.href
  const { uri } = await withDeadline({ clock, delayMs: REDIRECT_LIMIT_MS, signal }, (until) =>
    openFrame(instance).channel.call(
      'GET_SOCIAL_REDIRECT_URI',
      { provider, ...(returnUrl !== undefined && { returnUrl }) },
      { signal: until },
    ),
  )
  signal.throwIfAborted()
  if (!isOfGateway(instance, uri)) throw createSocialFailure(instance, 'SITE_REFUSED', provider)
  if (opened) {
    if (opened.isClosed()) throw createSocialFailure(instance, 'POPUP_CUT_OFF', provider)
    opened.goTo(uri)
    return
  }
  storage.set(REDIRECT_RECORD, provider)
  if (!followLink(instance.services, uri, '_self')) walletWindow?.location?.assign?.(uri)
  // This page is left.
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}
