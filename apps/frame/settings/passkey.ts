/**
 * Passkeys by which a wallet comes back (SEC-13). Browsers let only pages ask for one, so that what it gives is in this page for as long
 * as it takes to make a key of it that no script can read out; the key worker gets that key.
 */
import type { PasskeyChallenge, PasskeyProof } from '@latchkey/wire/custody/secondFactor'
import { base64urlnopad } from '@scure/base'
import { CallError } from '../channel/CallError.ts'
import { derivePasskeyKey } from '../keys/atRest.ts'
import { platformRandom, wipe } from '../keys/bytes.ts'
import type { KeyTasks, WaysBack } from '../worker/keyTasks.ts'

/** How long a person may take (ms). */
const PERSON_LIMIT = 120_000

const SALT_LENGTH = 32

/** No passkey here, or none that gives a key: F-48. */
const unavailable = (cause?: unknown): CallError =>
  new CallError({ message: 'No passkey could be used', code: -32603, reason: 'PASSKEY_UNAVAILABLE' }, { cause })

const bytesOf = (text: string) => Uint8Array.from(base64urlnopad.decode(text))

const ask = async <Kind extends 'create' | 'get'>(
  kind: Kind,
  options: Kind extends 'create' ? CredentialCreationOptions : CredentialRequestOptions,
): Promise<PublicKeyCredential> => {
  let credential: Credential | null
  try {
    credential =
      kind === 'create'
        ? await navigator.credentials.create(options as CredentialCreationOptions)
        : await navigator.credentials.get(options as CredentialRequestOptions)
  } catch (error) {
    // Refused, cancelled, not allowed here, or no such thing in this browser: one answer for all.
    throw unavailable(error)
  }
  if (!credential) throw unavailable()
  return credential as PublicKeyCredential
}

/** What the passkey computed of the salt (PRF), where it did. */
const readOutput = (credential: PublicKeyCredential): Uint8Array<ArrayBuffer> | undefined => {
  const first = credential.getClientExtensionResults().prf?.results?.first
  return first ? new Uint8Array(first as ArrayBuffer) : undefined
}

const write = (bytes: ArrayBuffer): string => base64urlnopad.encode(new Uint8Array(bytes))

const evaluate = async (
  passkeys: readonly { readonly credentialId: string; readonly salt: string }[],
): Promise<{ readonly credentialId: string; readonly key: CryptoKey }> => {
  const credential = await ask('get', {
    publicKey: {
      challenge: platformRandom(32),
      timeout: PERSON_LIMIT,
      userVerification: 'required',
      allowCredentials: passkeys.map(({ credentialId }) => ({ type: 'public-key', id: bytesOf(credentialId) })),
      extensions: {
        prf: {
          evalByCredential: Object.fromEntries(
            passkeys.map(({ credentialId, salt }) => [credentialId, { first: bytesOf(salt) }]),
          ),
        },
      },
    },
  })
  const { id } = credential
  const output = readOutput(credential)
  const used = passkeys.find(({ credentialId }) => credentialId === id)
  if (!used || !output) throw unavailable()
  return { credentialId: id, key: await toKey(output, used.salt) }
}

const toKey = async (output: Uint8Array<ArrayBuffer>, salt: string): Promise<CryptoKey> => {
  const key = await derivePasskeyKey(output, bytesOf(salt))
  wipe(output)
  return key
}

/** Makes a passkey, and the key that it gives. Begun by a press in the frame. `email` is what the passkey is called. */
export const makePasskey = async (
  email: string,
  held: WaysBack['passkeys'],
): Promise<Parameters<KeyTasks['addPasskey']>[0]> => {
  const salt = base64urlnopad.encode(platformRandom(SALT_LENGTH))
  const credential = await ask('create', {
    publicKey: {
      rp: { id: location.hostname, name: 'Latchkey' },
      user: { id: platformRandom(16), name: email, displayName: email },
      challenge: platformRandom(32),
      timeout: PERSON_LIMIT,
      // ES256 and RS256: between them every authenticator has one.
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      excludeCredentials: held.map(({ credentialId }) => ({ type: 'public-key', id: bytesOf(credentialId) })),
      extensions: { prf: { eval: { first: bytesOf(salt) } } },
    },
  })
  const { id } = credential
  const output = readOutput(credential)
  const publicKey = (credential.response as AuthenticatorAttestationResponse).getPublicKey()
  // Many authenticators compute it only when they are asked a second time.
  const key = output ? await toKey(output, salt) : (await evaluate([{ credentialId: id, salt }])).key
  return { credentialId: id, salt, key, ...(publicKey && { publicKey: write(publicKey) }) }
}

/** Asks for one of these passkeys, and gives its key. */
export const usePasskey = async (
  held: WaysBack['passkeys'],
): Promise<{ readonly holder: string; readonly key: CryptoKey }> => {
  const { credentialId, key } = await evaluate(held)
  const { holder } = held.find((each) => each.credentialId === credentialId) ?? {}
  if (holder === undefined) throw unavailable()
  return { holder, key }
}

/** Has one of these passkeys sign what a server asks, as the second factor of a login (SEC-81). */
export const provePasskey = async ({ challenge, until, credentialIds }: PasskeyChallenge): Promise<PasskeyProof> => {
  const { id, response } = await ask('get', {
    publicKey: {
      challenge: bytesOf(challenge),
      timeout: PERSON_LIMIT,
      userVerification: 'required',
      allowCredentials: credentialIds.map((credentialId) => ({ type: 'public-key', id: bytesOf(credentialId) })),
    },
  })
  const { authenticatorData, clientDataJSON, signature } = response as AuthenticatorAssertionResponse
  return {
    credentialId: id,
    until,
    authenticatorData: write(authenticatorData),
    clientData: write(clientDataJSON),
    signature: write(signature),
  }
}
