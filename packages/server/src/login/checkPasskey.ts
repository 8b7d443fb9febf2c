/** What a passkey signed for a login. Source: W3C Web Authentication, level 3, 7.2; SEC-81. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import type { PasskeyProof } from '@latchkey/wire/custody/secondFactor'
import * as v from 'valibot'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04

/** Hash of the site, flags, counter. Extensions may follow. */
const SHORTEST = 37

const clientData = v.object({
  type: v.literal('webauthn.get'),
  challenge: v.string(),
  origin: v.string(),
  crossOrigin: v.optional(v.boolean()),
  /** Said by browsers that do where the frame stands within another site. */
  topOrigin: v.optional(v.string()),
})

/**
 * Whether a passkey of this key signed this challenge, on this page, with its owner verified. Gives the counter that it says; undefined:
 * it did not. No statement of its maker is asked for, so the key is all that is known of it.
 */
export function checkPasskey(
  proof: Pick<PasskeyProof, 'authenticatorData' | 'clientData' | 'signature'>,
  wanted: {
    /** SubjectPublicKeyInfo in base64url. */
    readonly publicKey: string
    /** In base64url. */
    readonly challenge: string
    /** Origin of the frame; its host is whom the passkey was made for. */
    readonly origin: string
    /** Origin of the page around the frame. */
    readonly topOrigin: string
  },
): number | undefined {
  const [said, signedBy, signature] = [proof.clientData, proof.authenticatorData, proof.signature].map((text) =>
    Buffer.from(text, 'base64url'),
  ) as [Buffer, Buffer, Buffer]
  const told = readClientData(said)
  if (told?.challenge !== wanted.challenge || told.origin !== wanted.origin) return undefined
  if (told.topOrigin !== undefined && told.topOrigin !== wanted.topOrigin) return undefined
  if (signedBy.length < SHORTEST) return undefined
  const site = createHash('sha256').update(new URL(wanted.origin).hostname).digest()
  const flags = signedBy.readUInt8(32)
  if (!signedBy.subarray(0, 32).equals(site) || !(flags & USER_PRESENT) || !(flags & USER_VERIFIED)) return undefined
  const signed = Buffer.concat([signedBy, createHash('sha256').update(said).digest()])
  return isSignedBy(wanted.publicKey, signed, signature) ? signedBy.readUInt32BE(33) : undefined
}

/** ES256 on P-256, or RS256: the two that passkeys are made with. */
function isSignedBy(publicKey: string, signed: Buffer, signature: Buffer): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    const { asymmetricKeyType, asymmetricKeyDetails } = key
    const isKnown =
      (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') ||
      (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048)
    return isKnown && verify('sha256', signed, key, signature)
  } catch {
    // What cannot be read signs nothing.
    return false
  }
}

function readClientData(bytes: Buffer): v.InferOutput<typeof clientData> | undefined {
  try {
    const read = v.safeParse(clientData, JSON.parse(bytes.toString('utf8')))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
