import type { Clock, Log } from '../../ports.ts'
import { createWeighedCache } from '../../weighedCache.ts'
import { createQueue } from '../queue.ts'
import { type FetchSource, SourceError } from './fetchSource.ts'
import { type Metadata, parseMetadata } from './metadata.ts'
import type { DescribeNfts, NftDetails } from './nfts.ts'

/** How long metadata is remembered, in ms. It may change: some NFTs grow. */
export const METADATA_LIFETIME_MS = 60 * 60_000

/** How long it is remembered that there is none, or that its host does not answer, in ms. */
export const NO_METADATA_LIFETIME_MS = 5 * 60_000

/** Metadata that is held in memory, in bytes. */
const MEMORY_BYTES = 32 * 1024 * 1024

/** Longest time that a page waits for metadata, in ms; what comes later is `pending` on it. */
export const DESCRIBE_MS = 4_000

/** Longest time for one NFT's metadata, in ms. */
const READ_MS = 10_000

/** Metadata that is read at once, and that waits its turn. */
const RUNNING = 16
const WAITING = 500

/** Metadata as it was read, or why there is none. */
export type MetadataResult = Metadata | 'none' | 'unavailable'

/** Reads the metadata of one NFT, or remembers it. Never rejects. */
export type ReadMetadata = (token: {
  /** CAIP-2 id, contract and token id, joined by colons. */
  readonly id: string
  readonly uri: string | null
  readonly tokenId: bigint
}) => Promise<MetadataResult>

/** Makes the reader of metadata. */
export function createReadMetadata(parameters: { fetchSource: FetchSource; clock: Clock; log: Log }): ReadMetadata {
  const queue = createQueue({ running: RUNNING, waiting: WAITING })
  const cache = createWeighedCache<MetadataResult>({
    clock: parameters.clock,
    maxBytes: MEMORY_BYTES,
    weigh: (value) => (typeof value === 'string' ? 16 : JSON.stringify(value).length),
    lifetimeMs: (value) => (typeof value === 'string' ? NO_METADATA_LIFETIME_MS : METADATA_LIFETIME_MS),
  })

  return async ({ id, uri, tokenId }) => {
    if (uri === null) return 'none'
    try {
      return await cache.get(id, () =>
        queue(async (): Promise<MetadataResult> => {
          try {
            const bytes = await parameters.fetchSource(uri, AbortSignal.timeout(READ_MS))
            return parseMetadata(bytes, tokenId) ?? 'none'
          } catch (error) {
            if (!(error instanceof SourceError)) throw error
            return error.reason === 'malformed' ? 'none' : 'unavailable'
          }
        }),
      )
    } catch (err) {
      parameters.log.warn({ event: 'metadataFailed', err }, 'metadata of an NFT could not be read')
      return 'unavailable'
    }
  }
}

/** Makes the reader of a page: all that comes in time is on it, the rest goes on being read for the next time. */
export function createDescribeNfts(parameters: {
  readMetadata: ReadMetadata
  /** Address of an NFT's picture at this gateway; null where it shows none. */
  pictureUrl: (id: string, size: 'preview' | 'detail') => string | null
  waitMs?: number | undefined
}): DescribeNfts {
  return async (tokens) => {
    let stop = () => {}
    const late = new Promise<'pending'>((resolve) => {
      const timer = setTimeout(() => resolve('pending'), parameters.waitMs ?? DESCRIBE_MS)
      stop = () => clearTimeout(timer)
    })
    try {
      return await Promise.all(
        tokens.map(async (token) => describe(token.id, await Promise.race([parameters.readMetadata(token), late]))),
      )
    } finally {
      stop()
    }
  }

  function describe(id: string, found: MetadataResult | 'pending'): NftDetails {
    if (typeof found === 'string')
      return { name: null, description: null, imageUrl: null, largeImageUrl: null, traits: [], metadata: found }
    const { name, description, traits, picture } = found
    return {
      name,
      description,
      imageUrl: picture === null ? null : parameters.pictureUrl(id, 'preview'),
      largeImageUrl: picture === null ? null : parameters.pictureUrl(id, 'detail'),
      traits: [...traits],
      metadata: 'read',
    }
  }
}
