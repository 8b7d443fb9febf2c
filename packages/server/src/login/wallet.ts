import { type ShareBinding, shareAdditionalData } from '@latchkey/wire/custody/binding'
import type { UploadedShare } from '@latchkey/wire/custody/call'
import { DEVICE_TOKEN_TYPE, deviceClaims, hashContact } from '@latchkey/wire/custody/tokens'
import {
  addDevice,
  createWallet,
  freezeWallet,
  listDevices,
  readAudit,
  releaseDeviceShare,
  releaseRecoveryShare,
  revokeDevice,
  rotateRecovery,
  thawWallet,
} from '@latchkey/wire/custody/wallet'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { openRecord } from '../kms/sealRecord.ts'
import { isDeviceOf, listDevicesOf } from '../storage/login.ts'
import {
  addWallet,
  findShare,
  findWalletOf,
  listHolders,
  putDeviceShare,
  RECOVERY,
  removeDevice,
  replaceRecoveryShare,
  type StoredPasskey,
  type StoredWallet,
  setFrozen,
} from '../storage/wallets.ts'
import { factsOf } from './callPage.ts'
import {
  bindDevice,
  bindHolder,
  bindRecovery,
  conflict,
  createHalves,
  describeWallet,
  PASSKEY_VERSION,
  unknown,
} from './halves.ts'
import type { LoginParts } from './loginParts.ts'
import { requireStepUp } from './sessions.ts'

/** Entries of the record that a frame is shown. */
const AUDIT_LIMIT = 200

