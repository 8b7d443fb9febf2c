import { randomUUID } from 'node:crypto'
import { linkSocial } from '@latchkey/wire/custody/identities'
import {
  commitNonce,
  finishSocial,
  listSocials,
  redeemTicket,
  SOCIAL_START_PATH,
  type SocialProof,
  startFarcaster,
  startSocial,
  stepUpSocial,
  waitForSocial,
} from '@latchkey/wire/custody/social'
import {
  DEVICE_TOKEN_TYPE,
  deviceClaims,
  hashContact,
  IDENTITY_TOKEN_SECONDS,
  IDENTITY_TOKEN_TYPE,
  type IdentityClaims,
} from '@latchkey/wire/custody/tokens'
import { CustodyRefusal } from '../../custody/CustodyRefusal.ts'
import type { CallRequest, CallServer } from '../../custody/serveCall.ts'
import { createToken, hashToken } from '../../custody/tokens.ts'
import { WINDOWS } from '../../custody/windows.ts'
import type { GatewayApp } from '../../gateway/environment.ts'
import type { Log } from '../../ports.ts'
import { findUser, keepUser, renameIdentity } from '../../storage/identities.ts'
import { isDeviceOf, keepDevice, type StoredLoginSession, setStepUp } from '../../storage/login.ts'
import { addSocial, findSocial, renameUser, type StoredSocial, takeSocial, takeTicket } from '../../storage/socials.ts'
import { type CallPage, factsOf } from '../callPage.ts'
import { over } from '../challenges.ts'
import { describeSession } from '../describeSession.ts'
import { createLink } from '../identities.ts'
import type { LoginParts } from '../loginParts.ts'
import { demandSecondFactor } from '../secondFactor.ts'
import { STEP_UP_MS } from '../sessions.ts'
import type { ChannelAnswer } from './channels.ts'
import { FARCASTER, type Farcaster } from './farcaster.ts'
import { listOffered } from './openProviders.ts'
import type { Binding, Provider } from './provider.ts'
import { serveWindow } from './serveWindow.ts'

/** How long a person may take at the provider, in ms. Source: SEC-66. */
export const SOCIAL_MS = 10 * 60_000

/** How long a ticket is good, in ms. Source: SEC-69. */
export const TICKET_MS = 60_000

/** How long one call waits, in ms: as the vault's. */
const WAIT_MS = 25_000

/** How often the database is looked at meanwhile, in ms: the provider may have led to another process. */
const LOOK_MS = 2_000

/** One login by another service, with who it is. */
type Ready = StoredSocial & { readonly issuer: string; readonly subject: string }

