import { NodeUnavailableError } from './checkEvmSignature.ts'
import { checkMessage } from './checkMessage.ts'
import { checkSignature } from './checkSignature.ts'
import type { AskNode } from './signatureClaim.ts'
import { refuseSignIn, type SignInVerdict } from './signInRefusal.ts'

/**
 * Whether a visitor signed in: the text is a strict sign-in message for this site with this nonce and these times, and the
 * account that it names signed it. The caller makes the nonce, keeps it, and takes it once. Never rejects; sends nothing but
 * `eth_call` and `eth_getCode`, and those only for accounts that are contracts. Sources: SEC-114 to SEC-116.
 */
export async function verifySignIn(parameters: verifySignIn.Parameters): Promise<SignInVerdict> {
  const { message, signature } = parameters
  const checked = checkMessage(message, { ...parameters, now: parameters.now ?? Date.now() })
  if (!checked.ok) return checked
  const { networkId, address } = checked.fields
  const askNode = parameters.askNode ?? createAskNode(parameters.rpcUrls ?? {}, parameters.fetch ?? fetch)
  try {
    if (await checkSignature({ networkId, address, message, signature }, askNode)) return checked
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The account could not be asked.'
    return refuseSignIn('UPSTREAM_UNAVAILABLE', 'networkId', reason)
  }
  return refuseSignIn('SIGNATURE_REFUSED', 'signature', 'This is not a signature of the account for this message.')
}

export declare namespace verifySignIn {
  type Parameters = {
    /** The text that the wallet signed, to the letter. */
    message: string
    /** Hex on eip155 and polkadot, base58 on solana, base64 or hex on bip122. */
    signature: string
    /** Exact origin of the page: `https://shop.example`. The message's domain is its host with port, its URI lies in it. */
    origin: string
    /** The nonce that this visitor was given. */
    nonce: string
    /** CAIP-2 ids that accounts may sign in on. Default: every network. */
    networkIds?: readonly string[] | undefined
    /** The account, where it is known from elsewhere. */
    address?: string | undefined
    /**
     * RPC addresses by CAIP-2 id, for accounts that are contracts. Without the one of a network only its key accounts can sign
     * in: what a contract account signs is `SIGNATURE_REFUSED`.
     */
    rpcUrls?: Readonly<Record<string, string>> | undefined
    /** Default: the global one. */
    fetch?: typeof fetch | undefined
    /** Asks nodes in another way than by `rpcUrls`. */
    askNode?: AskNode | undefined
    /** ms since 1970. Default: now. */
    now?: number | undefined
  }
}

function createAskNode(rpcUrls: Readonly<Record<string, string>>, fetchNode: typeof fetch): AskNode {
  return async (networkId, call, signal) => {
    const url = rpcUrls[networkId]
    if (url === undefined) throw new Error(`There is no RPC address for ${networkId}.`)
    let body: unknown
    try {
      const response = await fetchNode(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
        redirect: 'error',
        signal,
      })
      body = await response.json()
    } catch (cause) {
      throw new NodeUnavailableError(`The node of ${networkId} cannot be reached.`, { cause })
    }
    const answer = body as { result?: unknown; error?: { code?: number; message?: string } } | null
    if (typeof answer !== 'object' || answer === null || (!('result' in answer) && !('error' in answer))) {
      throw new NodeUnavailableError(`The node of ${networkId} gave no JSON-RPC answer.`)
    }
    if (answer.error) throw Object.assign(new Error(answer.error.message ?? 'the node refused'), answer.error)
    return answer.result
  }
}
