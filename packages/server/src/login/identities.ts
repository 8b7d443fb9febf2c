import {
  finishEmailLink,
  IDENTITY_LIMIT,
  listIdentities,
  startEmailLink,
  unlinkIdentity,
} from '@latchkey/wire/custody/identities'
import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { hashContact } from '@latchkey/wire/custody/tokens'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { WINDOWS } from '../custody/windows.ts'
import { isReserved } from '../storage/emailChanges.ts'
import { isHeld } from '../storage/endings.ts'
import {
  findUser,
  isFirst,
  type LinkProof,
  linkIdentity,
  listIdentitiesOf,
  type StoredIdentity,
  unlinkIdentity as takeIdentity,
} from '../storage/identities.ts'
import type { StoredLoginSession, StoredUser } from '../storage/login.ts'
import { findWalletOf } from '../storage/wallets.ts'
import { type CallPage, factsOf } from './callPage.ts'
import { LINKED_ADDRESS, MAIL_ISSUER, over } from './challenges.ts'
import type { LoginParts } from './loginParts.ts'
import { requireStepUp } from './sessions.ts'

/** What is linked: an address, or somebody at a service. */
type Linked = Pick<StoredIdentity, 'issuer' | 'subject' | 'contact' | 'provider' | 'userName'>

type Parts = Pick<LoginParts, 'storage' | 'audit' | 'notices' | 'clock' | 'readOwner'>

/** Serves the logins of one wallet. Those at services are linked where such logins are served. Source: SEC-67. */
export function serveIdentities(serve: CallServer, parts: LoginParts): void {
  const { storage, sessions, challenges, audit, notices, farewells, clock, readPage, noteOrRefuse } = parts
  const link = createLink(parts)

  serve(listIdentities, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const user = await parts.readOwner(session)
    const held = await listIdentitiesOf(storage, user)
    const identities = held.map(async (identity) => {
      const first = isFirst(user, identity)
      return {
        id: await hashContact(identity),
        provider: identity.provider,
        email: identity.contact,
        userName: identity.userName,
        since: identity.linkedAt,
        isFirst: first,
        isThis:
          session.linkedIssuer === null
            ? first
            : session.linkedIssuer === identity.issuer && session.linkedSubject === identity.subject,
      }
    })
    return { identities: await Promise.all(identities) }
  })

  serve(startEmailLink, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    requireStepUp(session, 'identities', clock.now())
    const address = parseMailAddress(request.body.email)
    if (address === undefined) throw new CustodyRefusal('MAIL_ADDRESS_REFUSED', 'This is not one e-mail address.')
    await demandRoom(parts, await parts.readOwner(session))
    await noteOrRefuse(`links\n${session.userId}`, WINDOWS.changes)
    return {
      challenge: await challenges.mailTo(address, { page, session, reason: LINKED_ADDRESS, device: request.device }),
    }
  })

  serve(finishEmailLink, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    const { challenge: id, code } = request.body
    const { subject, contact, idHash } = await challenges.tryCode(
      id,
      code,
      (found) => found.sessionId === session.id && found.reason === LINKED_ADDRESS,
    )
    const who = { issuer: MAIL_ISSUER, subject, contact, provider: null, userName: null }
    await link(page, session, who, { kind: 'code', idHash })
    return {}
  })

  serve(unlinkIdentity, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    requireStepUp(session, 'identities', clock.now())
    const user = await parts.readOwner(session)
    const held = await listIdentitiesOf(storage, user)
    const ids = await Promise.all(held.map(hashContact))
    const identity = held.find((_, place) => ids[place] === request.body.id)
    if (identity === undefined) throw unknown()
    if (isFirst(user, identity)) {
      throw new CustodyRefusal('IDENTITY_KEPT', 'The vault knows the wallet by this login, which stays.')
    }
    if (!(await takeIdentity(storage, { identity, farewell: await farewells.wordUnlinked(identity) }))) throw unknown()
    farewells.tell()
    const { host, device } = session
    await audit.add(user.id, 'identityRemoved', { host, device, provider: identity.provider ?? MAIL_ISSUER })
    const facts = factsOf(page, { host, device }, clock.now())
    await notices.tell(user, 'identityRemoved', facts)
    return {}
  })
}

/**
 * Links who was proven to be somebody to the user of a session, after a step-up, and tells it. Throws `CustodyRefusal`: STEP_UP_NEEDED,
 * IDENTITY_TAKEN, CHALLENGE_OVER, WALLET_FROZEN, TOO_OFTEN; then nothing was changed.
 */
export function createLink(parts: Parts) {
  const { storage, audit, notices, clock } = parts

  return async (page: CallPage, session: StoredLoginSession, who: Linked, proof: LinkProof): Promise<void> => {
    const now = clock.now()
    requireStepUp(session, 'identities', now)
    const user = await parts.readOwner(session)
    const identity: StoredIdentity = { projectId: user.projectId, userId: user.id, ...who, linkedAt: now }
    const owner = (await findUser(storage, identity))?.id
    // It was linked before.
    if (owner === user.id) return
    const taken = new CustodyRefusal('IDENTITY_TAKEN', 'The login opens another wallet, or did lately.')
    // An address that was given up may come back to whoever had it: also to this user.
    const isGivenUp = who.issuer === MAIL_ISSUER && (await isReserved(storage, identity, now, ''))
    if (owner !== undefined || isGivenUp) throw taken
    await demandRoom(parts, user)
    const outcome = await linkIdentity(storage, { identity, proof, now })
    if (outcome === 'taken') throw taken
    if (outcome === 'over') throw over()
    const { host, device } = session
    await audit.add(user.id, 'identity', { host, device, provider: who.provider ?? MAIL_ISSUER })
    await notices.tell(user, 'identity', factsOf(page, { host, device }, now))
  }
}

/** Whether another login may be linked. Throws `CustodyRefusal`. */
async function demandRoom({ storage }: Pick<Parts, 'storage'>, user: StoredUser): Promise<void> {
  const wallet = await findWalletOf(storage, user.id)
  if (wallet !== undefined && (wallet.frozenAt !== null || (await isHeld(storage, wallet)))) {
    throw new CustodyRefusal('WALLET_FROZEN', 'The wallet is frozen.')
  }
  if ((await listIdentitiesOf(storage, user)).length >= IDENTITY_LIMIT) {
    throw new CustodyRefusal('TOO_OFTEN', 'There are too many logins already.')
  }
}

function unknown(): CustodyRefusal {
  return new CustodyRefusal('IDENTITY_UNKNOWN', 'The wallet has no such login.')
}
