import { finishEmailChange, startEmailChange } from '@latchkey/wire/custody/email'
import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { servePage } from '../custody/page.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import { UNDO_EMAIL_MS, WINDOWS } from '../custody/windows.ts'
import type { GatewayApp } from '../gateway/environment.ts'
import { changedMail } from '../mail/texts.ts'
import { changeEmail, findEmailChange, findUndo, lastEmailChange, undoEmailChange } from '../storage/emailChanges.ts'
import { isHeld } from '../storage/endings.ts'
import type { StoredUser } from '../storage/login.ts'
import { findWalletOf } from '../storage/wallets.ts'
import { factsOf } from './callPage.ts'
import { MAIL_ISSUER, NEW_ADDRESS, over } from './challenges.ts'
import { describeSession } from './describeSession.ts'
import type { LoginParts } from './loginParts.ts'
import { requireStepUp } from './sessions.ts'

const HOUR_MS = 60 * 60_000

/** Where the link in the mail to the old address leads; the token follows. */
const PATH = '/v1/login/undo-email'

/** Serves the gateway's part of a change of the address. Source: SEC-65. */
export function serveEmail(serve: CallServer, app: GatewayApp, parts: LoginParts): void {
  const { storage, keys, sessions, challenges, audit, post, clock, readPage, noteOrRefuse } = parts

  serve(startEmailChange, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    requireStepUp(session, 'email', clock.now())
    const user = demandAddress(await parts.readOwner(session))
    const address = parseMailAddress(request.body.email)
    if (address === undefined || address.subject === user.subject) {
      throw new CustodyRefusal('MAIL_ADDRESS_REFUSED', 'This is not one other e-mail address.')
    }
    const wallet = await findWalletOf(storage, user.id)
    if (wallet !== undefined && (wallet.frozenAt !== null || (await isHeld(storage, wallet))))
      throw new CustodyRefusal('WALLET_FROZEN', 'The wallet is frozen.')
    await refuseSoon(user.id)
    await noteOrRefuse(`changes\n${user.id}`, WINDOWS.changes)
    return {
      challenge: await challenges.mailTo(address, { page, session, reason: NEW_ADDRESS, device: request.device }),
    }
  })

  serve(finishEmailChange, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    const user = demandAddress(await parts.readOwner(session))
    const { changeId, code } = request.body
    const opened = { session, token: request.token ?? '' }
    // Asked again because the answer was lost.
    if ((await findEmailChange(storage, changeId))?.userId === user.id) return describeSession(parts, opened, user)
    const challenge = await challenges.tryCode(
      request.body.challenge,
      code,
      (found) => found.sessionId === session.id && found.reason === NEW_ADDRESS,
    )
    await refuseSoon(user.id)
    const now = clock.now()
    const undo = createToken()
    const { subject, contact } = challenge
    const outcome = await changeEmail(storage, {
      idHash: challenge.idHash,
      contact,
      change: {
        id: changeId,
        userId: user.id,
        projectId: user.projectId,
        fromSubject: user.subject,
        fromContact: user.contact,
        toSubject: subject,
        doneAt: now,
        undoUntil: now + UNDO_EMAIL_MS,
        undoHash: hashToken(undo),
        isUndone: false,
      },
    })
    // Whoever has proven the address may know that it is one's (SEC-60).
    if (outcome === 'taken')
      throw new CustodyRefusal('EMAIL_TAKEN', 'The address belongs to another wallet, or did lately.')
    if (outcome === 'over') throw over()
    const { host, device } = session
    const facts = factsOf(page, { host, device }, now)
    const text = changedMail(facts, {
      link: `${parts.publicUrl}${PATH}/${undo}`,
      hours: UNDO_EMAIL_MS / HOUR_MS,
    })
    post.post({ to: user.contact, ...text }, 'notice')
    await audit.add(user.id, 'email', { host, device })
    return describeSession(parts, opened, { ...user, subject, contact })
  })

  /** One change after another, so that a link to the first address always takes back the last. Throws `CustodyRefusal`. */
  async function refuseSoon(userId: string): Promise<void> {
    const wait = ((await lastEmailChange(storage, userId))?.undoUntil ?? 0) - clock.now()
    if (wait <= 0) return
    throw new CustodyRefusal('TOO_OFTEN', 'The address was changed lately.', { retryAfterMs: wait })
  }

  servePage<true>(app, {
    name: 'undoEmail',
    path: PATH,
    origin: parts.origin,
    mark: keys.mark,
    find: async (token) => (await findUndo(storage, hashToken(token), clock.now())) || undefined,
    show: (_found, say) => ({
      title: say('undoTitle'),
      lines: [say('undoLine')],
      buttons: [{ value: 'undo', label: say('undo') }],
    }),
    async act(_found, _value, token, say) {
      const userId = await undoEmailChange(storage, hashToken(token), clock.now())
      if (userId === undefined) return undefined
      await audit.add(userId, 'emailUndone', { by: 'link' })
      return { title: say('undoneTitle'), lines: [say('undoneLine')] }
    },
  })
}

/** Whoever logs in by e-mail. Throws `CustodyRefusal` NOT_BY_EMAIL. */
function demandAddress(user: StoredUser): StoredUser & { contact: string } {
  const { issuer, contact } = user
  if (issuer === MAIL_ISSUER && contact !== null) return { ...user, contact }
  throw new CustodyRefusal('NOT_BY_EMAIL', 'There is no address to change: the login is by another service.')
}
