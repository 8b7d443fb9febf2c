/** What a visitor does with the custody of the wallet: a new recovery pair, none at all, and an end of everything. */
import type { CallAnswer } from '@latchkey/wire/custody/call'
import { deleteWallet, makeStrict } from '@latchkey/wire/custody/ending'
import { finishStepUp, refreshLogin, stepUp } from '@latchkey/wire/custody/login'
import { putRecoveryShare } from '@latchkey/wire/custody/vault'
import { rotateRecovery, type WalletRecord } from '@latchkey/wire/custody/wallet'
import { putPasskey } from '@latchkey/wire/custody/wayBack'
import type { SealedShare } from '../keys/sealing.ts'
import {
  askUntilAnswered,
  challengeOf,
  type MadePasskey,
  makePasskeyPair,
  placeOf,
  type Session,
  type Surroundings,
  serverKeysOf,
  upload,
} from './bringWallet.ts'
import { CallRefusedError } from './createCaller.ts'

/** Keeps a passkey with a pair of its own, after a fresh code for `recovery`, while the wallet is unlocked. */
export const addPasskey = async (around: Surroundings, session: Session, passkey: MadePasskey): Promise<void> => {
  const { gateway } = around
  const { walletId } = walletOf(session)
  const pair = await makePasskeyPair(around, passkey)
  await askUntilAnswered(() => gateway(putPasskey, { walletId, ...pair }, { token: session.token }))
}

/** Has a fresh code mailed for one thing. Gives what names it. */
export const askFreshCode = async (
  { gateway }: Pick<Surroundings, 'gateway'>,
  session: Session,
  reason: 'export' | 'recovery' | 'devices' | 'email' | 'thaw' | 'delete',
): Promise<string> => challengeOf(await gateway(stepUp, { reason }, { token: session.token }))

/** Types it: for 5 minutes the thing may be done. */
export const typeFreshCode = (
  { gateway }: Pick<Surroundings, 'gateway'>,
  session: Session,
  given: { readonly challenge: string; readonly code: string },
): Promise<CallAnswer<typeof finishStepUp>> => gateway(finishStepUp, given, { token: session.token })

const walletOf = ({ user }: Session): WalletRecord => {
  if (!user.wallet) throw new CallRefusedError('WALLET_UNKNOWN')
  return user.wallet
}

/** The session with another token, what the gateway says now, and an assertion for the next 5 minutes. The former token ends. */
export const renewSession = ({ gateway }: Pick<Surroundings, 'gateway'>, session: Session): Promise<Session> =>
  askUntilAnswered(() => gateway(refreshLogin, {}, { token: session.token }))

/**
 * Puts a new recovery pair in the place of the former one, after a fresh code for `recovery`, while the wallet is unlocked. The
 * session was renewed just before. The vault has its half first, the gateway's answer makes the pair count; until then the former one does. A strict wallet becomes
 * recoverable by it.
 */
export const renewRecovery = async (around: Surroundings, session: Session): Promise<Session> => {
  const { keyring, gateway, vault, keys } = around
  const { assertion, token } = session
  const { walletId, version: former } = walletOf(session)
  const ofVault = await keys.readVault()
  // A number may stand at the vault already, from a page that ended before the gateway had the other half.
  const putFrom = async (version: number, tries = 5): Promise<{ version: number; recoveryAuth: SealedShare }> => {
    const place = placeOf(around, version)
    const { recovery, recoveryAuth } = await keyring.makeRecoveryShares(place, serverKeysOf(around, ofVault))
    const half = { assertion, walletId, version, share: upload(recovery, ofVault) }
    try {
      await askUntilAnswered(() => vault(putRecoveryShare, half))
      return { version, recoveryAuth }
    } catch (error) {
      const isThere = error instanceof CallRefusedError && error.code === 'VERSION_CONFLICT'
      if (!isThere || tries <= 1) throw error
      return putFrom(version + 1, tries - 1)
    }
  }
  const { version, recoveryAuth } = await putFrom(former + 1)
  const other = { walletId, version, share: upload(recoveryAuth, keys.gateway) }
  await askUntilAnswered(() => gateway(rotateRecovery, other, { token }))
  return renewSession(around, session)
}

/**
 * Has the servers forget the recovery pair, after a fresh code for `recovery`. The caller has seen to it that the visitor holds a backup
 * file or a passkey: from then on nothing else brings the wallet to a new device.
 */
export const forgetRecovery = async (
  around: Pick<Surroundings, 'gateway'>,
  session: Session,
  otherWay: 'backup' | 'passkey' = 'backup',
): Promise<Session> => {
  const { gateway } = around
  const { walletId, version } = walletOf(session)
  const body = { walletId, version, otherWay }
  await askUntilAnswered(() => gateway(makeStrict, body, { token: session.token }))
  return renewSession(around, session)
}

/**
 * Marks everything for deletion, after a fresh code for `delete`. Gives when it is deleted; undefined where that answer was lost. This
 * device keeps its half: without the gateway's it is noise, and with it the wallet is back if the visitor takes the deletion back.
 */
export const deleteEverything = async (
  around: Pick<Surroundings, 'gateway' | 'keyring'>,
  session: Session,
): Promise<number | undefined> => {
  const { gateway, keyring } = around
  let deleteAt: number | undefined
  try {
    deleteAt = (await gateway(deleteWallet, {}, { token: session.token })).deleteAt
  } catch (error) {
    if (!(error instanceof CallRefusedError && error.code === 'NETWORK_FAILED')) throw error
    try {
      deleteAt = (await gateway(deleteWallet, {}, { token: session.token })).deleteAt
    } catch (again) {
      // The first one was carried out, and ended the session.
      if (!(again instanceof CallRefusedError && again.code === 'SESSION_REFUSED')) throw again
    }
  }
  keyring.lock()
  return deleteAt
}
