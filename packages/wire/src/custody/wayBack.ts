/**
 * Ways back into a wallet that its owner holds: passkeys, and a backup file that was made. Source: SEC-10, SEC-13, SEC-14, SEC-78, SEC-79.
 *
 * A passkey has a pair of its own. One half is under a key that the passkey alone gives, and lies at the gateway as noise; the other half
 * is the gateway's, released as that of the recovery pair is. The vault has no part in it.
 */
import * as v from 'valibot'
import { bytesOf, defineCall, publicKey, sealedShare, uploadedShare, walletId } from './call.ts'
import { passkeyPublicKey } from './secondFactor.ts'

/** The id that an authenticator gave, in base64url. */
const credentialId = v.pipe(v.string(), v.regex(/^[\w-]{16,1366}$/, 'expected a credential id'))

/** What holds a share: `passkey.` and SHA-256 of the credential id in base64url. */
const holder = v.pipe(v.string(), v.regex(/^passkey\.[\w-]{43}$/, 'expected the holder of a passkey’s pair'))

export const passkeyParts = {
  holder,
  credentialId,
  /** What the passkey is asked with, and what its answer is stretched with. */
  salt: bytesOf(32),
  /** The half under the key that the passkey gives: nonce, 32 bytes, tag. */
  wrapped: bytesOf(60),
}

/** Keeps a passkey with its pair, after a step-up for `recovery`. The same again answers the same. */
export const putPasskey = defineCall({
  name: 'putPasskey',
  path: '/v1/wallet/passkeys/put',
  session: true,
  body: v.object({ walletId, ...passkeyParts, publicKey: v.optional(passkeyPublicKey), share: uploadedShare }),
  answer: v.object({}),
})

/** The passkeys of the wallet, and whether a backup file was made. */
export const listWaysBack = defineCall({
  name: 'listWaysBack',
  path: '/v1/wallet/ways-back',
  session: true,
  body: v.object({}),
  answer: v.object({
    passkeys: v.array(
      v.object({
        ...passkeyParts,
        host: v.string(),
        device: v.string(),
        createdAt: v.number(),
        /** Whether it can be the second factor of a login: the gateway knows its public key. */
        isProvable: v.optional(v.boolean(), false),
      }),
    ),
    /** Whether a login on a new device needs one of them. */
    hasSecondFactor: v.optional(v.boolean(), false),
    /** ms since 1970; null: none was made. */
    backupAt: v.nullable(v.number()),
  }),
})

/** Forgets a passkey and its pair, after a step-up for `recovery`. */
export const removePasskey = defineCall({
  name: 'removePasskey',
  path: '/v1/wallet/passkeys/remove',
  session: true,
  body: v.object({ walletId, holder }),
  answer: v.object({}),
})

/** Hands out the gateway's half of a passkey's pair, sealed to a one-time key, by the rules of the recovery pair (SEC-12). */
export const releasePasskeyShare = defineCall({
  name: 'releasePasskeyShare',
  path: '/v1/wallet/share/passkey',
  session: true,
  body: v.object({ walletId, holder, key: publicKey }),
  answer: v.object({ share: sealedShare }),
})

/** Records that the owner holds a backup file, after a step-up for `recovery`. */
export const noteBackup = defineCall({
  name: 'noteBackup',
  path: '/v1/wallet/backup',
  session: true,
  body: v.object({ walletId }),
  answer: v.object({}),
})

/** Records that something was signed: what kind, and a hash of the request; nothing of what is in it. */
export const noteSignature = defineCall({
  name: 'noteSignature',
  path: '/v1/wallet/signature',
  session: true,
  body: v.object({ kind: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_]{1,64}$/)), hash: bytesOf(32) }),
  answer: v.object({}),
})
