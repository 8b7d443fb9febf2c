import { createPublicClient, encodeAbiParameters, getAddress, type Hex, http, isHex, parseAbi } from 'viem'
import { parseSiweMessage } from 'viem/siwe'

/** Where Farcaster's registries stand on OP Mainnet. Source: spec 5.9, docs of the protocol's contracts. */
export const ID_REGISTRY = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
export const KEY_REGISTRY = '0x00000000fc1237824fb747abde0ff18990e59b7e'

const abi = parseAbi([
  'function idOf(address) view returns (uint256)',
  'struct KeyData { uint8 state; uint32 keyType; }',
  'function keyDataOf(uint256 fid, bytes key) view returns (KeyData)',
])

/** The chain that texts name and registries stand on. */
const CHAIN_ID = 10

/** A key that is added, and that it is an address which may sign in for an account. */
const ADDED = 1
const AUTH_ADDRESS = 2

/** How old a text may be, and how far ahead its clock, in ms. */
const TEXT_AGE_MS = 10 * 60_000
const SKEW_MS = 60_000

/** What a node may take, in ms. */
const NODE_MS = 10_000

/** Asking the node failed, so that nobody can say whether a signature holds. */
export class FarcasterAwayError extends Error {
  override readonly name = 'FarcasterAwayError'
}

/**
 * The account that signed a text to sign in by Farcaster, by its number. The text must be for this page and nonce alone; its signer must
 * hold the account, or be an address that the account added to sign in. Undefined: it does not hold. Throws `FarcasterAwayError`.
 * Source: SEC-71, FIP-11.
 */
export async function checkFarcaster(parameters: {
  message: string
  signature: string
  /** Origin of the page that is signed in to. */
  host: string
  nonce: string
  /** A node of OP Mainnet. */
  rpcUrl: string
  /** ms since 1970. */
  now: number
}): Promise<string | undefined> {
  const { message, signature, host, nonce, rpcUrl, now } = parameters
  const text = parseSiweMessage(message)
  const { address, statement, resources = [], issuedAt, expirationTime, notBefore } = text
  const isForUs =
    text.domain === new URL(host).host &&
    // Farcaster's own client leaves this unchecked.
    text.uri === host &&
    text.nonce === nonce &&
    text.version === '1' &&
    text.chainId === CHAIN_ID &&
    text.scheme === undefined &&
    (statement === 'Farcaster Auth' || statement === 'Farcaster Connect')
  const age = now - (issuedAt?.getTime() ?? Number.NaN)
  const isOfNow =
    age <= TEXT_AGE_MS &&
    age >= -SKEW_MS &&
    (expirationTime === undefined || expirationTime.getTime() > now) &&
    (notBefore === undefined || notBefore.getTime() <= now + SKEW_MS)
  const [fid, ...more] = resources.flatMap((each) => /^farcaster:\/\/fid\/([1-9]\d{0,18})$/.exec(each)?.[1] ?? [])
  if (!isForUs || !isOfNow || address === undefined || fid === undefined || more.length > 0) return undefined
  if (resources.length !== 1 || !isHex(signature)) return undefined
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 1, timeout: NODE_MS }) })
  try {
    if ((await client.getChainId()) !== CHAIN_ID) throw new Error('the node is of another chain')
    const signer = getAddress(address)
    // The library takes a node that refuses the call for a signature that does not hold.
    if (!(await client.verifyMessage({ address: signer, message, signature: signature as Hex }))) return undefined
    const held = await client.readContract({ address: ID_REGISTRY, abi, functionName: 'idOf', args: [signer] })
    if (held === BigInt(fid)) return fid
    const key = encodeAbiParameters([{ type: 'address' }], [signer])
    const added = await client.readContract({
      address: KEY_REGISTRY,
      abi,
      functionName: 'keyDataOf',
      args: [BigInt(fid), key],
    })
    return added.state === ADDED && added.keyType === AUTH_ADDRESS ? fid : undefined
  } catch (error) {
    throw new FarcasterAwayError('No node could be asked about the account.', { cause: error })
  }
}
