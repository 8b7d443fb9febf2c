/**
 * Signatures of EVM accounts: of keys (EIP-191), of contracts (ERC-1271), of contracts that are yet to be deployed (ERC-6492),
 * of keys with code (EIP-7702, ERC-8010). Source: SEC-115.
 */
import { createClient, custom, getAddress, type Hex, hashMessage, isHex, recoverMessageAddress, size } from 'viem'
import { verifyHash } from 'viem/actions'
import type { AskNode, SignatureClaim } from './signatureClaim.ts'

/** Most gas that asking a contract may burn in a node. Deploying an account with its signers takes about a tenth. */
export const VERIFY_GAS_LIMIT = 10_000_000n

/** Longest that asking a contract may take, in ms. */
export const VERIFY_TIME_LIMIT_MS = 10_000

/** Thrown by an `AskNode` when the network cannot be asked, as against a node that refuses the call. */
export class NodeUnavailableError extends Error {
  override readonly name = 'NodeUnavailableError'
}

/** The node calls that checking a signature may make. None of them changes anything. */
const ALLOWED = ['eth_call', 'eth_getCode', 'eth_chainId']

/**
 * Whether the account signed the text. A key's own signature is recovered here; only for other accounts a node is asked, by
 * `eth_call` with capped gas and time. Rejects with `NodeUnavailableError` when it could not be asked.
 */
export async function checkEvmSignature(claim: SignatureClaim, askNode: AskNode): Promise<boolean> {
  const { networkId, message } = claim
  if (!isHex(claim.signature) || claim.signature.length % 2 !== 0) return false
  const signature: Hex = claim.signature
  const address = getAddress(claim.address)
  if (await isOwnKey(message, signature, address)) return true

  const limit = AbortSignal.timeout(VERIFY_TIME_LIMIT_MS)
  let outage: unknown
  const client = createClient({
    transport: custom(
      {
        async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
          if (!ALLOWED.includes(method)) throw new Error(`${method} is not needed to check a signature`)
          const capped = method === 'eth_call' ? withGasLimit(params) : params
          try {
            return await askNode(networkId, { method, params: capped }, limit)
          } catch (error) {
            if (error instanceof NodeUnavailableError || limit.aborted) outage = error
            throw error
          }
        },
      },
      { retryCount: 0 },
    ),
  })
  // The library takes a node that cannot be asked for a refusal of the signature, and it is none.
  const isValid = await verifyHash(client, { address, hash: hashMessage(message), signature }).catch(() => false)
  if (outage === undefined) return isValid
  throw new NodeUnavailableError(`No node of ${networkId} could be asked about the account.`, { cause: outage })
}

/** Whether a key that stands behind the address signed the text: 65 bytes, or the 64 of EIP-2098. */
export async function isOwnKey(message: string, signature: Hex, address: Hex): Promise<boolean> {
  if (size(signature) !== 65 && size(signature) !== 64) return false
  try {
    return (await recoverMessageAddress({ message, signature })) === address
  } catch {
    return false
  }
}

function withGasLimit(params: readonly unknown[]): readonly unknown[] {
  const [call, ...rest] = params
  return [{ ...(call as object), gas: `0x${VERIFY_GAS_LIMIT.toString(16)}` }, ...rest]
}
