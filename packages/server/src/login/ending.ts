import { deleteWallet, makeStrict } from '@latchkey/wire/custody/ending'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { servePage } from '../custody/page.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import type { GatewayApp } from '../gateway/environment.ts'
import { deletionMail } from '../mail/texts.ts'
import { lastEmailChange } from '../storage/emailChanges.ts'
import {
  deleteUser,
  dropRecovery,
  findDeletion,
  isHeld,
  listDueUsers,
  markForDeletion,
  undoDeletion,
} from '../storage/endings.ts'
import { listPasskeys } from '../storage/passkeys.ts'
import { findWalletOf } from '../storage/wallets.ts'
import { factsOf } from './callPage.ts'
import { conflict, describeWallet, unknown } from './halves.ts'
import type { LoginParts } from './loginParts.ts'
import { requireStepUp } from './sessions.ts'

const DAY_MS = 24 * 60 * 60_000

/** How long a deletion may be taken back, in days. Source: SEC-16. */
const UNDO_DAYS = 7

/** Where the link that takes it back leads; the token follows. */
const PATH = '/v1/login/undo-deletion'

/** Serves deletion, and wallets without a recovery pair. Source: SEC-10, SEC-16. */
export function serveEnding(serve: CallServer, app: GatewayApp, parts: LoginParts): void {
  const { storage, keys, sessions, audit, notices, farewells, post, clock, readPage } = parts

  serve(deleteWallet, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    const now = clock.now()
    requireStepUp(session, 'delete', now)
    const user = await parts.readOwner(session)
    // Whoever had the address before hears of what happens, as long as it may come back to them.
    const wait = ((await lastEmailChange(storage, user.id))?.undoUntil ?? 0) - now
    if (wait > 0) throw new CustodyRefusal('TOO_OFTEN', 'The address was changed lately.', { retryAfterMs: wait })
    const deleteAt = now + UNDO_DAYS * DAY_MS
    const undo = createToken()
    if (!(await markForDeletion(storage, { userId: user.id, deleteAt, undoHash: hashToken(undo) }))) {
      throw new CustodyRefusal('USER_LEAVES', 'Everything is about to be deleted already.')
    }
    const { host, device } = session
    const facts = factsOf(page, { host, device }, now)
    const text = deletionMail(facts, { link: `${parts.publicUrl}${PATH}/${undo}`, days: UNDO_DAYS })
    if (user.contact !== null) post.post({ to: user.contact, ...text }, 'notice')
    await audit.add(user.id, 'deletion', { host, device })
    return { deleteAt }
  })

  serve(makeStrict, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    requireStepUp(session, 'recovery', clock.now())
    const { walletId, version, otherWay } = request.body
    const user = await parts.readOwner(session)
    const wallet = await findWalletOf(storage, user.id)
    if (wallet?.id !== walletId) throw unknown()
    if (wallet.frozenAt !== null || (await isHeld(storage, wallet)))
      throw new CustodyRefusal('WALLET_FROZEN', 'The wallet is frozen.')
    if (wallet.version !== version) throw conflict()
    const strict = { wallet: await describeWallet(storage, { ...wallet, custody: 'strict' }) }
    if (otherWay === 'passkey' && (await listPasskeys(storage, walletId)).length === 0) throw unknown()
    // Asked again because the answer was lost.
    if (wallet.custody === 'strict') return strict
    const farewell = await farewells.word(user, { kind: 'pair', walletId, version })
    if (!(await dropRecovery(storage, { wallet, farewell }))) throw conflict()
    farewells.tell()
    const { host, device } = session
    await audit.add(user.id, 'strict', { host, device, otherWay })
    await notices.tell(user, 'strict', factsOf(page, { host, device }, clock.now()))
    return strict
  })

  servePage<string>(app, {
    name: 'undoDeletion',
    path: PATH,
    origin: parts.origin,
    mark: keys.mark,
    find: (token) => findDeletion(storage, hashToken(token), clock.now()),
    show: (_found, say) => ({
      title: say('keepTitle'),
      lines: [say('keepLine')],
      buttons: [{ value: 'keep', label: say('keep') }],
    }),
    async act(_found, _value, token, say) {
      const userId = await undoDeletion(storage, hashToken(token), clock.now())
      if (userId === undefined) return undefined
      await audit.add(userId, 'deletionUndone', { by: 'link' })
      return { title: say('keptTitle'), lines: [say('close')] }
    },
  })
}

/** Deletes what was marked and whose time is up; the vault is told after. Gives the number. */
export async function deleteDueUsers({ storage, farewells, clock }: LoginParts): Promise<number> {
  let deleted = 0
  for (const user of await listDueUsers(storage, clock.now())) {
    const wallet = await findWalletOf(storage, user.id)
    const farewell = await farewells.word(user, { kind: 'user', walletId: wallet?.id ?? null })
    if (await deleteUser(storage, { userId: user.id, now: clock.now(), farewell })) deleted++
  }
  farewells.tell()
  return deleted
}
