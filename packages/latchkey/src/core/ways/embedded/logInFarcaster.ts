import { hasSafeProtocol } from '../../checks/optionErrors.ts'
import type { Instance } from '../../types/latchkey.ts'
import { embeddedOf } from './embeddedStore.ts'
import { FARCASTER } from './findSocial.ts'
import { openFrame } from './openFrame.ts'
import { askPatiently, runSocial } from './runSocial.ts'
import { createSocialFailure } from './socialFailures.ts'

/** Begins a login by the Farcaster app: asks for what it is to open, once, and waits for the phone. A former login ends. */
export function startFarcaster(instance: Instance): void {
  instance.live.social?.cancel()
  instance.track('SOCIAL_LOGIN_STARTED', { provider: FARCASTER })
  const setUrl = (farcasterUrl: string | undefined): void =>
    embeddedOf(instance).set((state) => ({ ...state, farcasterUrl }))
  runSocial(instance, {
    provider: FARCASTER,
    logIn: async (signal, setLogin) => {
      // Left, or failed: what was to be opened leads nowhere any more.
      try {
        const { url } = await openFrame(instance).channel.call('GET_FARCASTER_URI', undefined, { signal })
        if (!hasSafeProtocol(url)) throw createSocialFailure(instance, 'SITE_REFUSED', FARCASTER)
        setUrl(url)
        setLogin({ phase: 'waiting' })
        await askPatiently(instance, () => openFrame(instance).channel.call('CONNECT_FARCASTER', undefined, { signal }))
      } finally {
        setUrl(undefined)
      }
    },
  })
}
