/** The vault's calls: letting devices in, and its halves of recovery pairs. Source: SEC-11, SEC-12, SEC-64. */
import * as v from 'valibot'
import {
  defineCall,
  mail,
  projectId,
  publicKey,
  sealedShare,
  secretId,
  token,
  uploadedShare,
  version,
  walletId,
} from './call.ts'

/** Asks to let this device in: the vault mails a link. The answer is the same for every address. */
export const startDevice = defineCall({
  name: 'startDevice',
  path: '/v1/vault/device/start',
  body: v.object({ projectId, email: mail }),
  answer: v.object({ request: secretId }),
})

/** Waits for the person: `waiting` after at most 25 s, then ask again. */
export const waitForDevice = defineCall({
  name: 'waitForDevice',
  path: '/v1/vault/device/wait',
  body: v.object({ request: secretId }),
  answer: v.variant('state', [
    v.object({ state: v.literal('waiting') }),
    v.object({ state: v.literal('refused') }),
    v.object({ state: v.literal('approved'), approval: token }),
  ]),
})

/** Keeps a half for a wallet that is about to be made, or a next pair. It counts once an assertion of the gateway names it. */
export const putRecoveryShare = defineCall({
  name: 'putRecoveryShare',
  path: '/v1/vault/recovery/put',
  body: v.object({ assertion: token, walletId, version, share: uploadedShare }),
  answer: v.object({}),
})

/** Hands out the half that the assertion names, sealed to a one-time key that the proof names (`rpk`). */
export const releaseVaultShare = defineCall({
  name: 'releaseVaultShare',
  path: '/v1/vault/recovery/release',
  body: v.object({ assertion: token, key: publicKey }),
  answer: v.object({ share: sealedShare, version }),
})

/** From now on this half is not handed out. */
export const freezeRecovery = defineCall({
  name: 'freezeRecovery',
  path: '/v1/vault/freeze',
  body: v.object({ assertion: token }),
  answer: v.object({}),
})

/** Ends that: shortly after a login, for a device that was let in since. */
export const thawRecovery = defineCall({
  name: 'thawRecovery',
  path: '/v1/vault/thaw',
  body: v.object({ assertion: token }),
  answer: v.object({}),
})
