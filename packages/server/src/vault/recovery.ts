import { type ShareBinding, shareAdditionalData } from '@latchkey/wire/custody/binding'
import { VERSION_STEP } from '@latchkey/wire/custody/call'
import type { LoginClaims } from '@latchkey/wire/custody/tokens'
import { freezeRecovery, putRecoveryShare, releaseVaultShare, thawRecovery } from '@latchkey/wire/custody/vault'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { checkReleaseKey } from '../custody/checkReleaseKey.ts'
import { sealToFrame } from '../custody/ownKeys.ts'
import { servePage } from '../custody/page.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { hashToken } from '../custody/tokens.ts'
import { EMAIL_REST_MS, WINDOWS } from '../custody/windows.ts'
import type { GatewayApp } from '../gateway/environment.ts'
import { openRecord, sealRecord } from '../kms/sealRecord.ts'
import type { Change } from '../storage/keyValueStore.ts'
import { LINK_MS } from './askByMail.ts'
import { readClaims } from './claims.ts'
import { isHeldBack } from './holdBack.ts'
import { type KeptShare, type KnownDevice, keyOf, type Person, type Wait } from './records.ts'
import { requestFacts } from './requestFacts.ts'
import { FREEZE_PATH, tellPerson } from './tellPerson.ts'
import type { VaultParts, VaultProject } from './vaultParts.ts'
import { put, type Read, remove } from './vaultStore.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** How long ago the code may have been typed. Source: SEC-12. */
const FRESH_LOGIN_MS = 5 * 60_000

/** Wallets that are older wait, where their project says so. Source: SEC-12. */
const OLD_WALLET_MS = 30 * DAY_MS

/** How long a wait that is over counts. */
const WAITED_MS = 7 * DAY_MS

/** Halves that one person may put in a day. */
const PUTS = [{ most: 20, ms: DAY_MS }]

