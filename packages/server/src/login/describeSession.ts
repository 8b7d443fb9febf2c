import { randomUUID } from 'node:crypto'
import type { CallAnswer } from '@latchkey/wire/custody/call'
import type { finishLogin } from '@latchkey/wire/custody/login'
import { hashContact, LOGIN_TOKEN_SECONDS, LOGIN_TOKEN_TYPE, type LoginClaims } from '@latchkey/wire/custody/tokens'
import { lastEmailChange } from '../storage/emailChanges.ts'
import type { StoredUser } from '../storage/login.ts'
import { findShare, findWalletOf } from '../storage/wallets.ts'
import { describeWallet } from './halves.ts'
import type { LoginParts } from './loginParts.ts'
import type { OpenSession } from './sessions.ts'

/** What a frame is told of its session, with the assertion for the vault. */
export async function describeSession(
  parts: LoginParts,
  { session, token }: OpenSession,
  user: StoredUser,
): Promise<CallAnswer<typeof finishLogin>> {
  const { storage, keys, clock } = parts
  const wallet = await findWalletOf(storage, user.id)
  const share = wallet && (await findShare(storage, wallet.id, session.thumbprint))
  const change = await lastEmailChange(storage, user.id)
  const contactHash = await hashContact(user)
  const claims: LoginClaims = {
    jti: randomUUID(),
    projectId: user.projectId,
    userId: user.id,
    contactHash,
    thumbprint: session.thumbprint,
    auth_time: Math.floor(session.createdAt / 1000),
    wallet: wallet === undefined ? null : { walletId: wallet.id, version: wallet.version },
    ...(change && {
      change: { id: change.id, from: await hashContact({ ...user, subject: change.fromSubject }), to: contactHash },
    }),
  }
  const assertion = await keys.sign({
    type: LOGIN_TOKEN_TYPE,
    issuer: parts.origin,
    audience: parts.vaultOrigin,
    claims,
    now: clock.now(),
    seconds: LOGIN_TOKEN_SECONDS,
  })
  return {
    token,
    accessUntil: session.accessUntil,
    renewUntil: session.renewUntil,
    user: {
      id: user.id,
      email: user.contact,
      userName: user.userName,
      provider: user.provider,
      wallet: wallet === undefined ? null : await describeWallet(storage, wallet),
    },
    ...(change && { emailChange: { id: change.id, undoUntil: change.undoUntil } }),
    isLinked: session.linkedIssuer !== null,
    hasShare: share !== undefined,
    custody: parts.isStrict(user.projectId) ? 'strict' : 'recoverable',
    assertion,
  }
}