/** Serves the gateway's halves of a wallet. Source: SEC-07, SEC-09, SEC-12, SEC-19, SEC-77 to SEC-80. */
export function serveWallet(serve: CallServer, parts: LoginParts): void {
  const { storage, kms, keys, sessions, audit, notices, clock, readPage } = parts

  const { findLive, keepSealed, release, releaseLate } = createHalves(parts)

  serve(createWallet, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const { walletId, addresses, commitment, salt, deviceShare, recoveryShare, ownWay } = request.body
    const { projectId, userId, thumbprint, host } = session
    const isStrict = parts.isStrict(projectId)
    // A strict wallet has a way back of its owner's and no pair at the servers, every other one begins the other way round.
    if (isStrict !== (ownWay !== undefined) || isStrict !== (recoveryShare === undefined)) {
      throw isStrict
        ? new CustodyRefusal('OWN_WAY_NEEDED', 'The wallets of this project begin with a way back that is the owner’s.')
        : new CustodyRefusal('SHARE_REFUSED', 'The wallets of this project begin with a recovery pair.')
    }
    const now = clock.now()
    const device = bindDevice(projectId, walletId, thumbprint, 1)
    const wallet: StoredWallet = {
      id: walletId,
      userId,
      projectId,
      addresses: JSON.stringify({ eip155: addresses.eip155, solana: addresses.solana }),
      commitment,
      salt,
      version: 1,
      createdAt: now,
      frozenAt: null,
      custody: isStrict ? 'strict' : 'recoverable',
      backupAt: ownWay?.kind === 'backup' ? now : null,
      secondFactor: false,
    }
    const keep = async (share: UploadedShare, binding: ShareBinding) =>
      keepSealed(await keys.openUpload(share, binding), binding)
    const shares = [await keep(deviceShare, device)]
    if (recoveryShare) shares.push(await keep(recoveryShare, bindRecovery(projectId, walletId, 1)))
    let passkey: StoredPasskey | undefined
    if (ownWay?.kind === 'passkey') {
      const { holder, credentialId, salt, wrapped, share, publicKey = null } = ownWay
      shares.push(await keep(share, bindHolder({ walletId, holder, version: PASSKEY_VERSION }, projectId)))
      const made = { host, device: session.device, createdAt: now, publicKey, signCount: 0 }
      passkey = { walletId, holder, credentialId, salt, wrapped, ...made }
    }
    if (await addWallet(storage, { wallet, shares, passkey })) {
      await audit.add(userId, 'created', { walletId })
      if (ownWay) await audit.add(userId, ownWay.kind, { host, device: session.device })
      return { wallet: await describeWallet(storage, wallet) }
    }
    // The same call again, whose answer was lost.
    const found = await findWalletOf(storage, userId)
    if (found?.id !== walletId || found.commitment !== commitment || found.addresses !== wallet.addresses) {
      throw new CustodyRefusal('WALLET_EXISTS', 'There is another wallet already.')
    }
    return { wallet: await describeWallet(storage, found) }
  })

  serve(addDevice, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const { walletId, version, share } = request.body
    const wallet = await findLive(session, walletId)
    const binding = bindDevice(wallet.projectId, walletId, session.thumbprint, version)
    const kept = await keepSealed(await keys.openUpload(share, binding), binding)
    if (!(await putDeviceShare(storage, session.userId, { walletId, ...kept }))) throw unknown()
    await audit.add(session.userId, 'device', { host: session.host, device: session.device })
    return {}
  })

  serve(releaseDeviceShare, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const wallet = await findLive(session, request.body.walletId)
    const share = await findShare(storage, wallet.id, session.thumbprint)
    if (share === undefined || !(await isDeviceOf(storage, session.userId, session.thumbprint))) throw unknown()
    const binding = bindDevice(wallet.projectId, wallet.id, session.thumbprint, share.version)
    const released = await release(share, binding, request)
    await audit.add(session.userId, 'share', { host: session.host, device: session.device })
    return released
  })

  serve(releaseRecoveryShare, (request) =>
    releaseLate(request, async (wallet) => {
      if (wallet.custody === 'strict') throw new CustodyRefusal('WALLET_STRICT', 'No recovery pair is kept.')
      const share = await findShare(storage, wallet.id, RECOVERY)
      if (share === undefined) throw unknown()
      return { share, binding: bindRecovery(wallet.projectId, wallet.id, share.version) }
    }),
  )

  serve(rotateRecovery, async (request) => {
    const session = await sessions.find(request, readPage(request))
    requireStepUp(session, 'recovery', clock.now())
    const { walletId, version, share } = request.body
    const wallet = await findLive(session, walletId)
    if (wallet.custody === 'strict' && parts.isStrict(wallet.projectId)) {
      throw new CustodyRefusal('WALLET_STRICT', 'No recovery pair is kept of the wallets of this project.')
    }
    const binding = bindRecovery(wallet.projectId, walletId, version)
    const bytes = await keys.openUpload(share, binding)
    if (wallet.version === version) {
      // Asked again because the answer was lost, or by somebody who was too late.
      const held = await findShare(storage, walletId, RECOVERY)
      const same = held && Buffer.from(await openRecord(kms, held, shareAdditionalData('rest', binding))).equals(bytes)
      if (same !== true) throw conflict()
      return { wallet: await describeWallet(storage, wallet) }
    }
    const kept = await keepSealed(bytes, binding)
    if (!(await replaceRecoveryShare(storage, { walletId, ...kept }))) throw conflict()
    await audit.add(session.userId, 'rotation', { version: String(version) })
    return { wallet: await describeWallet(storage, { ...wallet, version, custody: 'recoverable' }) }
  })

  serve(listDevices, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const wallet = await findWalletOf(storage, session.userId)
    const holders = wallet === undefined ? new Set<string>() : await listHolders(storage, wallet.id)
    const devices = await listDevicesOf(storage, session.userId)
    return {
      devices: devices.map(({ thumbprint, host, device, createdAt }) => ({
        thumbprint,
        host,
        device,
        createdAt,
        hasShare: holders.has(thumbprint),
        isThis: thumbprint === session.thumbprint,
      })),
    }
  })

  serve(revokeDevice, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    const { thumbprint } = request.body
    if (thumbprint !== session.thumbprint) requireStepUp(session, 'devices', clock.now())
    const user = await parts.readOwner(session)
    if (!(await removeDevice(storage, session.userId, thumbprint))) throw unknown()
    const { host, device } = session
    await audit.add(session.userId, 'deviceRemoved', { thumbprint })
    await notices.tell(user, 'devices', factsOf(page, { host, device }, clock.now()))
    return {}
  })

  serve(freezeWallet, async (request) => {
    const session = await sessions.find(request, readPage(request))
    if (!(await setFrozen(storage, session.userId, clock.now()))) throw unknown()
    await audit.add(session.userId, 'frozen', { by: 'user' })
    return {}
  })

  serve(thawWallet, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    requireStepUp(session, 'thaw', clock.now())
    const user = await parts.readOwner(session)
    const approval = await parts.vault.check(request.body.approval, { type: DEVICE_TOKEN_TYPE, schema: deviceClaims })
    const isTheirs =
      approval.projectId === session.projectId &&
      approval.thumbprint === session.thumbprint &&
      approval.contactHash === (await hashContact(user))
    if (!isTheirs || !(await parts.useApproval(approval.jti))) {
      throw new CustodyRefusal('TOKEN_REFUSED', 'The approval is not for this device, or was used.')
    }
    if (!(await setFrozen(storage, session.userId, null))) throw unknown()
    const { host, device } = session
    await audit.add(session.userId, 'thawed')
    await notices.tell(user, 'thaw', factsOf(page, { host, device }, clock.now()))
    return {}
  })

  serve(readAudit, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const entries = await audit.read(session.userId, AUDIT_LIMIT)
    return {
      entries: entries.map(({ number, at, kind, facts }) => ({
        number,
        at,
        kind,
        facts: JSON.parse(facts) as Record<string, string>,
      })),
    }
  })
}
