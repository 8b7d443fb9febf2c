/**
 * After a login: the wallet is made, unlocked or recovered, whichever is due, in an order of writes in which it is never lost and never
 * doubled, wherever the page or a server ends in between.
 *
 * A new half is kept on the device as a candidate before the gateway has the other one; the gateway's answer makes it current. So a
 * half that the gateway knows of is always on the device too, and one that it does not know of is never used.
 */

import type { CallAnswer } from '@latchkey/wire/custody/call'
import { type finishLogin, refreshLogin, type stepUp } from '@latchkey/wire/custody/login'
import type { CustodyKeys } from '@latchkey/wire/custody/tokens'
import { putRecoveryShare, releaseVaultShare } from '@latchkey/wire/custody/vault'
import {
  addDevice,
  createWallet,
  releaseDeviceShare,
  releaseRecoveryShare,
  type WalletRecord,
} from '@latchkey/wire/custody/wallet'
import { releasePasskeyShare } from '@latchkey/wire/custody/wayBack'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64urlnopad } from '@scure/base'
import type { DeviceStore, KeptShare } from '../device/deviceStore.ts'
import type { Keyring, Place, ServerKeys } from '../keys/createKeyring.ts'
import type { SealedShare } from '../keys/sealing.ts'
import { type Caller, CallRefusedError } from './createCaller.ts'

/** What a login came to. */
export type Session = CallAnswer<typeof finishLogin>

/** What a person is called by. */
export const nameOf = ({ user }: Session): string => user.email ?? user.userName ?? user.provider ?? ''

/** What names a code that was mailed. Throws `CallRefusedError` EMAIL_NEEDED for whoever has no address to mail it to. */
export const challengeOf = (asked: CallAnswer<typeof stepUp>): string => {
  if (asked.how === 'code') return asked.challenge
  throw new CallRefusedError('EMAIL_NEEDED')
}

/** What stands around a wallet that is brought. */
export type Surroundings = {
  readonly projectId: string
  /** The thumbprint of this device's key. */
  readonly device: string
  readonly gateway: Caller
  readonly vault: Caller
  /** What the servers say of their keys. The vault is asked only where it gets a half: it may be away from whoever unlocks. */
  readonly keys: { readonly gateway: CustodyKeys; readonly readVault: () => Promise<CustodyKeys> }
  readonly keyring: Keyring
  readonly store: DeviceStore
}

/** How the wallet came, and the session as it is now. */
export type Brought = {
  readonly wallet: WalletRecord
  readonly how: 'created' | 'unlocked' | 'recovered'
  readonly session: Session
}

const decode = (text: string) => Uint8Array.from(base64urlnopad.decode(text))

const readSealed = ({
  encapsulated,
  ciphertext,
}: {
  readonly encapsulated: string
  readonly ciphertext: string
}): SealedShare => ({
  encapsulated: decode(encapsulated),
  ciphertext: decode(ciphertext),
})

/** A server seals to its newest key, which stands last. */
const sealKeyOf = (keys: CustodyKeys) => {
  const newest = keys.seal.at(-1)
  if (!newest) throw new CallRefusedError('ANSWER_INVALID')
  return newest
}

export const gatewayKeyOf = ({ keys }: Surroundings): Pick<ServerKeys, 'gateway'> => ({
  gateway: decode(sealKeyOf(keys.gateway).publicKey),
})

/** Both servers' keys; `ofVault` is what the vault said. */
export const serverKeysOf = (around: Surroundings, ofVault: CustodyKeys): ServerKeys => ({
  ...gatewayKeyOf(around),
  vault: decode(sealKeyOf(ofVault).publicKey),
})

export const upload = ({ encapsulated, ciphertext }: SealedShare, keys: CustodyKeys) => ({
  encapsulated: base64urlnopad.encode(encapsulated),
  ciphertext: base64urlnopad.encode(ciphertext),
  keyId: sealKeyOf(keys).keyId,
})

export const placeOf = ({ projectId, device }: Surroundings, version: number): Place => ({ projectId, device, version })

/** Asks a server to seal a share to a key that is good for this one time. */
const release = async <Answer>(
  { keyring }: Surroundings,
  ask: (key: string, releaseKey: Uint8Array<ArrayBuffer>) => Promise<Answer>,
): Promise<Answer & { readonly release: string }> => {
  const { id, publicKey } = await keyring.beginRelease()
  return { ...(await ask(base64urlnopad.encode(publicKey), publicKey)), release: id }
}

