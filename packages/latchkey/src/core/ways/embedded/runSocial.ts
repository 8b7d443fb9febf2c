import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../types/latchkey.ts'
import { connectEmbedded } from './connectEmbedded.ts'
import { FrameCallError } from './frameChannel.ts'
import { tellSocialFailure, toSocialFailure } from './socialFailures.ts'
import { type SocialLogin, socialOf } from './socialStore.ts'
import { LAST_SOCIAL_RECORD } from './socials.ts'
import type { SocialWindow } from './socialWindow.ts'

/** How long a login at a service lives, in ms: for as long it is waited for. Source: SEC-66. */
const LOGIN_LIFE_MS = 10 * 60_000

/** A login that is under way. */
export type LiveSocial = {
  readonly provider: string
  /** The window that it happens in. */
  readonly opened: SocialWindow | undefined
  /** Ends it, because the visitor goes elsewhere. */
  readonly cancel: () => void
}

declare module '../../kernel/live.ts' {
  interface Live {
    social?: LiveSocial | undefined
  }
}

/** What a login does until somebody is logged in, and the window that it does it in. */
export type SocialRun = {
  readonly provider: string
  readonly opened?: SocialWindow | undefined
  readonly logIn: (signal: AbortSignal, setLogin: (change: Partial<SocialLogin>) => void) => Promise<void>
}

/**
 * Runs a login, and connects whoever has logged in. How far it is stands in `socialOf`. It goes on for as long as the modal shows it, and
 * leaving it is a no.
 */
export function runSocial(instance: Instance, { provider, opened, logIn }: SocialRun): void {
  const { live, services, stores } = instance
  const over = new AbortController()
  const setLogin = (change: Partial<SocialLogin>): void => {
    if (!over.signal.aborted)
      socialOf(instance).set((state) => ({
        ...state,
        login: { phase: 'opening', ...state.login, ...change, provider },
      }))
  }
  const end = (): void => {
    over.abort()
    stopLeaving()
    opened?.close()
    if (live.social === login) live.social = undefined
  }
  const login: LiveSocial = {
    provider,
    opened,
    cancel: () => {
      end()
      socialOf(instance).set((state) => ({ ...state, login: undefined }))
      instance.track('SOCIAL_LOGIN_CANCELED', { provider })
    },
  }
  live.social = login
  socialOf(instance).set((state) => ({ ...state, login: { provider, phase: 'opening' } }))
  const stopLeaving = followLeaving(instance, login.cancel)
  instance.signal.addEventListener('abort', end, { once: true, signal: over.signal })

  const run = async (): Promise<void> => {
    await logIn(over.signal, setLogin)
    over.signal.throwIfAborted()
    stopLeaving()
    opened?.close()
    setLogin({ phase: 'reading' })
    instance.track('SOCIAL_LOGIN_REQUEST_USER_DATA', { provider })
    services.storage.set(LAST_SOCIAL_RECORD, provider)
    await connectEmbedded(instance, { namespace: stores.modal.get().namespace })
    instance.track('SOCIAL_LOGIN_SUCCESS', { provider })
    end()
    socialOf(instance).set((state) => ({ ...state, login: undefined, last: provider }))
  }
  run().catch((problem: unknown) => {
    if (over.signal.aborted) return
    if (isLatchkeyError(problem, 'ATTEMPT_CANCELLED')) return login.cancel()
    end()
    tellSocialFailure(instance, provider, toSocialFailure(instance, problem, provider))
  })
}

/** Asks the frame for what a person does elsewhere, again and again while their login lives: a person takes longer than a call lasts. */
export async function askPatiently<Answer>({ services }: Instance, ask: () => Promise<Answer>): Promise<Answer> {
  const { clock } = services
  const end = clock.now() + LOGIN_LIFE_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const isLate = error instanceof FrameCallError && error.kind === 'late'
      if (!isLate || clock.now() >= end) throw error
    }
  }
}

/** Calls back once the modal, which has shown a login, does so no more. Returns the way to stop. */
function followLeaving({ stores }: Instance, onLeave: () => void): () => void {
  let wasShown = false
  const look = (): void => {
    const { history } = stores.router.get()
    const isShown =
      stores.modal.get().open &&
      history.some(({ view }) => view === 'ConnectingSocial' || view === 'ConnectingFarcaster')
    const isLeft = wasShown && !isShown
    wasShown = isShown
    if (isLeft) onLeave()
  }
  const stops = [stores.modal.watch(look), stores.router.watch(look)]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}
