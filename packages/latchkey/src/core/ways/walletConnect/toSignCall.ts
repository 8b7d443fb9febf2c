import { bytesToHex, isHex } from '../../../evm/hex.ts'
import type { Account } from '../../types/adapter.ts'
import type { Namespace } from '../../types/network.ts'
import { toBase58 } from '../../values/base58.ts'
import { NAMESPACE_RECORDS } from '../../values/namespaces.ts'

/** How wallets of a namespace are asked over a session to sign a message, and how their answer is read. */
export type SignCall = {
  readonly method: string
  readonly params: unknown
  /** The signature in the answer, as the wallet wrote it; undefined when there is none. */
  readonly read: (answer: unknown) => string | undefined
}

/** The call that signs a message with an account. Source: EIP-191. */
export function toSignCall(namespace: Namespace, account: Account | undefined, message: string | Uint8Array): SignCall {
  const address = account?.address
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const text = typeof message === 'string' ? message : new TextDecoder().decode(message)
  const { method, toParams } = NAMESPACE_RECORDS[namespace].session.sign
  const params = toParams({ text, toHex: () => bytesToHex(bytes), toBase58: () => toBase58(bytes) }, address)
  return { method, params, read: (answer) => readSignature(namespace, answer) }
}

/**
 * Wallets answer the signature itself, or an object with it. One of eip155 has 31 bytes at least, or none at all where the owners
 * of a smart wallet have signed on the chain, which the account itself vouches for (F-33).
 */
function readSignature(namespace: Namespace, answer: unknown): string | undefined {
  const found = typeof answer === 'object' && answer !== null && 'signature' in answer ? answer.signature : answer
  if (namespace === 'eip155') return found === '0x' || (isHex(found) && found.length >= 64) ? found : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}