/** Asks again where nothing came back: a call whose answer was lost is the same call, and is answered the same. */
export const askUntilAnswered = async <Answer>(ask: () => Promise<Answer>, tries = 3): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    if (tries > 1 && error instanceof CallRefusedError && error.code === 'NETWORK_FAILED')
      return askUntilAnswered(ask, tries - 1)
    throw error
  }
}

const create = async (around: Surroundings, session: Session): Promise<Brought> => {
  // Its owner takes a way back first: `createStrict`.
  if (session.custody === 'strict') throw new CallRefusedError('OWN_WAY_NEEDED')
  const { token, assertion } = session
  const { keyring, store, gateway, vault, keys, projectId } = around
  const ofVault = await keys.readVault()
  const { record, device, auth, recovery, recoveryAuth } = await keyring.create(
    placeOf(around, 1),
    serverKeysOf(around, ofVault),
  )
  const { walletId, addresses, commitment, salt } = record
  await store.propose({ projectId, walletId, version: 1, share: device })
  await askUntilAnswered(() =>
    vault(putRecoveryShare, { assertion, walletId, version: 1, share: upload(recovery, ofVault) }),
  )
  const body = {
    walletId,
    addresses,
    commitment,
    salt,
    deviceShare: upload(auth, keys.gateway),
    recoveryShare: upload(recoveryAuth, keys.gateway),
  }
  const { wallet } = await askUntilAnswered(() => gateway(createWallet, body, { token }))
  await store.promote(projectId, walletId)
  return { wallet, how: 'created', session }
}

/** A passkey that was made: what it is asked with, the key that it gave, and the one by which it is checked, where the browser tells it. */
export type MadePasskey = {
  readonly credentialId: string
  readonly salt: string
  readonly key: CryptoKey
  readonly publicKey?: string | undefined
}

/** What its owner holds of a strict wallet before it is there: a backup file that was taken, or a passkey. */
export type OwnWay = { readonly kind: 'backup' } | ({ readonly kind: 'passkey' } & MadePasskey)

/** Makes the wallet that the keyring has drafted, without a recovery pair: no server has a part in bringing it back (SEC-10). */
export const createStrict = async (
  around: Surroundings,
  session: Session,
  record: Pick<WalletRecord, 'walletId' | 'addresses' | 'commitment' | 'salt'>,
  own: OwnWay,
): Promise<Brought> => {
  const { keyring, store, gateway, keys, projectId } = around
  const { walletId, addresses, commitment, salt } = record
  const { device, auth } = await keyring.makeDeviceShares(placeOf(around, 1), gatewayKeyOf(around))
  const ownWay = own.kind === 'backup' ? own : { kind: own.kind, ...(await makePasskeyPair(around, own)) }
  await store.propose({ projectId, walletId, version: 1, share: device })
  const body = { walletId, addresses, commitment, salt, deviceShare: upload(auth, keys.gateway), ownWay }
  const { wallet } = await askUntilAnswered(() => gateway(createWallet, body, { token: session.token }))
  await store.promote(projectId, walletId)
  return { wallet, how: 'created', session }
}

/** The pair of a passkey for the wallet that is unlocked, as it goes to the gateway. */
export const makePasskeyPair = async (around: Surroundings, passkey: MadePasskey) => {
  const { keyring, keys, projectId } = around
  const { credentialId, salt, key, publicKey } = passkey
  const holder = `passkey.${base64urlnopad.encode(sha256(base64urlnopad.decode(credentialId)))}`
  const { wrapped, auth } = await keyring.makePasskeyShares({ projectId, holder }, key, gatewayKeyOf(around))
  return {
    holder,
    credentialId,
    salt,
    wrapped: base64urlnopad.encode(wrapped),
    publicKey,
    share: upload(auth, keys.gateway),
  }
}

/** The halves on this device: the current one, and a candidate where the page ended before its promotion. */
const listHalves = async ({ store, projectId }: Surroundings, walletId: string): Promise<readonly KeptShare[]> =>
  [await store.share(projectId, walletId, 'current'), await store.share(projectId, walletId, 'candidate')].filter(
    (half) => half !== undefined,
  )

/** Unlocks with this device's half; undefined where it has none that fits. */
const unlock = async (around: Surroundings, session: Session, wallet: WalletRecord): Promise<Brought | undefined> => {
  const { token } = session
  const { keyring, store, gateway, projectId } = around
  const { walletId } = wallet
  const halves = await listHalves(around, walletId)
  if (halves.length === 0) return undefined
  const released = await release(around, (key, releaseKey) =>
    gateway(releaseDeviceShare, { walletId, key }, { token, releaseKey }),
  )
  // That which belongs to the gateway's.
  const half = halves.find(({ version }) => version === released.version)
  if (!half) return undefined
  await keyring.unlock(wallet, placeOf(around, half.version), {
    device: half.share,
    auth: readSealed(released.share),
    release: released.release,
  })
  if (half.state === 'candidate') await store.promote(projectId, walletId)
  return { wallet, how: 'unlocked', session }
}

