/** Tasks about the logins of one wallet. Source: SEC-67. */
import { finishEmailLink, listIdentities, startEmailLink, unlinkIdentity } from '@latchkey/wire/custody/identities'
import { type Caller, CallRefusedError } from '../wallet/createCaller.ts'
import type { KeyTasks, StepUpReason } from './keyTasks.ts'
import type { Sessions } from './sessions.ts'
import type { SocialLogins } from './socialLogins.ts'

export type IdentityTasks = Pick<
  KeyTasks,
  'listIdentities' | 'startLink' | 'finishLink' | 'dropLink' | 'startEmailLink' | 'finishEmailLink' | 'unlinkIdentity'
>

export const createIdentityTasks = ({
  sessions,
  gateway,
  socials,
  demandStepUp,
  forget,
}: {
  readonly sessions: Sessions
  readonly gateway: Caller
  readonly socials: Pick<SocialLogins, 'startLink'>
  readonly demandStepUp: (reason: StepUpReason) => void
  /** Forgets all that this page holds. */
  readonly forget: () => void
}): IdentityTasks => {
  let linking: Awaited<ReturnType<SocialLogins['startLink']>> | undefined
  let mailed: string | undefined

  const list = async () => (await sessions.use(({ token }) => gateway(listIdentities, {}, { token }))).identities

  return {
    listIdentities: list,
    startLink: async (provider) => {
      demandStepUp('identities')
      linking = await socials.startLink(provider)
      return { uri: linking.uri }
    },
    finishLink: async () => {
      const link = linking
      if (!link) throw new CallRefusedError('CHALLENGE_OVER')
      await link.finish(sessions.use, () => linking === link)
      if (linking === link) linking = undefined
    },
    dropLink: async () => {
      linking = undefined
    },
    startEmailLink: async (email) => {
      demandStepUp('identities')
      mailed = (await sessions.use(({ token }) => gateway(startEmailLink, { email }, { token }))).challenge
    },
    finishEmailLink: async (code) => {
      const challenge = mailed
      if (challenge === undefined) throw new CallRefusedError('CHALLENGE_OVER')
      await sessions.use(({ token }) => gateway(finishEmailLink, { challenge, code }, { token }))
      mailed = undefined
    },
    unlinkIdentity: async (id) => {
      demandStepUp('identities')
      const isThis = (await list()).some((identity) => identity.id === id && identity.isThis)
      await sessions.use(({ token }) => gateway(unlinkIdentity, { id }, { token }))
      if (!isThis) return
      forget()
      await sessions.keep(undefined)
    },
  }
}
