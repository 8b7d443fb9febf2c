import { randomUUID } from 'node:crypto'
import {
  approveLogin,
  endLogin,
  finishLogin,
  finishStepUp,
  listSessions,
  refreshLogin,
  resendCode,
  revokeSession,
  startLogin,
  stepUp,
} from '@latchkey/wire/custody/login'
import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { DEVICE_TOKEN_TYPE, deviceClaims, hashContact } from '@latchkey/wire/custody/tokens'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import { WINDOWS } from '../custody/windows.ts'
import { isReserved } from '../storage/emailChanges.ts'
import { findUser, keepUser } from '../storage/identities.ts'
import {
  addChallenge,
  findChallenge,
  isDeviceOf,
  keepDevice,
  listLoginSessions,
  removeLoginSession,
  type StoredChallenge,
  setStepUp,
  takeChallenge,
} from '../storage/login.ts'
import { factsOf } from './callPage.ts'
import { MAIL_ISSUER, over } from './challenges.ts'
import { describeSession } from './describeSession.ts'
import type { LoginParts } from './loginParts.ts'
import { demandSecondFactor } from './secondFactor.ts'
import { STEP_UP_MS } from './sessions.ts'

/** How long a login may wait for the person to let the device in, in ms: a link of the vault is good for as long. */
const CHALLENGE_MS = 15 * 60_000