/** Gives this device, on which the wallet is unlocked, a half of its own. */
const join = async (around: Surroundings, session: Session, wallet: WalletRecord): Promise<Brought> => {
  const { token } = session
  const { keyring, store, gateway, keys, projectId } = around
  const { walletId } = wallet
  const version = Math.max(0, ...(await listHalves(around, walletId)).map((half) => half.version)) + 1
  const { device, auth } = await keyring.makeDeviceShares(placeOf(around, version), gatewayKeyOf(around))
  await store.propose({ projectId, walletId, version, share: device })
  await askUntilAnswered(() => gateway(addDevice, { walletId, version, share: upload(auth, keys.gateway) }, { token }))
  await store.promote(projectId, walletId)
  return { wallet, how: 'recovered', session }
}

/** Recovers by a passkey: what it gives opens one half, and the gateway hands out the other. */
export const recoverByPasskey = async (
  around: Surroundings,
  session: Session,
  passkey: { readonly holder: string; readonly wrapped: string; readonly key: CryptoKey },
): Promise<Brought> => {
  const { keyring, gateway, projectId } = around
  const wallet = demandWallet(session)
  const { walletId } = wallet
  const { holder, wrapped, key } = passkey
  const released = await release(around, (one, releaseKey) =>
    gateway(releasePasskeyShare, { walletId, holder, key: one }, { token: session.token, releaseKey }),
  )
  await keyring.recoverByPasskey(
    wallet,
    { projectId, holder },
    { wrapped: decode(wrapped), key, sealed: readSealed(released.share), release: released.release },
  )
  return join(around, session, wallet)
}

/** Recovers by a backup file and its words: no server has a part in it, but for giving this device a half. */
export const recoverByFile = async (
  around: Surroundings,
  session: Session,
  file: string,
  phrase: string,
): Promise<Brought> => {
  const wallet = demandWallet(session)
  await around.keyring.recoverByFile(wallet, file, phrase)
  return join(around, session, wallet)
}

const demandWallet = ({ user }: Session): WalletRecord => {
  if (!user.wallet) throw new CallRefusedError('WALLET_UNKNOWN')
  return user.wallet
}

/** Recovers on a device that has no half, and gives it one. */
const recover = async (around: Surroundings, session: Session, wallet: WalletRecord): Promise<Brought> => {
  const { token, assertion } = session
  const { keyring, gateway, vault } = around
  const { walletId, custody } = wallet
  if (custody === 'strict') throw new CallRefusedError('WALLET_STRICT')
  const ofVault = await release(around, (key, releaseKey) =>
    vault(releaseVaultShare, { assertion, key }, { releaseKey }),
  )
  const ofGateway = await release(around, (key, releaseKey) =>
    gateway(releaseRecoveryShare, { walletId, key }, { token, releaseKey }),
  )
  await keyring.recover(wallet, placeOf(around, ofGateway.version), {
    recovery: { sealed: readSealed(ofVault.share), release: ofVault.release },
    recoveryAuth: { sealed: readSealed(ofGateway.share), release: ofGateway.release },
  })
  return join(around, session, wallet)
}

/**
 * Brings the wallet of a session. A device that the vault has not let in lately is told so by `DEVICE_NOT_APPROVED`: then the visitor
 * confirms it by the vault's mail, and this is called again.
 *
 * @throws {CallRefusedError} with the codes of both servers
 * @throws {KeyError} `SHARE_REFUSED`, `WALLET_DATA_DAMAGED`
 */
export const bringWallet = async (around: Surroundings, session: Session): Promise<Brought> => {
  const { wallet } = session.user
  if (wallet) {
    const unlocked = session.hasShare ? await unlock(around, session, wallet) : undefined
    return unlocked ?? recover(around, session, wallet)
  }
  try {
    return await create(around, session)
  } catch (error) {
    if (!(error instanceof CallRefusedError && error.code === 'WALLET_EXISTS')) throw error
    // Another device of this person was first: its wallet is the wallet, and what was made here is forgotten.
    around.keyring.lock()
    const renewed = await around.gateway(refreshLogin, {}, { token: session.token })
    if (!renewed.user.wallet) throw error
    return recover(around, renewed, renewed.user.wallet)
  }
}
