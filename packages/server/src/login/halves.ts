import { type ShareBinding, shareAdditionalData } from '@latchkey/wire/custody/binding'
import type { WalletRecord } from '@latchkey/wire/custody/wallet'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { checkReleaseKey } from '../custody/checkReleaseKey.ts'
import { sealToFrame } from '../custody/ownKeys.ts'
import type { CallRequest } from '../custody/serveCall.ts'
import { EMAIL_REST_MS, WINDOWS } from '../custody/windows.ts'
import { openRecord, sealRecord } from '../kms/sealRecord.ts'
import { lastEmailChange } from '../storage/emailChanges.ts'
import { isHeld } from '../storage/endings.ts'
import { isDeviceOf, type StoredLoginSession, useOnce } from '../storage/login.ts'
import { listPasskeys, PASSKEY_HOLDER } from '../storage/passkeys.ts'
import type { Queryable } from '../storage/storage.ts'
import { findWalletOf, RECOVERY, type StoredShare, type StoredWallet } from '../storage/wallets.ts'
import { factsOf } from './callPage.ts'
import type { LoginParts } from './loginParts.ts'
import { FRESH_LOGIN_MS } from './sessions.ts'

/** A half that is kept, and what it is bound to. */
type Half = { readonly share: StoredShare; readonly binding: ShareBinding }

/** How the gateway keeps its halves, and hands them out. Source: SEC-06, SEC-07, SEC-12. */
export function createHalves(parts: LoginParts) {
  const { storage, kms, sessions, audit, notices, clock, readPage, noteOrRefuse } = parts

  /** The wallet that a session may speak of. Throws `CustodyRefusal` WALLET_UNKNOWN. */
  async function findOwn(session: StoredLoginSession, walletId: string): Promise<StoredWallet> {
    const wallet = await findWalletOf(storage, session.userId)
    if (wallet?.id !== walletId) throw unknown()
    return wallet
  }

  /** The wallet, where something of it may be handed out or put in. */
  async function findLive(session: StoredLoginSession, walletId: string): Promise<StoredWallet> {
    const wallet = await findOwn(session, walletId)
    if (wallet.frozenAt !== null || (await isHeld(storage, wallet))) {
      throw new CustodyRefusal('WALLET_FROZEN', 'The wallet is frozen.')
    }
    return wallet
  }

  async function keepSealed(
    bytes: Uint8Array<ArrayBuffer>,
    binding: ShareBinding,
  ): Promise<Omit<StoredShare, 'walletId'>> {
    const record = await sealRecord(kms, bytes, shareAdditionalData('rest', binding))
    bytes.fill(0)
    return { holder: binding.holder, version: binding.version, ...record }
  }

  /** Opens a half that is kept and seals it to the frame's one-time key, which counts once (SEC-07). */
  async function release(share: StoredShare, binding: ShareBinding, request: CallRequest<{ key: string }>) {
    await checkReleaseKey(request, (id, until) => useOnce(storage, id, until), clock.now())
    const { keyId, wrapped, box } = share
    const bytes = await openRecord(kms, { keyId, wrapped, box }, shareAdditionalData('rest', binding))
    const sealed = await sealToFrame(bytes, request.body.key, binding)
    bytes.fill(0)
    return { share: sealed, version: share.version }
  }

  /**
   * Hands out the half of a way back: shortly after a login, to a device that the vault let in, not right after the address changed,
   * and three times a day; told by mail (SEC-12).
   */
  async function releaseLate(
    request: CallRequest<{ walletId: string; key: string }>,
    find: (wallet: StoredWallet) => Promise<Half>,
  ) {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    const now = clock.now()
    const wallet = await findLive(session, request.body.walletId)
    if (now - session.createdAt > FRESH_LOGIN_MS) {
      throw new CustodyRefusal('LOGIN_TOO_OLD', 'Log in again first.')
    }
    // A device is there only if the vault let it in.
    if (!(await isDeviceOf(storage, session.userId, session.thumbprint))) throw unknown()
    const { share, binding } = await find(wallet)
    const rest = ((await lastEmailChange(storage, session.userId))?.doneAt ?? 0) + EMAIL_REST_MS - now
    if (rest > 0) throw new CustodyRefusal('RELEASE_WAITS', 'The address was changed lately.', { retryAfterMs: rest })
    await noteOrRefuse(`releases\n${session.userId}`, WINDOWS.releases)
    const released = await release(share, binding, request)
    const { host, device } = session
    await audit.add(session.userId, 'recovery', { host, device })
    const user = await parts.readOwner(session)
    await notices.tell(user, 'recovery', factsOf(page, { host, device }, now))
    return released
  }

  return { findOwn, findLive, keepSealed, release, releaseLate }
}

/** A wallet as everybody who logged in may know it. */
export async function describeWallet(storage: Queryable, wallet: StoredWallet): Promise<WalletRecord> {
  const { id, commitment, salt, version, createdAt, frozenAt, custody, backupAt } = wallet
  return {
    walletId: id,
    addresses: JSON.parse(wallet.addresses) as WalletRecord['addresses'],
    commitment,
    salt,
    version,
    createdAt,
    isFrozen: frozenAt !== null,
    custody,
    isBackedUp: backupAt !== null || (await listPasskeys(storage, id)).length > 0,
  }
}

/** The pair of a passkey never moves on: another passkey is another holder. */
export const PASSKEY_VERSION = 1

/** What the gateway's half of a holder is bound to. */
export function bindHolder(share: Pick<StoredShare, 'walletId' | 'holder' | 'version'>, projectId: string) {
  const { walletId, holder, version } = share
  const isLate = holder === RECOVERY || holder.startsWith(PASSKEY_HOLDER)
  return { projectId, walletId, holder, kind: isLate ? 'recovery-auth-share' : 'auth-share', version } as const
}

export function bindDevice(projectId: string, walletId: string, holder: string, version: number): ShareBinding {
  return { projectId, walletId, holder, kind: 'auth-share', version }
}

export function bindRecovery(projectId: string, walletId: string, version: number): ShareBinding {
  return { projectId, walletId, holder: RECOVERY, kind: 'recovery-auth-share', version }
}

export function unknown(): CustodyRefusal {
  return new CustodyRefusal('WALLET_UNKNOWN', 'There is no such wallet, share or device.')
}

export function conflict(): CustodyRefusal {
  return new CustodyRefusal('VERSION_CONFLICT', 'The pairs of the wallet have moved on.')
}
