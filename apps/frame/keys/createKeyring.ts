/**
 * The key worker's memory: the root entropy while it is unlocked, and what is made of it. It takes wrapped and sealed shares, and gives
 * wrapped and sealed shares, signatures, and, for a screen of the frame alone, words or a backup file. Entropy, halves and private keys
 * never leave it otherwise (SEC-01, SEC-08).
 */

import type { ShareBinding } from '@latchkey/wire/custody/binding'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { unwrapShare, type WrappedShare, wrapShare } from './atRest.ts'
import { createPhrase, makeBackupFile, openBackupFile } from './backupFile.ts'
import { type Bytes, type Random, wipe } from './bytes.ts'
import { derivePrivateKeys, wordsOf } from './derive.ts'
import { makePair } from './pairs.ts'
import { createReleaseKey, type ReleaseKey, type SealedShare, sealForServer } from './sealing.ts'
import { checkEntropy, createWallet, openWallet, type WalletRecord } from './wallet.ts'

/** Without a use for so long the wallet is locked (ms). Source: SEC-08. */
export const IDLE_LIMIT = 15 * 60_000
/** Hidden for so long the wallet is locked (ms). Source: SEC-08. */
export const HIDDEN_LIMIT = 5 * 60_000

/** Time as the keyring uses it. `after` runs something once, in ms, and gives back what stops it. */
export type Clock = { readonly after: (ms: number, run: () => void) => () => void }

/** What shares belong to, but for their kinds. */
export type Place = {
  readonly projectId: string
  /** The thumbprint of this device's key. */
  readonly device: string
  /** The number of the pair, from 1. */
  readonly version: number
}

/** The servers' public keys for HPKE: uncompressed, 65 bytes. */
export type ServerKeys = { readonly gateway: Bytes; readonly vault: Bytes }

/** A device's pair, as it leaves the keyring. */
export type DeviceShares = {
  /** Stays in the browser. */
  readonly device: WrappedShare
  /** For the gateway. */
  readonly auth: SealedShare
}

/** The recovery pair, as it leaves the keyring. */
export type RecoveryShares = {
  /** For the vault. */
  readonly recovery: SealedShare
  /** For the gateway. */
  readonly recoveryAuth: SealedShare
}

/** Whatever needs the wallet while it is locked. */
export class LockedError extends Error {
  override readonly name = 'LockedError'
  readonly code = 'WALLET_LOCKED'

  constructor() {
    super('The wallet is locked')
  }
}

const bind = ({ projectId, device, version }: Place, walletId: string, kind: ShareBinding['kind']): ShareBinding => ({
  projectId,
  walletId,
  holder: kind === 'device-share' || kind === 'auth-share' ? device : 'recovery',
  kind,
  version,
})

/** What the pair of a passkey belongs to. `holder` is made of its credential id (`wire/custody/wayBack.ts`). */
export type PasskeyPlace = { readonly projectId: string; readonly holder: string }

/** Its pair never moves on: another passkey is another holder. */
const bindPasskey = (
  projectId: string,
  walletId: string,
  holder: string,
  kind: ShareBinding['kind'],
): ShareBinding => ({
  projectId,
  walletId,
  holder,
  kind,
  version: 1,
})

