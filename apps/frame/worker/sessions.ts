/**
 * The session with the gateway. It is kept in the device's storage, where other tabs of the same site find it: whoever renews it does so
 * alone, and the others take what the first one got.
 */
import { endLogin, refreshLogin } from '@latchkey/wire/custody/login'
import type { DeviceStore, KeptSession } from '../device/deviceStore.ts'
import { type Caller, CallRefusedError } from '../wallet/createCaller.ts'
import { signedOut } from './refusals.ts'

/** How long before its end a token is renewed (ms). */
const EARLY = 30_000

/** Runs one thing of a name at a time among all tabs of a site. */
export type Lock = <Value>(name: 'session' | 'wallet', run: () => Promise<Value>) => Promise<Value>

export const createSessions = ({
  projectId,
  store,
  gateway,
  lock,
  now,
}: {
  readonly projectId: string
  readonly store: DeviceStore
  readonly gateway: Caller
  readonly lock: Lock
  /** ms since 1970. */
  readonly now: () => number
}) => {
  let held: KeptSession | undefined

  const keep = async (session: KeptSession | undefined) => {
    held = session
    await store.keepSession(projectId, session)
  }

  const isFresh = ({ accessUntil }: KeptSession) => accessUntil - EARLY > now()

  /** Another token. `former` is the one that does not do any more; one that another tab got meanwhile is taken instead. */
  const renew = (former: KeptSession): Promise<KeptSession> =>
    lock('session', async () => {
      const kept = await store.session(projectId)
      if (!kept) throw signedOut()
      if (kept.token !== former.token && isFresh(kept)) {
        held = kept
        return kept
      }
      try {
        const renewed = await gateway(refreshLogin, {}, { token: kept.token })
        await keep(renewed)
        return renewed
      } catch (error) {
        if (!(error instanceof CallRefusedError && error.code === 'SESSION_REFUSED')) throw error
        await keep(undefined)
        throw signedOut()
      }
    })

  const find = async (): Promise<KeptSession | undefined> => {
    held ??= await store.session(projectId)
    return held
  }

  return {
    /** A login came to this, or its wallet was brought. */
    keep,

    /** The session as it was last seen; undefined: nobody is logged in. */
    find,

    /** The session with a token, and an assertion for the vault, that are new. */
    renewed: async (): Promise<KeptSession> => {
      const session = await find()
      if (!session) throw signedOut()
      return renew(session)
    },

    /** Makes a call with a token that may be used; once more with another one where that is refused. */
    use: async <Answer>(call: (session: KeptSession) => Promise<Answer>): Promise<Answer> => {
      const found = await find()
      if (!found) throw signedOut()
      const session = isFresh(found) ? found : await renew(found)
      try {
        return await call(session)
      } catch (error) {
        if (!(error instanceof CallRefusedError && error.code === 'SESSION_REFUSED')) throw error
        return call(await renew(session))
      }
    },

    /** Ends it here whatever the gateway says, and there if it can be reached. */
    end: async (): Promise<void> => {
      const session = await find()
      await keep(undefined)
      // It ends at the gateway by itself where that is away.
      if (session) await gateway(endLogin, {}, { token: session.token }).catch(() => {})
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
