import { bytesToHex } from '../../../../evm/hex.ts'
import type { Account } from '../../../adapter.ts'
import { toBase58 } from '../../../base58.ts'
import type { Namespace } from '../../../network.ts'

/** How wallets of a namespace are asked over a session to sign a message, and how their answer is read. */
export type SignCall = {
  readonly method: string
  readonly params: unknown
  /** The signature in the answer, as the wallet wrote it; undefined when there is none. */
  readonly read: (answer: unknown) => string | undefined
}

/** The call that signs a message with an account. Source: adapters, section 10, "Parameter shapes"; EIP-191. */
export function toSignCall(namespace: Namespace, account: Account | undefined, message: string | Uint8Array): SignCall {
  const address = account?.address
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const text = typeof message === 'string' ? message : new TextDecoder().decode(message)
  const calls: Record<Namespace, Omit<SignCall, 'read'>> = {
    eip155: { method: 'personal_sign', params: [bytesToHex(bytes), address] },
    solana: { method: 'solana_signMessage', params: { message: toBase58(bytes), pubkey: address } },
    bip122: { method: 'signMessage', params: { account: address, address, message: text } },
    polkadot: { method: 'polkadot_signMessage', params: { address, message: text } },
  }
  return { ...calls[namespace], read: readSignature }
}

/** Wallets answer the signature itself, or an object with it. */
function readSignature(answer: unknown): string | undefined {
  const found = typeof answer === 'object' && answer !== null && 'signature' in answer ? answer.signature : answer
  return typeof found === 'string' && found !== '' ? found : undefined
}
