import { stepUpReason } from '@latchkey/wire/custody/login'
import * as v from 'valibot'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { CODE_TRIES, codeText, createCode, isSameMark } from '../custody/codes.ts'
import type { OwnKeys } from '../custody/ownKeys.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import { WINDOWS, type Window } from '../custody/windows.ts'
import type { Post } from '../mail/createPost.ts'
import { addressMail, codeMail, linkMail, stepUpMail } from '../mail/texts.ts'
import type { Clock } from '../ports.ts'
import { findUser } from '../storage/identities.ts'
import {
  addChallenge,
  countTry,
  findSessionOwner,
  type StoredChallenge,
  setChallengeCode,
  takeChallenge,
} from '../storage/login.ts'
import type { Queryable } from '../storage/storage.ts'
import type { Audit } from './audit.ts'
import { type CallPage, factsOf } from './callPage.ts'

/** Issuer of identities that are e-mail addresses. */
export const MAIL_ISSUER = 'email'

/** Reason of a code that goes to an address that is not the user's yet. */
export const NEW_ADDRESS = 'newAddress'

/** Reason of a code that goes to an address by which a user shall log in too. */
export const LINKED_ADDRESS = 'linkedAddress'

/** Codes by mail, each for one challenge. Source: SEC-57 to SEC-60. */
export type Challenges = {
  /** Counts a mail to the address of a challenge. Throws `CustodyRefusal` TOO_OFTEN. */
  countMail(challenge: StoredChallenge): Promise<void>
  /** Gives a challenge a code and mails it, once the mail is counted. */
  sendCode(challenge: StoredChallenge, page: Pick<CallPage, 'projectName' | 'language'>, device: string): Promise<void>
  /** Mails a code for something that who is logged in is about to do. Gives the challenge's id. Throws `CustodyRefusal` TOO_OFTEN. */
  mailTo(
    address: { readonly subject: string; readonly address: string },
    asked: {
      readonly page: CallPage
      readonly session: { readonly id: string; readonly thumbprint: string }
      readonly reason: typeof NEW_ADDRESS | typeof LINKED_ADDRESS | v.InferOutput<typeof stepUpReason>
      readonly device: string
    },
  ): Promise<string>
  /** Checks a code: each try counts, whoever tries. Throws `CustodyRefusal`. The challenge stays. */
  tryCode(id: string, code: string, isTheirs: (challenge: StoredChallenge) => boolean): Promise<StoredChallenge>
  /** Likewise, and ends the challenge. */
  useCode(id: string, code: string, isTheirs: (challenge: StoredChallenge) => boolean): Promise<StoredChallenge>
}

export function createChallenges(parameters: {
  storage: Queryable
  keys: OwnKeys
  audit: Audit
  post: Post
  clock: Clock
  codeMinutes: number
  noteOrRefuse: (key: string, windows: readonly Window[]) => Promise<void>
}): Challenges {
  const { storage, keys, audit, post, clock, codeMinutes, noteOrRefuse } = parameters

  async function tryCode(
    id: string,
    code: string,
    isTheirs: (challenge: StoredChallenge) => boolean,
  ): Promise<StoredChallenge> {
    const challenge = await countTry(storage, hashToken(id), clock.now())
    if (challenge === undefined || challenge.tries > CODE_TRIES) throw over()
    // Guesses where there is nothing to guess are not counted for the address: anybody could use up the tries of others.
    const counted = challenge.codeHash === null ? challenge.idHash : `${challenge.projectId}\n${challenge.subject}`
    await noteOrRefuse(`tries\n${counted}`, WINDOWS.tries)
    const mark = await keys.mark(codeText(challenge.idHash, code))
    if (!isSameMark(mark, challenge.codeHash ?? '') || !isTheirs(challenge)) {
      // Without a code on its way nothing is written, so that no time tells who is known (SEC-60).
      const userId = challenge.codeHash === null ? undefined : await findOwner(challenge)
      if (userId !== undefined) await audit.add(userId, 'failure', { host: challenge.host })
      throw new CustodyRefusal('CODE_REFUSED', 'The code is wrong.', {
        facts: { triesLeft: String(CODE_TRIES - challenge.tries) },
      })
    }
    return challenge
  }

  /** Who a code was mailed for: the owner of the session, or whoever has the address. */
  async function findOwner(challenge: StoredChallenge): Promise<string | undefined> {
    if (challenge.sessionId !== null) return findSessionOwner(storage, challenge.sessionId)
    return (await findUser(storage, { ...challenge, issuer: MAIL_ISSUER }))?.id
  }

  const countMail: Challenges['countMail'] = ({ projectId, subject }) =>
    noteOrRefuse(`mail\n${projectId}\n${subject}`, WINDOWS.mail)
  const sendCode: Challenges['sendCode'] = async (challenge, page, device) => {
    const now = clock.now()
    const { idHash, host, contact, reason } = challenge
    const code = createCode()
    const codeHash = await keys.mark(codeText(idHash, code))
    await setChallengeCode(storage, { idHash, codeHash, expiresAt: now + codeMinutes * 60_000 })
    const facts = factsOf(page, { host, device }, now)
    const given = { code, minutes: codeMinutes }
    post.post({ to: contact, ...wordCode(reason, facts, given) }, 'code')
  }

  return {
    countMail,
    sendCode,
    async mailTo({ subject, address }, { page, session, reason, device }) {
      const id = createToken()
      const challenge: StoredChallenge = {
        idHash: hashToken(id),
        projectId: page.projectId,
        host: page.host,
        thumbprint: session.thumbprint,
        subject,
        contact: address,
        sessionId: session.id,
        reason,
        codeHash: null,
        tries: 0,
        expiresAt: clock.now() + codeMinutes * 60_000,
      }
      await countMail(challenge)
      await addChallenge(storage, challenge)
      await sendCode(challenge, page, device)
      return id
    },
    tryCode,
    async useCode(id, code, isTheirs) {
      const challenge = await tryCode(id, code, isTheirs)
      if (!(await takeChallenge(storage, challenge.idHash))) throw over()
      return challenge
    },
  }
}

function wordCode(
  reason: string | null,
  facts: Parameters<typeof codeMail>[0],
  given: { code: string; minutes: number },
): ReturnType<typeof codeMail> {
  if (reason === null) return codeMail(facts, given)
  if (reason === LINKED_ADDRESS) return linkMail(facts, given)
  if (reason === NEW_ADDRESS) return addressMail(facts, { ...given, sender: 'gateway', address: 'new' })
  return stepUpMail(facts, { ...given, reason: v.parse(stepUpReason, reason) })
}

export function over(): CustodyRefusal {
  return new CustodyRefusal('CHALLENGE_OVER', 'There is no such challenge for this device and page, or it is over.')
}
