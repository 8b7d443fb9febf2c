import {
  listWaysBack,
  noteBackup,
  noteSignature,
  putPasskey,
  releasePasskeyShare,
  removePasskey,
} from '@latchkey/wire/custody/wayBack'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { addPasskey, dropPasskey, listPasskeys, markSecondFactor, setBackup } from '../storage/passkeys.ts'
import { findShare, findWalletOf } from '../storage/wallets.ts'
import { factsOf } from './callPage.ts'
import { bindHolder, conflict, createHalves, PASSKEY_VERSION, unknown } from './halves.ts'
import type { LoginParts } from './loginParts.ts'
import { requireStepUp } from './sessions.ts'

/** Passkeys that one wallet has at most. */
const PASSKEY_LIMIT = 10

/** Serves the ways back that the owner of a wallet holds. Source: SEC-13, SEC-14, SEC-77 to SEC-79. */
export function serveWaysBack(serve: CallServer, parts: LoginParts): void {
  const { storage, keys, sessions, audit, notices, clock, readPage } = parts
  const { findLive, findOwn, keepSealed, releaseLate } = createHalves(parts)

  serve(putPasskey, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    requireStepUp(session, 'recovery', clock.now())
    const { walletId, holder, credentialId, salt, wrapped, share, publicKey = null } = request.body
    const wallet = await findLive(session, walletId)
    const held = await listPasskeys(storage, walletId)
    // The same call again, whose answer was lost.
    if (held.some((each) => each.holder === holder && each.wrapped === wrapped)) return {}
    if (held.length >= PASSKEY_LIMIT) throw new CustodyRefusal('TOO_OFTEN', 'There are too many passkeys already.')
    const binding = bindHolder({ walletId, holder, version: PASSKEY_VERSION }, wallet.projectId)
    const kept = await keepSealed(await keys.openUpload(share, binding), binding)
    const { host, device } = session
    const made = { host, device, createdAt: clock.now(), publicKey, signCount: 0 }
    const passkey = { walletId, holder, credentialId, salt, wrapped, ...made }
    if (!(await addPasskey(storage, { passkey, share: { walletId, ...kept } }))) throw conflict()
    await audit.add(session.userId, 'passkey', { host, device })
    const user = await parts.readOwner(session)
    await notices.tell(user, 'passkey', factsOf(page, { host, device }, clock.now()))
    return {}
  })

  serve(listWaysBack, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const wallet = await findWalletOf(storage, session.userId)
    if (wallet === undefined) return { passkeys: [], backupAt: null, hasSecondFactor: false }
    const held = await listPasskeys(storage, wallet.id)
    return {
      passkeys: held.map(({ walletId, publicKey, signCount, ...passkey }) => ({
        ...passkey,
        isProvable: publicKey !== null,
      })),
      backupAt: wallet.backupAt,
      hasSecondFactor: wallet.secondFactor,
    }
  })

  serve(removePasskey, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    requireStepUp(session, 'recovery', clock.now())
    const { walletId, holder } = request.body
    await findOwn(session, walletId)
    if (!(await dropPasskey(storage, walletId, holder))) throw unknown()
    // Nobody is asked for what is not there any more.
    const isLast = (await listPasskeys(storage, walletId)).every(({ publicKey }) => publicKey === null)
    if (isLast) await markSecondFactor(storage, walletId, false)
    const { host, device } = session
    await audit.add(session.userId, 'passkeyRemoved', { host, device })
    const user = await parts.readOwner(session)
    await notices.tell(user, 'passkeyRemoved', factsOf(page, { host, device }, clock.now()))
    return {}
  })

  serve(releasePasskeyShare, async (request) => {
    const { holder } = request.body
    const { share } = await releaseLate(request, async (wallet) => {
      const half = await findShare(storage, wallet.id, holder)
      if (half === undefined) throw unknown()
      return { share: half, binding: bindHolder(half, wallet.projectId) }
    })
    return { share }
  })

  serve(noteBackup, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    requireStepUp(session, 'recovery', clock.now())
    const { walletId } = request.body
    await findOwn(session, walletId)
    await setBackup(storage, walletId, clock.now())
    const { host, device } = session
    await audit.add(session.userId, 'backup', { host, device })
    const user = await parts.readOwner(session)
    await notices.tell(user, 'backup', factsOf(page, { host, device }, clock.now()))
    return {}
  })

  serve(noteSignature, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const { kind, hash } = request.body
    await audit.add(session.userId, 'signature', { host: session.host, device: session.device, what: kind, hash })
    return {}
  })
}
