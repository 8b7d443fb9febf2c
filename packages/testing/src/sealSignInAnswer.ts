import { sealEnvelope } from '../../walletconnect/src/crypto/envelope.ts'
import { topicOfKey } from '../../walletconnect/src/crypto/hashes.ts'
import { createKeyPair, deriveSymKey } from '../../walletconnect/src/crypto/keys.ts'
import type { Cacao, Participant } from '../../walletconnect/src/records.ts'

/** An answer to a sign-in as a wallet sends it that does not hold what it signed against what it was asked. */
export async function sealSignInAnswer(
  { id, requester, cacaos }: { id: number; requester: Participant; cacaos: readonly Cacao[] },
  encoding: 'base64' | 'base64url' = 'base64',
): Promise<{ topic: string; message: string }> {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
  const { publicKey, privateKey } = await createKeyPair(random)
  const metadata = { name: 'Other', description: '', url: 'https://other.example', icons: [] }
  const result = { cacaos, responder: { publicKey, metadata } }
  const message = sealEnvelope({
    type: 1,
    symKey: await deriveSymKey(privateKey, requester.publicKey),
    senderPublicKey: publicKey,
    message: JSON.stringify({ id, jsonrpc: '2.0', result }),
    random,
    encoding,
  })
  return { topic: await topicOfKey(requester.publicKey), message }
}
