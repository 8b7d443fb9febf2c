/** A login by e-mail, step by step. What it needs to go on stays in the worker: a page sends an address and six digits. */
import { approveLogin, finishLogin, resendCode, startLogin } from '@latchkey/wire/custody/login'
import { startDevice, waitForDevice } from '@latchkey/wire/custody/vault'
import { CallError } from '../channel/CallError.ts'
import type { Session } from '../wallet/bringWallet.ts'
import { type Caller, CallRefusedError } from '../wallet/createCaller.ts'
import type { PasskeyLogins } from './passkeyLogins.ts'

type Pending = {
  readonly email: string
  readonly challenge: string
  /** The vault's request, where a person must let this device in first. */
  readonly request?: string | undefined
  /** Whether a code is on its way. */
  readonly hasCode: boolean
  waiting?: Promise<void> | undefined
}

const noLogin = (): CallError =>
  new CallError({ message: 'No login was begun', code: -32603, reason: 'CHALLENGE_OVER' })

export const createLogins = ({
  projectId,
  gateway,
  vault,
  passkeys,
}: {
  readonly projectId: string
  readonly gateway: Caller
  readonly vault: Caller
  readonly passkeys: Pick<PasskeyLogins, 'end'>
}) => {
  let pending: Pending | undefined

  const begin = async (email: string): Promise<'code' | 'device'> => {
    const { challenge, action } = await gateway(startLogin, { email })
    const request = action === 'device' ? (await vault(startDevice, { projectId, email })).request : undefined
    pending = { email, challenge, request, hasCode: action === 'code' }
    return action
  }

  const waitAtVault = async (login: Pending): Promise<void> => {
    if (!login.request || login.hasCode) return
    for (;;) {
      const answer = await vault(waitForDevice, { request: login.request })
      // Meanwhile another login was begun, or this one was given up.
      if (pending !== login) throw noLogin()
      if (answer.state === 'refused')
        throw new CallError({ message: 'The device was refused', code: 4001, reason: 'DEVICE_REFUSED' })
      if (answer.state === 'approved') {
        await gateway(approveLogin, { challenge: login.challenge, approval: answer.approval })
        pending = { ...login, hasCode: true, waiting: undefined }
        return
      }
    }
  }

  return {
    /** Begins a login. The same address again asks for another code, as long as the challenge lives. */
    start: async (email: string): Promise<'code' | 'device'> => {
      if (pending?.email === email && pending.hasCode) {
        try {
          return (await gateway(resendCode, { challenge: pending.challenge })).action
        } catch (error) {
          if (!(error instanceof CallRefusedError && error.code === 'CHALLENGE_OVER')) throw error
        }
      }
      return begin(email)
    },

    /** Resolves once the person let this device in. Whoever asks again waits for the same. */
    wait: async (): Promise<void> => {
      const login = pending
      if (!login) throw noLogin()
      login.waiting ??= waitAtVault(login).finally(() => {
        login.waiting = undefined
      })
      await login.waiting
    },

    finish: async (code: string): Promise<Session> => {
      if (!pending) throw noLogin()
      const { challenge } = pending
      const session = await passkeys.end((passkey) => gateway(finishLogin, { challenge, code, passkey }))
      pending = undefined
      return session
    },

    forget: (): void => {
      pending = undefined
    },
  }
}
