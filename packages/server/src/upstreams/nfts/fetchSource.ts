/** What NFTs name: `data:`, https, IPFS and Arweave addresses. Sources: RFC 2397, CID specification, SEC-110, SEC-112. */
import type { Breakers } from '../breakers.ts'
import { type GuardedAnswer, type GuardedFetch, GuardedFetchError } from '../guardedFetch.ts'

/** Longest address that is followed, in characters. A `data:` address is what it holds, so it may be longer: `DATA_LENGTH`. */
const URL_LENGTH = 2_048

/** Longest `data:` address that is read, in characters. */
export const DATA_LENGTH = 2 * 1024 * 1024

/** Why a source gave nothing: `malformed` is for ever, `unavailable` for now. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly reason: 'malformed' | 'unavailable'
  constructor(reason: 'malformed' | 'unavailable', cause?: unknown) {
    super(`a source gave nothing: ${reason}`, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}

/** Reads the bytes that an address from an NFT's data leads to. Throws `SourceError`. */
export type FetchSource = (address: string, signal?: AbortSignal | undefined) => Promise<Uint8Array>

/**
 * Makes the reader. IPFS and Arweave are read through the operator's gateways, in their order, and through no other; every
 * address goes through the guarded fetch (no private hosts, redirects checked, bounded in size and time).
 */
export function createFetchSource(parameters: {
  guardedFetch: GuardedFetch
  breakers: Breakers
  /** Addresses that a CID, or a transaction's id, is put behind: `https://ipfs.example/ipfs/`. */
  ipfsGateways: readonly string[]
  arweaveGateways: readonly string[]
}): FetchSource {
  return async (address, signal) => {
    if (/^data:/i.test(address)) return parseDataAddress(address)
    const places = listPlaces(address, parameters)
    if (places === undefined) throw new SourceError('malformed')
    let cause: unknown
    for (const place of places) {
      try {
        const answer = await parameters.breakers.run(new URL(place).host, () => fetchOnce(place, signal))
        if (answer.status === 200) return answer.body
        // Where one gateway lacks it another may have it.
        cause = new Error(`answered ${answer.status}`)
        if (places.length === 1 && (answer.status === 404 || answer.status === 410)) throw new SourceError('malformed')
      } catch (error) {
        if (error instanceof SourceError) throw error
        if (error instanceof GuardedFetchError && isForEver(error)) throw new SourceError('malformed', error)
        cause = error
      }
    }
    throw new SourceError('unavailable', cause)
  }

  async function fetchOnce(place: string, signal: AbortSignal | undefined): Promise<GuardedAnswer> {
    const answer = await parameters.guardedFetch(place, { signal })
    // A server in trouble counts against it; one that says no does not.
    if (answer.status >= 500 || answer.status === 429) throw new Error(`answered ${answer.status}`)
    return answer
  }
}

/** The https addresses that an address stands for, or undefined when it stands for none. */
function listPlaces(
  address: string,
  gateways: { ipfsGateways: readonly string[]; arweaveGateways: readonly string[] },
): readonly string[] | undefined {
  if (address.length > URL_LENGTH) return undefined
  if (/^https:\/\//i.test(address)) return URL.canParse(address) ? [address] : undefined
  const ipfs = /^(?:ipfs:\/\/(?:ipfs\/)?)?([^/?#:]+)(\/[^?#]*)?$/i.exec(address)
  if (ipfs !== null) {
    const [, cid = '', path = ''] = ipfs
    if (!isCid(cid) || hasDotSegments(path)) return undefined
    return gateways.ipfsGateways.map((gateway) => `${gateway}${cid}${encodePath(path)}`)
  }
  const arweave = /^ar:\/\/([A-Za-z0-9_-]{43})(\/[^?#]*)?$/i.exec(address)
  if (arweave === null) return undefined
  const [, id = '', path = ''] = arweave
  if (hasDotSegments(path)) return undefined
  return gateways.arweaveGateways.map((gateway) => `${gateway}${id}${encodePath(path)}`)
}

/** Version 0 in base58, version 1 in base32 or base36. Source: CID specification; multibase. */
function isCid(text: string): boolean {
  return /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{50,120}|k[a-z0-9]{50,120})$/.test(text)
}

function hasDotSegments(path: string): boolean {
  return path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}

function encodePath(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(decode(part)))
    .join('/')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Refusals that no later try can change: the address itself is what is wrong. */
function isForEver({ reason }: GuardedFetchError): boolean {
  return ['addressInvalid', 'schemeDenied', 'portDenied', 'credentialsDenied', 'hostDenied', 'tooLarge'].includes(
    reason,
  )
}

/** The bytes of a `data:` address, whatever type it names. Throws `SourceError`. */
export function parseDataAddress(address: string): Uint8Array {
  const comma = address.indexOf(',')
  if (comma < 0 || comma > 200 || address.length > DATA_LENGTH) throw new SourceError('malformed')
  const isBase64 = /;\s*base64$/i.test(address.slice(0, comma))
  const body = address.slice(comma + 1)
  if (isBase64) {
    const plain = decode(body).replace(/\s/g, '')
    if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(plain)) throw new SourceError('malformed')
    return new Uint8Array(Buffer.from(plain, 'base64'))
  }
  // Contracts often write JSON and SVG as they are, where a stray % is only a %.
  return new TextEncoder().encode(decode(body))
}
