/**
 * A login by another service, step by step. The page leads a window to an address of the gateway and shows what is wanted; what proves
 * the login stays in the worker.
 */
import { linkSocial } from '@latchkey/wire/custody/identities'
import {
  admitDevice,
  admitFarcaster,
  finishSocial,
  readSocialResult,
  redeemTicket,
  type SocialFailure,
  type SocialProof,
  startFarcaster,
  startIdentityDevice,
  startSocial,
  stepUpSocial,
  waitForSocial,
} from '@latchkey/wire/custody/social'
import { waitForDevice } from '@latchkey/wire/custody/vault'
import { CallError } from '../channel/CallError.ts'
import { askUntilAnswered, type Session } from '../wallet/bringWallet.ts'
import { type Caller, CallRefusedError } from '../wallet/createCaller.ts'
import type { SocialStep, StepUpReason } from './keyTasks.ts'
import type { PasskeyLogins } from './passkeyLogins.ts'

type Pending = {
  readonly provider: string
  readonly challenge: string
  /** What the vault lets this device in by, once the person is back. */
  proof?: SocialProof | undefined
  /** The vault's request, where a link was mailed. */
  request?: { readonly id: string; readonly sentTo: string } | undefined
  /** The session, where it was there before the vault let the device in. */
  session?: Session | undefined
  waiting?: Promise<SocialStep> | undefined
  entering?: Promise<void> | undefined
}

/** Makes a call with the session of who is logged in. */
type UseSession = <Answer>(call: (session: { readonly token: string }) => Promise<Answer>) => Promise<Answer>

const FAILURES: Readonly<Record<SocialFailure, CallError>> = {
  denied: new CallError({ message: 'The person said no at the provider', code: 4001, reason: 'PROVIDER_DENIED' }),
  away: new CallError({ message: 'The provider is away', code: -32603, reason: 'PROVIDER_AWAY' }),
  refused: new CallError({ message: 'What the provider sent does not hold', code: -32603, reason: 'PROVIDER_REFUSED' }),
}

/** The provider that has no window. */
const FARCASTER = 'farcaster'

const IN: SocialStep = { state: 'in' }

const noLogin = (): CallError =>
  new CallError({ message: 'No login was begun', code: -32603, reason: 'CHALLENGE_OVER' })

