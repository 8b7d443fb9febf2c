/** The gateway's shares of a wallet. Source: SEC-07, SEC-09, SEC-12, SEC-19, SEC-78, SEC-80. */
import * as v from 'valibot'
import {
  bytesOf,
  defineCall,
  publicKey,
  sealedShare,
  thumbprint,
  token,
  uploadedShare,
  version,
  walletId,
} from './call.ts'
import { passkeyPublicKey } from './secondFactor.ts'
import { passkeyParts } from './wayBack.ts'

/** What everybody who logged in may know of a wallet. */
export const walletRecord = v.object({
  walletId,
  /** Addresses by namespace. */
  addresses: v.object({
    eip155: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
    solana: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
  }),
  /** SHA-256 of salt and root entropy. */
  commitment: bytesOf(32),
  salt: bytesOf(16),
  /** Number of the recovery pair. */
  version,
  /** ms since 1970. */
  createdAt: v.number(),
  isFrozen: v.boolean(),
  /** Whether gateway and vault together keep what a recovery needs. `strict`: they do not. */
  custody: v.optional(v.picklist(['recoverable', 'strict']), 'recoverable'),
  /** Whether the owner holds a way back that needs no vault: a passkey or a backup file. */
  isBackedUp: v.optional(v.boolean(), false),
})

export type WalletRecord = v.InferOutput<typeof walletRecord>

const { addresses, commitment, salt } = walletRecord.entries

/** What its owner holds of a wallet that no server can bring back, from its start. */
const ownWay = v.variant('kind', [
  /** A backup file was taken; the gateway takes the frame's word. */
  v.object({ kind: v.literal('backup') }),
  v.object({
    kind: v.literal('passkey'),
    ...passkeyParts,
    publicKey: v.optional(passkeyPublicKey),
    share: uploadedShare,
  }),
])

/**
 * Makes the wallet: with the answer it is there. The same again answers the same. Where a session says `strict`, it has `ownWay` in
 * place of a recovery pair.
 */
export const createWallet = defineCall({
  name: 'createWallet',
  path: '/v1/wallet/create',
  session: true,
  body: v.object({
    walletId,
    addresses,
    commitment,
    salt,
    deviceShare: uploadedShare,
    /** The gateway's half of the recovery pair. */
    recoveryShare: v.optional(uploadedShare),
    ownWay: v.optional(ownWay),
  }),
  answer: v.object({ wallet: walletRecord }),
})

/** Keeps the half of a new device. Its pair has a number of its own, from 1. */
export const addDevice = defineCall({
  name: 'addDevice',
  path: '/v1/wallet/device/add',
  session: true,
  body: v.object({ walletId, version, share: uploadedShare }),
  answer: v.object({}),
})

const released = v.object({ share: sealedShare, version })

/** Hands out this device's half, sealed to a one-time key that the proof names (`rpk`). */
export const releaseDeviceShare = defineCall({
  name: 'releaseDeviceShare',
  path: '/v1/wallet/share/device',
  session: true,
  body: v.object({ walletId, key: publicKey }),
  answer: released,
})

/** Hands out the half of the recovery pair, likewise: shortly after a login, for a device that the vault let in, 3 times a day. */
export const releaseRecoveryShare = defineCall({
  name: 'releaseRecoveryShare',
  path: '/v1/wallet/share/recovery',
  session: true,
  body: v.object({ walletId, key: publicKey }),
  answer: released,
})

/** Puts a new half of the recovery pair in place of the former one, whose number is lower. A strict wallet becomes recoverable by it. */
export const rotateRecovery = defineCall({
  name: 'rotateRecovery',
  path: '/v1/wallet/recovery/rotate',
  session: true,
  body: v.object({ walletId, version, share: uploadedShare }),
  answer: v.object({ wallet: walletRecord }),
})

export const listDevices = defineCall({
  name: 'listDevices',
  path: '/v1/wallet/devices',
  session: true,
  body: v.object({}),
  answer: v.object({
    devices: v.array(
      v.object({
        thumbprint,
        host: v.string(),
        device: v.string(),
        createdAt: v.number(),
        hasShare: v.boolean(),
        isThis: v.boolean(),
      }),
    ),
  }),
})

/** Removes a device: its half and its sessions are gone with the answer. Of another device: after a step-up. */
export const revokeDevice = defineCall({
  name: 'revokeDevice',
  path: '/v1/wallet/devices/revoke',
  session: true,
  body: v.object({ thumbprint }),
  answer: v.object({}),
})

/** From now on nothing is handed out. */
export const freezeWallet = defineCall({
  name: 'freezeWallet',
  path: '/v1/wallet/freeze',
  session: true,
  body: v.object({}),
  answer: v.object({}),
})

/** Ends that: after a step-up, and with a fresh approval of the vault. */
export const thawWallet = defineCall({
  name: 'thawWallet',
  path: '/v1/wallet/thaw',
  session: true,
  body: v.object({ approval: token }),
  answer: v.object({}),
})

/** What happened, newest first. */
export const readAudit = defineCall({
  name: 'readAudit',
  path: '/v1/wallet/audit',
  session: true,
  body: v.object({}),
  answer: v.object({
    entries: v.array(
      v.object({ number: v.number(), at: v.number(), kind: v.string(), facts: v.record(v.string(), v.string()) }),
    ),
  }),
})
