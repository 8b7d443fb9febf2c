/** A passkey in software, for tests: its key, and what it signs. Source: W3C Web Authentication, level 3, 6.1 and 6.5.4. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyChallenge, PasskeyProof } from '@latchkey/wire/custody/secondFactor'
import { FRAME } from '../custody/testFrame.ts'
import { SHOP } from '../gateway/testGateway.ts'

type Part = {
  readonly type?: string | undefined
  readonly origin?: string | undefined
  readonly topOrigin?: string | undefined
  readonly site?: string | undefined
  readonly flags?: number | undefined
  readonly count?: number | undefined
}

export function createTestPasskey(kind: 'ec' | 'rsa' = 'ec') {
  const { publicKey, privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const credentialId = randomBytes(20).toString('base64url')
  return {
    credentialId,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    /** What it signs for a challenge; `part` is what it says otherwise than it should. */
    prove({ challenge, until }: Pick<PasskeyChallenge, 'challenge' | 'until'>, part: Part = {}): PasskeyProof {
      const { type = 'webauthn.get', origin = FRAME, topOrigin = SHOP } = part
      const { site = new URL(FRAME).hostname, flags = 0x05, count = 0 } = part
      const said = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: true, topOrigin }))
      const counter = Buffer.alloc(4)
      counter.writeUInt32BE(count)
      const signedBy = Buffer.concat([createHash('sha256').update(site).digest(), Buffer.from([flags]), counter])
      const signed = Buffer.concat([signedBy, createHash('sha256').update(said).digest()])
      return {
        credentialId,
        until,
        authenticatorData: signedBy.toString('base64url'),
        clientData: said.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
    },
  }
}