/** A keyring, locked. `wrappingKey` is the device's own, from its storage, or made anew where nothing is kept. */
export const createKeyring = ({
  random,
  clock,
  wrappingKey,
}: {
  readonly random: Random
  readonly clock: Clock
  readonly wrappingKey: CryptoKey
}) => {
  let unlocked: { readonly entropy: Bytes; readonly record: WalletRecord } | undefined
  let stopIdle = () => {}
  let stopHidden = () => {}
  /** The key of each release that was asked for and not come yet; each opens one share and is forgotten. */
  const releases = new Map<string, ReleaseKey>()

  const lock = () => {
    stopIdle()
    stopHidden()
    if (unlocked) wipe(unlocked.entropy)
    unlocked = undefined
    releases.clear()
  }

  const touch = () => {
    stopIdle()
    stopIdle = clock.after(IDLE_LIMIT, lock)
  }

  const demand = () => {
    if (!unlocked) throw new LockedError()
    touch()
    return unlocked
  }

  const hold = (record: WalletRecord, entropy: Bytes) => {
    if (unlocked && unlocked.entropy !== entropy) wipe(unlocked.entropy)
    unlocked = { entropy, record }
    touch()
  }

  const takeRelease = (id: string): ReleaseKey => {
    const key = releases.get(id)
    if (!key) throw new LockedError()
    releases.delete(id)
    return key
  }

  const makeDeviceShares = async (place: Place, servers: Pick<ServerKeys, 'gateway'>): Promise<DeviceShares> => {
    const { entropy, record } = demand()
    const { pad, masked } = makePair(entropy, random)
    const deviceBinding = bind(place, record.walletId, 'device-share')
    try {
      return {
        device: await wrapShare(pad, wrappingKey, 'device', deviceBinding, random),
        auth: await sealForServer(masked, servers.gateway, bind(place, record.walletId, 'auth-share')),
      }
    } finally {
      wipe(pad, masked)
    }
  }

  const makeRecoveryShares = async (place: Place, servers: ServerKeys): Promise<RecoveryShares> => {
    const { entropy, record } = demand()
    const { pad, masked } = makePair(entropy, random)
    const { walletId } = record
    try {
      return {
        recovery: await sealForServer(pad, servers.vault, bind(place, walletId, 'recovery-share')),
        recoveryAuth: await sealForServer(masked, servers.gateway, bind(place, walletId, 'recovery-auth-share')),
      }
    } finally {
      wipe(pad, masked)
    }
  }

  return {
    isUnlocked: () => unlocked !== undefined,

    /** Of the wallet that is unlocked. */
    addresses: () => unlocked?.record.addresses,

    /** A new wallet, unlocked, with the pair of this device and the recovery pair. */
    create: async (
      place: Place,
      servers: ServerKeys,
    ): Promise<DeviceShares & RecoveryShares & { readonly record: WalletRecord }> => {
      const { entropy, record } = createWallet(random)
      hold(record, entropy)
      return { record, ...(await makeDeviceShares(place, servers)), ...(await makeRecoveryShares(place, servers)) }
    },

    /** A new wallet, unlocked, of which no server knows: where it is strict from the start, its owner takes a way back first (SEC-10). */
    draft: (): WalletRecord => {
      const { entropy, record } = createWallet(random)
      hold(record, entropy)
      return record
    },

    /** A key for one release: `id` names it here, `publicKey` is what the server seals to (SEC-07). */
    beginRelease: async (): Promise<{ readonly id: string; readonly publicKey: Bytes }> => {
      const key = await createReleaseKey()
      const id = crypto.randomUUID()
      releases.set(id, key)
      return { id, publicKey: key.publicKey }
    },

    /**
     * Unlocks with this device's half and the one that the gateway released.
     *
     * @throws {KeyError} `SHARE_REFUSED`, `WALLET_DATA_DAMAGED`
     */
    unlock: async (
      record: WalletRecord,
      place: Place,
      shares: { readonly device: WrappedShare; readonly auth: SealedShare; readonly release: string },
    ): Promise<void> => {
      const key = takeRelease(shares.release)
      const masked = await key.open(shares.auth, bind(place, record.walletId, 'auth-share'))
      const deviceBinding = bind(place, record.walletId, 'device-share')
      const pad = await unwrapShare(shares.device, wrappingKey, 'device', deviceBinding)
      try {
        hold(record, openWallet(record, pad, masked))
      } finally {
        wipe(pad, masked)
      }
    },

    /**
     * Unlocks on a device that is new, with the recovery pair as both servers released it. The device gets a pair of its own by
     * `makeDeviceShares`.
     *
     * @throws {KeyError} `SHARE_REFUSED`, `WALLET_DATA_DAMAGED`
     */
    recover: async (
      record: WalletRecord,
      place: Place,
      shares: {
        readonly recovery: { readonly sealed: SealedShare; readonly release: string }
        readonly recoveryAuth: { readonly sealed: SealedShare; readonly release: string }
      },
    ): Promise<void> => {
      const [vault, gateway] = [takeRelease(shares.recovery.release), takeRelease(shares.recoveryAuth.release)]
      const pad = await vault.open(shares.recovery.sealed, bind(place, record.walletId, 'recovery-share'))
      const masked = await gateway.open(shares.recoveryAuth.sealed, bind(place, record.walletId, 'recovery-auth-share'))
      try {
        hold(record, openWallet(record, pad, masked))
      } finally {
        wipe(pad, masked)
      }
    },

    /** Unlocks with the pair of a passkey: the half that its key opens, and the one that the gateway released. */
    recoverByPasskey: async (
      record: WalletRecord,
      { projectId, holder }: PasskeyPlace,
      shares: {
        readonly wrapped: WrappedShare
        readonly key: CryptoKey
        readonly sealed: SealedShare
        readonly release: string
      },
    ): Promise<void> => {
      const gateway = takeRelease(shares.release)
      const { walletId } = record
      const pad = await unwrapShare(
        shares.wrapped,
        shares.key,
        'passkey',
        bindPasskey(projectId, walletId, holder, 'recovery-share'),
      )
      const masked = await gateway.open(shares.sealed, bindPasskey(projectId, walletId, holder, 'recovery-auth-share'))
      try {
        hold(record, openWallet(record, pad, masked))
      } finally {
        wipe(pad, masked)
      }
    },

    /**
     * Unlocks with a backup file and its words, without any half.
     *
     * @throws {KeyError} as `openBackupFile`, and `WALLET_DATA_DAMAGED` where the file is another wallet's
     */
    recoverByFile: async (record: WalletRecord, file: string, phrase: string): Promise<void> => {
      hold(record, checkEntropy(record, await openBackupFile(file, phrase)))
    },

    makeDeviceShares,
    makeRecoveryShares,

    /** The pair of a passkey: one half under the key that it gives, the other for the gateway. */
    makePasskeyShares: async (
      { projectId, holder }: PasskeyPlace,
      key: CryptoKey,
      servers: Pick<ServerKeys, 'gateway'>,
    ): Promise<{ readonly wrapped: WrappedShare; readonly auth: SealedShare }> => {
      const { entropy, record } = demand()
      const { pad, masked } = makePair(entropy, random)
      const { walletId } = record
      const [ownBinding, authBinding] = (['recovery-share', 'recovery-auth-share'] as const).map((kind) =>
        bindPasskey(projectId, walletId, holder, kind),
      ) as [ShareBinding, ShareBinding]
      try {
        return {
          wrapped: await wrapShare(pad, key, 'passkey', ownBinding, random),
          auth: await sealForServer(masked, servers.gateway, authBinding),
        }
      } finally {
        wipe(pad, masked)
      }
    },

    /** Signs a hash of 32 bytes for the EVM account: r and s, 64 bytes with the smaller s, and whether y is odd. */
    signEvm: (hash: Bytes): { readonly signature: Bytes; readonly yParity: 0 | 1 } => {
      const keys = derivePrivateKeys(demand().entropy)
      try {
        const recovered = secp256k1.sign(hash, keys.eip155, { prehash: false, format: 'recovered' })
        return { signature: Uint8Array.from(recovered.subarray(1)), yParity: recovered[0] === 1 ? 1 : 0 }
      } finally {
        wipe(keys.eip155, keys.solana)
      }
    },

    /** Signs bytes for the Solana account: 64 bytes. */
    signSolana: (message: Bytes): Bytes => {
      const keys = derivePrivateKeys(demand().entropy)
      try {
        return Uint8Array.from(ed25519.sign(message, keys.solana))
      } finally {
        wipe(keys.eip155, keys.solana)
      }
    },

    /** The 24 words, for the export screen of the frame. */
    exportWords: (): string => wordsOf(demand().entropy),

    /** A backup file with new words, for the screen of the frame that makes one. `now` in ms since 1970. */
    makeBackup: async (now: number): Promise<{ readonly file: string; readonly phrase: string }> => {
      // A copy: the wallet may be locked, and its entropy overwritten, while the words are stretched.
      const entropy = demand().entropy.slice()
      const phrase = createPhrase(random)
      try {
        return { phrase, file: await makeBackupFile(entropy, phrase, { random, now }) }
      } finally {
        wipe(entropy)
      }
    },

    /** The page was hidden, or is seen again. */
    setHidden: (isHidden: boolean): void => {
      stopHidden()
      stopHidden = isHidden ? clock.after(HIDDEN_LIMIT, lock) : () => {}
    },

    /** Forgets everything, and overwrites what was unlocked. */
    lock,
  }
}

/** The key worker's memory. */
export type Keyring = ReturnType<typeof createKeyring>
