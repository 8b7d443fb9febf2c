/**
 * What every ciphertext of the embedded wallet is bound to (SEC-04). A share that was sealed for one project, wallet, holder,
 * kind and version opens for no other: whoever seals and whoever opens call these same functions.
 *
 * The suite of HPKE (RFC 9180) is DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM in base mode: P-256 because every browser that
 * we run on has it, which X25519 is not yet.
 */

/** What a ciphertext is for. Each is a constant `info` of HPKE and a label in the additional data of AES-GCM. */
export type Purpose =
  /** A share on its way to a server that keeps it. */
  | 'upload'
  /** A share on its way to the one-time key of a frame. */
  | 'release'
  /** A share at rest at a server, under a data key of its own. */
  | 'rest'
  /** A share at rest in the browser, under the wrapping key of the frame. */
  | 'device'
  /** A recovery share under a key that a passkey gave. */
  | 'passkey'

/** Which share it is: one of a device's pair, or one of the recovery pair. */
export type ShareKind = 'device-share' | 'auth-share' | 'recovery-share' | 'recovery-auth-share'

/** What a share belongs to. */
export type ShareBinding = {
  /** The site's project at the gateway: wallets of two projects never meet (SEC-19). */
  readonly projectId: string
  /** 16 random bytes in base64url, made with the wallet. */
  readonly walletId: string
  /** The thumbprint of the device key (RFC 7638), `recovery`, or `passkey.` with SHA-256 of the credential id. */
  readonly holder: string
  readonly kind: ShareKind
  /** The number of the pair: a share of an earlier pair opens no more. A whole number from 1. */
  readonly version: number
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** The `info` of HPKE for a purpose. */
export const shareInfo = (purpose: Purpose): Uint8Array<ArrayBuffer> => encoder.encode(`latchkey/share/${purpose}/v1`)

/**
 * The additional data of a ciphertext: each part behind its length in bytes (4 bytes, big endian), so that no two lists of parts
 * give the same bytes.
 */
export const shareAdditionalData = (purpose: Purpose, binding: ShareBinding): Uint8Array<ArrayBuffer> => {
  const parts = [
    `latchkey/share/${purpose}/v1`,
    binding.projectId,
    binding.walletId,
    binding.holder,
    binding.kind,
    String(binding.version),
  ].map((part) => encoder.encode(part))
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length)
    bytes.set(part, at + 4)
    at += 4 + part.length
  }
  return bytes
}