export const createSocialLogins = ({
  projectId,
  gatewayUrl,
  gateway,
  vault,
  passkeys,
  enter,
}: {
  readonly projectId: string
  readonly gatewayUrl: string
  readonly gateway: Caller
  readonly vault: Caller
  readonly passkeys: Pick<PasskeyLogins, 'end'>
  /** Keeps a session, and brings its wallet. */
  readonly enter: (session: Session) => Promise<void>
}) => {
  let pending: Pending | undefined

  const demand = (): Pending => {
    if (!pending) throw noLogin()
    return pending
  }

  /** Meanwhile another login was begun, or this one was given up. */
  const demandStill = (login: Pending): void => {
    if (pending !== login) throw noLogin()
  }

  /** Resolves once the person is back from the provider. */
  const waitForPerson = async ({ challenge }: { readonly challenge: string }, isStill: () => void) => {
    for (;;) {
      const answer = await askUntilAnswered(() => gateway(waitForSocial, { challenge }))
      isStill()
      if (answer.state === 'failed') throw FAILURES[answer.reason]
      if (answer.state === 'ready') return answer
    }
  }

  /** Begins a login beside the one that is there, which stays. */
  const beginBeside = async (provider: string, purpose: { readonly again: true } | { readonly link: true }) => {
    if (provider !== FARCASTER) return gateway(startSocial, { provider, ...purpose })
    const { challenge, url } = await gateway(startFarcaster, purpose)
    return { challenge, uri: url }
  }

  const finish = async (login: Pending, approval?: string): Promise<SocialStep> => {
    const { challenge } = login
    const given = { challenge, ...(approval !== undefined && { approval }) }
    login.session ??= await passkeys.end((passkey) => gateway(finishSocial, { ...given, passkey }))
    const { wallet } = login.session.user
    // This device has lost its half, or never had one: what is recovered wants a device that the vault let in just now.
    const isRecovered = wallet !== null && !login.session.hasShare && wallet.custody !== 'strict'
    // By a login that was linked the vault lets nobody in to the wallet.
    if (approval === undefined && isRecovered && !login.session.isLinked) return letIn(login)
    return come(login, login.session)
  }

  const come = async (login: Pending, session: Session): Promise<SocialStep> => {
    demandStill(login)
    pending = undefined
    await enter(session)
    return IN
  }

  /** Has the vault let this device in: at once, by a link that it mails, or after an address was given. */
  const letIn = async (login: Pending, email?: string): Promise<SocialStep> => {
    const { proof, session } = login
    if (!proof) throw noLogin()
    if (proof.kind === 'token') {
      const { idToken, nonce } = proof
      const { approval } = await vault(admitDevice, { projectId, idToken, nonce })
      return session ? come(login, session) : finish(login, approval)
    }
    if (proof.kind === 'farcaster') {
      const { message, signature, nonce } = proof
      const { approval } = await vault(admitFarcaster, { projectId, message, signature, nonce })
      return session ? come(login, session) : finish(login, approval)
    }
    const { identity } = proof
    try {
      const asked = await vault(startIdentityDevice, { projectId, identity, ...(email !== undefined && { email }) })
      demandStill(login)
      login.request = { id: asked.request, sentTo: asked.sentTo }
      return { state: 'device', sentTo: asked.sentTo }
    } catch (error) {
      if (error instanceof CallRefusedError && error.code === 'EMAIL_NEEDED') return { state: 'email' }
      throw error
    }
  }

  const goOn = async (login: Pending): Promise<SocialStep> => {
    if (login.request) return { state: 'device', sentTo: login.request.sentTo }
    if (login.session) return letIn(login)
    const { action, proof } = await waitForPerson(login, () => demandStill(login))
    login.proof = proof
    return action === 'device' ? letIn(login) : finish(login)
  }

  const waitAtVault = async (login: Pending): Promise<void> => {
    const { request, session } = login
    if (!request) throw noLogin()
    for (;;) {
      const answer = await askUntilAnswered(() => vault(waitForDevice, { request: request.id }))
      demandStill(login)
      if (answer.state === 'refused') {
        pending = undefined
        throw new CallError({ message: 'The device was refused', code: 4001, reason: 'DEVICE_REFUSED' })
      }
      if (answer.state !== 'approved') continue
      await (session ? come(login, session) : finish(login, answer.approval))
      return
    }
  }

  return {
    /** Begins one. `returnUrl`: the whole page goes there and back. */
    start: async (provider: string, returnUrl?: string): Promise<{ readonly uri: string }> => {
      const { challenge, uri } = await gateway(startSocial, { provider, ...(returnUrl !== undefined && { returnUrl }) })
      pending = { provider, challenge }
      return { uri }
    },

    /** Begins one by Farcaster: what a phone opens. */
    startFarcaster: async (): Promise<{ readonly url: string }> => {
      const { challenge, url } = await gateway(startFarcaster, {})
      pending = { provider: FARCASTER, challenge }
      return { url }
    },

    /** Takes what the provider's answer led back with. Where the login is waited for already, it only saves time. */
    takeResult: async (uri: string): Promise<void> => {
      const result = readSocialResult(uri, gatewayUrl)
      if (!result) throw noLogin()
      if ('error' in result) {
        // The gateway says the same to whoever waits; a page that was loaded anew has nobody who does.
        if (!pending) throw FAILURES[result.error]
        return
      }
      if (pending) return
      const { challenge, provider } = await gateway(redeemTicket, { ticket: result.ticket })
      pending = { provider, challenge }
    },

    /** Resolves once the person is in, or something is wanted of them. Whoever asks again waits for the same. */
    wait: async (): Promise<SocialStep> => {
      const login = demand()
      login.waiting ??= goOn(login).finally(() => {
        login.waiting = undefined
      })
      return login.waiting
    },

    /** Gives the address that a first device is let in by. */
    giveEmail: (email: string): Promise<SocialStep> => letIn(demand(), email),

    /** Resolves once the person opened the vault's link and is in. */
    waitForDevice: async (): Promise<void> => {
      const login = demand()
      login.entering ??= waitAtVault(login).finally(() => {
        login.entering = undefined
      })
      await login.entering
    },

    /** Whether the vault waits for a person who opens its link. */
    isAtVault: (): boolean => pending?.request !== undefined,

    /** Begins a login that stands in for a fresh code, and resolves to where the person is led. */
    startAgain: async (
      provider: string,
    ): Promise<{
      readonly uri: string
      /** Resolves once the person is back and the gateway has taken it: until when the thing may be done. */
      readonly finish: (reason: StepUpReason, use: UseSession) => Promise<number>
    }> => {
      const begun = await beginBeside(provider, { again: true })
      return {
        uri: begun.uri,
        finish: async (reason, use) => {
          await waitForPerson(begun, () => {})
          const { challenge } = begun
          return (await use(({ token }) => gateway(stepUpSocial, { challenge, reason }, { token }))).until
        },
      }
    },

    /** Begins a login that shall be linked to who is in, and resolves to where the person is led. */
    startLink: async (
      provider: string,
    ): Promise<{
      readonly uri: string
      /** Resolves once the person is back and the gateway has linked it. It may be asked again. `isStill`: somebody waits for it. */
      readonly finish: (use: UseSession, isStill: () => boolean) => Promise<void>
    }> => {
      const begun = await beginBeside(provider, { link: true })
      return {
        uri: begun.uri,
        finish: async (use, isStill) => {
          await waitForPerson(begun, () => {
            if (!isStill()) throw noLogin()
          })
          const { challenge } = begun
          await use(({ token }) => gateway(linkSocial, { challenge }, { token }))
        },
      }
    },

    forget: (): void => {
      pending = undefined
    },
  }
}

export type SocialLogins = ReturnType<typeof createSocialLogins>
