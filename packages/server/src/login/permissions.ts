import { keepPermission, listPermissions, noteEnded } from '@latchkey/wire/custody/permission'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { addPermission, dropPermission, listLivePermissions } from '../storage/permissions.ts'
import { findWalletOf } from '../storage/wallets.ts'
import { unknown } from './halves.ts'
import type { LoginParts } from './loginParts.ts'

/** Permissions that one wallet has at most at a time. */
export const PERMISSION_LIMIT = 100

/** Keeps what owners let others do, so that they find it on each of their devices. Source: SEC-53. */
export function servePermissions(serve: CallServer, parts: LoginParts): void {
  const { storage, sessions, audit, clock, readPage } = parts

  serve(keepPermission, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const wallet = await findWalletOf(storage, session.userId)
    if (wallet === undefined) throw unknown()
    const held = await listLivePermissions(storage, wallet.id, clock.now())
    // The same call again, whose answer was lost.
    if (held.some(({ hash }) => hash === request.body.hash)) return {}
    if (held.length >= PERMISSION_LIMIT)
      throw new CustodyRefusal('TOO_OFTEN', 'There are too many permissions already.')
    const { period, ...permission } = request.body
    const { host, device } = session
    await addPermission(storage, {
      ...permission,
      networkId: permission.networkId as `eip155:${string}`,
      period: period && JSON.stringify(period),
      walletId: wallet.id,
      host,
      createdAt: clock.now(),
    })
    await audit.add(session.userId, 'permission', { host, device })
    return {}
  })

  serve(listPermissions, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const wallet = await findWalletOf(storage, session.userId)
    if (wallet === undefined) return { permissions: [] }
    const held = await listLivePermissions(storage, wallet.id, clock.now())
    return {
      permissions: held.map(({ walletId, period, ...permission }) => ({
        ...permission,
        period: period === null ? null : JSON.parse(period),
      })),
    }
  })

  serve(noteEnded, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const wallet = await findWalletOf(storage, session.userId)
    if (wallet === undefined) throw unknown()
    if (!(await dropPermission(storage, wallet.id, request.body.hash))) return {}
    const { host, device } = session
    await audit.add(session.userId, 'permissionEnded', { host, device })
    return {}
  })
}