/** Serves logins by e-mail: challenges, codes, sessions, fresh codes. Source: SEC-57 to SEC-60, SEC-73, SEC-77. */
export function serveLogin(serve: CallServer, parts: LoginParts): void {
  const { storage, vault, sessions, challenges, audit, notices, clock, limitStarts, noteOrRefuse, readPage } = parts
  const { countMail, mailTo, sendCode, tryCode, useCode } = challenges

  serve(startLogin, async (request) => {
    const page = readPage(request)
    const address = parseMailAddress(request.body.email)
    if (address === undefined) throw new CustodyRefusal('MAIL_ADDRESS_REFUSED', 'This is not one e-mail address.')
    limitStarts(page.projectId)
    await noteOrRefuse(`starts\n${request.thumbprint}`, WINDOWS.startsOfDevice)
    await noteOrRefuse(`starts\n${request.clientKey}`, WINDOWS.startsOfAddress)
    const { subject } = address
    const user = await findUser(storage, { projectId: page.projectId, issuer: MAIL_ISSUER, subject })
    // Asked for unknown addresses too, so that they take as long (SEC-60).
    const isKnown = await isDeviceOf(storage, user?.id ?? '', request.thumbprint)
    const id = createToken()
    const challenge: StoredChallenge = {
      idHash: hashToken(id),
      projectId: page.projectId,
      host: page.host,
      thumbprint: request.thumbprint,
      subject,
      // The mailbox that this identity began with: who writes it otherwise gets no mail elsewhere.
      contact: (user?.linked ?? user)?.contact ?? address.address,
      sessionId: null,
      reason: null,
      codeHash: null,
      tries: 0,
      expiresAt: clock.now() + CHALLENGE_MS,
    }
    if (isKnown) await countMail(challenge)
    await addChallenge(storage, challenge)
    if (isKnown) await sendCode(challenge, page, request.device)
    return { challenge: id, action: isKnown ? ('code' as const) : ('device' as const) }
  })

  serve(resendCode, async (request) => {
    const page = readPage(request)
    const challenge = await findChallenge(storage, hashToken(request.body.challenge), clock.now())
    if (challenge === undefined || !isOf(challenge, page, request.thumbprint)) throw over()
    if (challenge.codeHash === null) return { challenge: request.body.challenge, action: 'device' as const }
    await countMail(challenge)
    await sendCode(challenge, page, request.device)
    return { challenge: request.body.challenge, action: 'code' as const }
  })

  serve(approveLogin, async (request) => {
    const page = readPage(request)
    const challenge = await findChallenge(storage, hashToken(request.body.challenge), clock.now())
    if (challenge === undefined || challenge.sessionId !== null || !isOf(challenge, page, request.thumbprint))
      throw over()
    const approval = await vault.check(request.body.approval, { type: DEVICE_TOKEN_TYPE, schema: deviceClaims })
    const contactHash = await hashContact({ ...challenge, issuer: MAIL_ISSUER })
    const isSame =
      approval.projectId === challenge.projectId &&
      approval.contactHash === contactHash &&
      approval.thumbprint === challenge.thumbprint
    const refusal = new CustodyRefusal('TOKEN_REFUSED', 'The approval is not for this login, or was used.')
    if (!isSame) throw refusal
    await countMail(challenge)
    if (!(await parts.useApproval(approval.jti))) throw refusal
    await sendCode(challenge, page, request.device)
    return { action: 'code' as const }
  })

  serve(finishLogin, async (request) => {
    const page = readPage(request)
    const { projectId, host } = page
    const { thumbprint, device } = request
    const challenge = await tryCode(
      request.body.challenge,
      request.body.code,
      (found) => found.sessionId === null && isOf(found, page, thumbprint),
    )
    const now = clock.now()
    const { subject, contact, idHash } = challenge
    const identity = { projectId, issuer: MAIL_ISSUER, subject }
    const known = await findUser(storage, identity)
    const proof = request.body.passkey
    await demandSecondFactor(parts, { user: known, challengeId: idHash, page, thumbprint, proof })
    if (!(await takeChallenge(storage, idHash))) throw over()
    const asked = { id: randomUUID(), ...identity, contact, provider: null, userName: null, createdAt: now }
    const user = await keepUser(storage, asked)
    if (user.deleteAt !== null) throw new CustodyRefusal('USER_LEAVES', 'Everything is about to be deleted.')
    // After the user is there, so that a change of an address at the same time is seen by one of the two.
    if (await isReserved(storage, identity, now, user.id)) {
      throw new CustodyRefusal('EMAIL_TAKEN', 'The address was given up lately, and may come back to whoever had it.')
    }
    const isNew = await keepDevice(storage, { userId: user.id, thumbprint, host, device, createdAt: now })
    const { id: userId, linked } = user
    const opened = await sessions.open({ projectId, host, userId, thumbprint, device, linked })
    await audit.add(user.id, isNew ? 'device' : 'login', { host, device })
    const answer = await describeSession(parts, opened, user)
    if (isNew && answer.user.wallet !== null) {
      await notices.tell(user, 'device', factsOf(page, { host, device }, now))
    }
    return answer
  })

  serve(refreshLogin, async (request) => {
    const opened = await sessions.renew(request, readPage(request))
    return describeSession(parts, opened, await parts.readOwner(opened.session))
  })

  serve(endLogin, async (request) => {
    const session = await sessions.find(request, readPage(request))
    await removeLoginSession(storage, session.userId, session.id)
    return {}
  })

  serve(listSessions, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const held = await listLoginSessions(storage, session.userId, clock.now())
    return {
      sessions: held.map(({ id, host, device, thumbprint, createdAt }) => ({
        id,
        host,
        device,
        thumbprint,
        createdAt,
        isThis: id === session.id,
      })),
    }
  })

  serve(revokeSession, async (request) => {
    const session = await sessions.find(request, readPage(request))
    await removeLoginSession(storage, session.userId, request.body.id)
    return {}
  })

  serve(stepUp, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    const user = await parts.readOwner(session)
    if (user.contact === null) return { how: 'social' as const, provider: user.provider ?? '' }
    // Mails are counted for the address, whatever the identity is.
    const subject = parseMailAddress(user.contact)?.subject ?? user.subject
    const address = { subject, address: user.contact }
    const { reason } = request.body
    const challenge = await mailTo(address, { page, session, reason, device: request.device })
    return { how: 'code' as const, challenge }
  })

  serve(finishStepUp, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    const { challenge, code } = request.body
    const { reason } = await useCode(challenge, code, (found) => found.sessionId === session.id)
    const until = clock.now() + STEP_UP_MS
    await setStepUp(storage, { sessionId: session.id, reason: reason ?? '', until })
    await audit.add(session.userId, 'stepUp', { reason: reason ?? '' })
    if (reason === 'export') {
      // From here on the words may be shown, which no server sees.
      const { host, device } = session
      const facts = factsOf(page, { host, device }, clock.now())
      await notices.tell(await parts.readOwner(session), 'export', facts)
    }
    return { until }
  })
}

function isOf(challenge: StoredChallenge, page: { projectId: string; host: string }, thumbprint: string): boolean {
  return challenge.projectId === page.projectId && challenge.host === page.host && challenge.thumbprint === thumbprint
}