/** Serves logins by other services. Source: SEC-66 to SEC-72, SEC-77. */
export function serveSocial(
  serve: CallServer,
  app: GatewayApp,
  parts: LoginParts & {
    readonly log: Log
    readonly providers: ReadonlyMap<string, Provider>
    readonly farcaster?: Farcaster | undefined
  },
): void {
  const {
    storage,
    keys,
    vault,
    sessions,
    audit,
    notices,
    clock,
    limitStarts,
    noteOrRefuse,
    readPage,
    providers,
    farcaster,
  } = parts
  const link = createLink(parts)
  const waiting = new Map<string, Set<() => void>>()

  /** What a login is held together by: made of its state under a key of ours, so that neither state nor verifier is kept. */
  async function bind(state: string, thumbprint: string): Promise<Binding & { readonly own: string }> {
    const own = await keys.mark(`social nonce\n${state}`)
    return {
      state,
      verifier: await keys.mark(`social verifier\n${state}`),
      nonce: await commitNonce(thumbprint, own),
      own,
    }
  }

  /** Resolves when a person came back, a while has passed, or who asked has gone. */
  function waitForNews(stateHash: string, signal: AbortSignal, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const others = waiting.get(stateHash) ?? new Set()
      waiting.set(stateHash, others)
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        others.delete(end)
        if (others.size === 0) waiting.delete(stateHash)
        resolve()
      }
      const timer = setTimeout(end, ms)
      others.add(end)
      signal.addEventListener('abort', end, { once: true })
    })
  }

  const demandReady = (social: StoredSocial | undefined): Ready => {
    if (social?.step !== 'ready' || social.issuer === null || social.subject === null) throw over()
    return { ...social, issuer: social.issuer, subject: social.subject }
  }

  const find = async (challenge: string, page: CallPage, thumbprint: string): Promise<StoredSocial | undefined> =>
    findSocial(storage, hashToken(challenge), { ...page, thumbprint }, clock.now())

  /** What the vault lets the device in by. */
  async function prove(social: Ready): Promise<SocialProof> {
    const { projectId, issuer, subject, thumbprint, contact, idToken, nonce } = social
    if (idToken !== null && issuer === FARCASTER) {
      const { message, signature } = JSON.parse(idToken) as Pick<ChannelAnswer, 'message' | 'signature'>
      return { kind: 'farcaster', message, signature, nonce }
    }
    if (idToken !== null) return { kind: 'token', idToken, nonce }
    const claims: IdentityClaims = { jti: randomUUID(), projectId, issuer, subject, thumbprint, email: contact }
    const identity = await keys.sign({
      type: IDENTITY_TOKEN_TYPE,
      issuer: parts.origin,
      audience: parts.vaultOrigin,
      claims,
      now: clock.now(),
      seconds: IDENTITY_TOKEN_SECONDS,
    })
    return { kind: 'identity', identity }
  }

  /** Keeps a login that begins. */
  async function open(
    request: CallRequest<unknown>,
    page: CallPage,
    wanted: {
      readonly provider: string
      readonly returnUrl?: string | undefined
      readonly again?: boolean | undefined
      readonly link?: boolean | undefined
    },
    channel?: (own: string, until: number) => Promise<string>,
  ): Promise<{ challenge: string; state: string; until: number }> {
    limitStarts(page.projectId)
    await noteOrRefuse(`starts\n${request.thumbprint}`, WINDOWS.startsOfDevice)
    await noteOrRefuse(`starts\n${request.clientKey}`, WINDOWS.startsOfAddress)
    const [challenge, state] = [createToken(), createToken()]
    const now = clock.now()
    const until = now + SOCIAL_MS
    const { own } = await bind(state, request.thumbprint)
    await addSocial(storage, {
      idHash: hashToken(challenge),
      claimedHash: null,
      ticketHash: null,
      stateHash: hashToken(state),
      nonce: own,
      projectId: page.projectId,
      host: page.host,
      thumbprint: request.thumbprint,
      clientKey: request.clientKey,
      device: request.device,
      provider: wanted.provider,
      returnUrl: wanted.returnUrl ?? null,
      isAgain: wanted.again === true,
      isLink: wanted.link === true,
      step: channel === undefined ? 'begun' : 'sent',
      failure: null,
      issuer: null,
      subject: null,
      contact: null,
      userName: null,
      idToken: null,
      channel: (await channel?.(own, until)) ?? null,
      readyAt: null,
      begunAt: now,
      expiresAt: until,
    })
    return { challenge, state, until }
  }

  if (farcaster !== undefined)
    serve(startFarcaster, async (request) => {
      const page = readPage(request)
      let url = ''
      const wanted = { provider: FARCASTER, ...request.body }
      const { challenge, until } = await open(request, page, wanted, async (own, end) => {
        const channel = await farcaster.open({ host: page.host, thumbprint: request.thumbprint, own }, end)
        url = channel.url
        return channel.token
      })
      return { challenge, url, until }
    })

  serve(listSocials, async (request) => {
    readPage(request)
    return { providers: listOffered(providers, farcaster) }
  })

  serve(startSocial, async (request) => {
    const page = readPage(request)
    const { provider, returnUrl } = request.body
    if (!providers.has(provider)) throw new CustodyRefusal('PROVIDER_UNKNOWN', 'There is no such provider here.')
    if (returnUrl !== undefined && !isAt(returnUrl, page.host)) {
      throw new CustodyRefusal('RETURN_NOT_ALLOWED', 'The page to return to is not one of the page that asks.')
    }
    const { challenge, state, until } = await open(request, page, request.body)
    return { challenge, uri: `${parts.publicUrl}${SOCIAL_START_PATH}?state=${state}`, until }
  })

  serve(waitForSocial, async (request) => {
    const page = readPage(request)
    const end = Date.now() + WAIT_MS
    for (;;) {
      const found = await find(request.body.challenge, page, request.thumbprint)
      const isAtPhone = found?.channel != null && found.step === 'sent'
      if (isAtPhone) await farcaster?.look(found)
      const social = isAtPhone ? await find(request.body.challenge, page, request.thumbprint) : found
      if (social === undefined) throw over()
      if (social.step === 'failed') return { state: 'failed' as const, reason: social.failure ?? ('refused' as const) }
      if (social.step === 'ready') {
        const ready = demandReady(social)
        const user = await findUser(storage, ready)
        const isKnown = await isDeviceOf(storage, user?.id ?? '', request.thumbprint)
        const action = isKnown ? ('finish' as const) : ('device' as const)
        return { state: 'ready' as const, action, proof: await prove(ready) }
      }
      const left = end - Date.now()
      if (left <= 0 || request.signal.aborted) return { state: 'waiting' as const }
      await waitForNews(social.stateHash, request.signal, Math.min(left, LOOK_MS))
    }
  })

  serve(redeemTicket, async (request) => {
    const page = readPage(request)
    const challenge = createToken()
    const taken = await takeTicket(storage, {
      ticketHash: hashToken(request.body.ticket),
      claimedHash: hashToken(challenge),
      holder: { ...page, thumbprint: request.thumbprint },
      readyAfter: clock.now() - TICKET_MS,
    })
    if (taken === undefined) throw over()
    return { challenge, provider: taken.provider }
  })

  serve(finishSocial, async (request) => {
    const page = readPage(request)
    const { projectId, host } = page
    const { thumbprint, device } = request
    const social = demandReady(await find(request.body.challenge, page, thumbprint))
    // What was begun for something else is good for that alone.
    if (social.isLink) throw over()
    const { issuer, subject, contact, userName, provider } = social
    const identity = { projectId, issuer, subject }
    const known = await findUser(storage, identity)
    if (known !== undefined && known.deleteAt !== null) {
      throw new CustodyRefusal('USER_LEAVES', 'Everything is about to be deleted.')
    }
    const approval = (await isDeviceOf(storage, known?.id ?? '', thumbprint))
      ? undefined
      : await checkApproval(request.body.approval, { ...identity, thumbprint })
    const challengeId = hashToken(request.body.challenge)
    await demandSecondFactor(parts, { user: known, challengeId, page, thumbprint, proof: request.body.passkey })
    if (!(await takeSocial(storage, challengeId))) throw over()
    if (approval !== undefined && !(await parts.useApproval(approval))) throw notApproved()
    const now = clock.now()
    const user = await keepUser(storage, { id: randomUUID(), ...identity, contact, provider, userName, createdAt: now })
    if (user.deleteAt !== null) throw new CustodyRefusal('USER_LEAVES', 'Everything is about to be deleted.')
    const { linked } = user
    if (linked) await renameIdentity(storage, { ...identity, contact, userName: userName ?? linked.userName })
    else await renameUser(storage, { id: user.id, contact, userName: userName ?? user.userName })
    const owner = linked ? user : { ...user, contact: user.contact ?? contact, userName: userName ?? user.userName }
    const isNew = await keepDevice(storage, { userId: user.id, thumbprint, host, device, createdAt: now })
    const opened = await sessions.open({ projectId, host, userId: user.id, thumbprint, device, linked })
    await audit.add(user.id, isNew ? 'device' : 'login', { host, device, provider })
    const answer = await describeSession(parts, opened, owner)
    if (isNew && answer.user.wallet !== null) {
      await notices.tell(owner, 'device', factsOf(page, { host, device }, now))
    }
    return answer
  })

  serve(stepUpSocial, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    const user = await parts.readOwner(session)
    const social = demandReady(await find(request.body.challenge, page, request.thumbprint))
    const now = clock.now()
    if (
      !social.isAgain ||
      !isFresh(social, session, now) ||
      social.issuer !== user.issuer ||
      social.subject !== user.subject
    )
      throw over()
    if (!(await takeSocial(storage, hashToken(request.body.challenge)))) throw over()
    const { reason } = request.body
    const until = now + STEP_UP_MS
    await setStepUp(storage, { sessionId: session.id, reason, until })
    await audit.add(session.userId, 'stepUp', { reason, provider: social.provider })
    const { host, device } = session
    if (reason === 'export') {
      await notices.tell(user, 'export', factsOf(page, { host, device }, now))
    }
    return { until }
  })

  serve(linkSocial, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    const social = demandReady(await find(request.body.challenge, page, request.thumbprint))
    if (!social.isLink || !isFresh(social, session, clock.now())) throw over()
    const { issuer, subject, contact, userName, provider, idHash } = social
    await link(page, session, { issuer, subject, contact, provider, userName }, { kind: 'social', idHash })
    return {}
  })

  /** The vault's approval of this device for this person, not yet used. Gives its id. Throws `CustodyRefusal`. */
  async function checkApproval(
    token: string | undefined,
    wanted: { projectId: string; issuer: string; subject: string; thumbprint: string },
  ): Promise<string> {
    if (token === undefined) throw notApproved()
    const approval = await vault.check(token, { type: DEVICE_TOKEN_TYPE, schema: deviceClaims })
    const isSame =
      approval.projectId === wanted.projectId &&
      approval.contactHash === (await hashContact(wanted)) &&
      approval.thumbprint === wanted.thumbprint
    if (!isSame) throw new CustodyRefusal('TOKEN_REFUSED', 'The approval is not for this login.')
    return approval.jti
  }

  serveWindow(app, {
    ...parts,
    bind,
    tellWaiting(stateHash) {
      for (const end of waiting.get(stateHash) ?? []) end()
    },
  })
}

/** Whether an address lies at an origin, and says nothing else that a browser would follow. */
function isAt(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false
  const { origin: own, username, password } = new URL(url)
  return own === origin && username === '' && password === ''
}

/** Whether somebody logged in at a provider just now, for who is logged in here. */
function isFresh(social: StoredSocial, session: StoredLoginSession, now: number): boolean {
  return now - (social.readyAt ?? 0) <= STEP_UP_MS && social.begunAt >= session.createdAt
}

function notApproved(): CustodyRefusal {
  return new CustodyRefusal('DEVICE_NOT_APPROVED', 'The vault has not let this device in.')
}