/** Serves the vault's halves of recovery pairs. Source: SEC-07, SEC-11, SEC-12, SEC-79, SEC-80. */
export function serveRecovery(serve: CallServer, app: GatewayApp, parts: VaultParts): void {
  const { store, kms, keys, clock, noteOrRefuse, takeOnce } = parts

  /** The person, whom the vault knows by a mail of its own, and when it let this device in. */
  async function readPerson(read: Read, claims: LoginClaims): Promise<{ person: Person; letInAt: number }> {
    const person = await read<Person>(keyOf.person(claims.contactHash))
    const device = await read<KnownDevice>(keyOf.device(claims.contactHash, claims.thumbprint))
    if (person === undefined || device === undefined) {
      throw new CustodyRefusal('DEVICE_NOT_APPROVED', 'The vault has not let this device in.')
    }
    return { person, letInAt: device.at }
  }

  async function listShares(contactHash: string): Promise<readonly KeptShare[]> {
    const found: KeptShare[] = []
    await store.each<KeptShare>(keyOf.shares(contactHash), (_key, share) => void found.push(share))
    return found
  }

  /**
   * What an assertion settles: the half that it names is current, earlier ones and those of wallets that came to nothing go. A next
   * number may be on its way. Nothing goes by its age alone: the gateway may have made the wallet while its answer was lost.
   */
  function settle(
    shares: readonly KeptShare[],
    claims: LoginClaims,
  ): { current: KeptShare | undefined; changes: readonly Change[] } {
    const named = claims.wallet
    const current = shares.find(({ walletId, version }) => walletId === named?.walletId && version === named.version)
    if (named === null || current === undefined) return { current: undefined, changes: [] }
    const key = (share: KeptShare) => keyOf.share(claims.contactHash, share.walletId, share.version)
    const over = shares.filter(({ walletId, version }) => walletId !== current.walletId || version < current.version)
    const changes = over.map((share) => remove(key(share)))
    return current.isCandidate
      ? { current, changes: [...changes, put(key(current), { ...current, isCandidate: false })] }
      : { current, changes }
  }

  serve(putRecoveryShare, async (request) => {
    const claims = await readClaims(parts, request)
    const { walletId, version, share } = request.body
    const { contactHash, projectId, wallet } = claims
    await readPerson(store.read, claims)
    const step = version - (wallet?.version ?? 0)
    const isNext = wallet === null ? version === 1 : wallet.walletId === walletId && step > 0 && step <= VERSION_STEP
    if (!isNext) throw conflict()
    await noteOrRefuse(`puts\n${contactHash}`, PUTS)
    const binding = bindVaultShare(projectId, walletId, version)
    const bytes = await keys.openUpload(share, binding)
    const sealed = await sealRecord(kms, bytes, shareAdditionalData('rest', binding))
    const key = keyOf.share(contactHash, walletId, version)
    return store.change(async (read) => {
      const { changes } = settle(await listShares(contactHash), claims)
      const held = await read<KeptShare>(key)
      if (held !== undefined) {
        // The same again is the same; another half under this name would make the one that may be in use unreadable.
        const same = Buffer.from(await openRecord(kms, held.sealed, shareAdditionalData('rest', binding))).equals(bytes)
        if (!same) throw conflict()
        return { changes, result: {} }
      }
      const kept: KeptShare = { projectId, walletId, version, sealed, isCandidate: true, createdAt: clock.now() }
      return { changes: [...changes, put(key, kept)], result: {} }
    })
  })

  serve(releaseVaultShare, async (request) => {
    const claims = await readClaims(parts, request)
    const { contactHash, project } = claims
    const now = clock.now()
    const { person, letInAt } = await readPerson(store.read, claims)
    if (now - claims.auth_time * 1000 > FRESH_LOGIN_MS) throw new CustodyRefusal('LOGIN_TOO_OLD', 'Log in again first.')
    if (now - letInAt > LINK_MS) {
      throw new CustodyRefusal('DEVICE_NOT_APPROVED', 'The vault let this device in too long ago: let it in again.')
    }
    if (person.frozenAt !== null || (await isHeldBack(store.read, claims.projectId, contactHash))) {
      throw new CustodyRefusal('WALLET_FROZEN', 'The wallet is frozen.')
    }
    const rest = (person.change?.at ?? 0) + EMAIL_REST_MS - now
    if (rest > 0) throw new CustodyRefusal('RELEASE_WAITS', 'The address was changed lately.', { retryAfterMs: rest })
    const current = await store.change(async () => {
      const settled = settle(await listShares(contactHash), claims)
      return { changes: settled.changes, result: settled.current }
    })
    if (current === undefined) throw new CustodyRefusal('WALLET_UNKNOWN', 'The vault has no half of this wallet.')
    const facts = requestFacts(request, project, now)
    const wait = await beginWait(claims, current, project)
    if (wait > 0) {
      throw new CustodyRefusal('RELEASE_WAITS', 'The recovery of this wallet waits.', { retryAfterMs: wait })
    }
    await noteOrRefuse(`releases\n${contactHash}`, WINDOWS.releases)
    await checkReleaseKey(request, takeOnce, now)
    const binding = bindVaultShare(claims.projectId, current.walletId, current.version)
    const bytes = await openRecord(kms, current.sealed, shareAdditionalData('rest', binding))
    const share = await sealToFrame(bytes, request.body.key, binding)
    bytes.fill(0)
    await tellPerson(parts, person, contactHash, 'recovery', facts)
    return { share, version: current.version }
  })

  /** How long the recovery still waits, in ms. The first one that asks begins the wait. */
  function beginWait(claims: LoginClaims, share: KeptShare, project: VaultProject): Promise<number> {
    const delayMs = project.delayHours * HOUR_MS
    return store.change(async (read) => {
      const now = clock.now()
      if (delayMs === 0 || now - share.createdAt <= OLD_WALLET_MS) return { changes: [], result: 0 }
      const key = keyOf.wait(claims.contactHash)
      const held = await read<Wait>(key)
      if (held !== undefined && held.until > now)
        return { changes: [], result: Math.max(0, held.since + delayMs - now) }
      return { changes: [put(key, { since: now, until: now + delayMs + WAITED_MS } satisfies Wait)], result: delayMs }
    })
  }

  function setFrozen(contactHash: string, frozenAt: number | null): Promise<void> {
    return store.change(async (read) => {
      const key = keyOf.person(contactHash)
      const person = await read<Person>(key)
      return { changes: person === undefined ? [] : [put(key, { ...person, frozenAt })], result: undefined }
    })
  }

  serve(freezeRecovery, async (request) => {
    const claims = await readClaims(parts, request)
    await readPerson(store.read, claims)
    await setFrozen(claims.contactHash, clock.now())
    return {}
  })

  serve(thawRecovery, async (request) => {
    const claims = await readClaims(parts, request)
    const now = clock.now()
    const { person, letInAt } = await readPerson(store.read, claims)
    if (now - claims.auth_time * 1000 > FRESH_LOGIN_MS) throw new CustodyRefusal('LOGIN_TOO_OLD', 'Log in again first.')
    // The second factor: the person let this device in by a mail of the vault after it was frozen.
    if (person.frozenAt !== null && (letInAt <= person.frozenAt || now - letInAt > LINK_MS)) {
      throw new CustodyRefusal('DEVICE_NOT_APPROVED', 'Let this device in again first.')
    }
    await setFrozen(claims.contactHash, null)
    const facts = requestFacts(request, claims.project, now)
    await tellPerson(parts, person, claims.contactHash, 'thaw', facts)
    return {}
  })

  servePage<{ contactHash: string; until: number }>(app, {
    name: 'notMe',
    path: FREEZE_PATH,
    origin: parts.origin,
    mark: keys.mark,
    async find(token) {
      const link = await store.read<{ contactHash: string; until: number }>(keyOf.freezeLink(hashToken(token)))
      return link !== undefined && link.until > clock.now() ? link : undefined
    },
    show: (_found, say) => ({
      title: say('freezeVaultTitle'),
      lines: [say('freezeVaultLine')],
      buttons: [{ value: 'freeze', label: say('freezeVault') }],
    }),
    async act({ contactHash }, _value, _token, say) {
      await setFrozen(contactHash, clock.now())
      return { title: say('frozenVaultTitle'), lines: [say('close')] }
    },
  })
}

/** What the vault's half is bound to. */
export function bindVaultShare(projectId: string, walletId: string, version: number): ShareBinding {
  return { projectId, walletId, holder: 'recovery', kind: 'recovery-share', version }
}

function conflict(): CustodyRefusal {
  return new CustodyRefusal('VERSION_CONFLICT', 'The pairs of the wallet have moved on, or have not come so far.')
}
