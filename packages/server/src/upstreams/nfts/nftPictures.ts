/** Pictures of NFTs, fetched through the guard and drawn anew. Source: SEC-110, SEC-111. */
import { createPicture } from '../../directory/picture.ts'
import type { Picture } from '../../directory/record.ts'
import type { Clock } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import { createWeighedCache } from '../../weighedCache.ts'
import type { PictureDecoder } from '../pictures/pictureDecoder.ts'
import { createQueue, QueueFullError } from '../queue.ts'
import type { ReadMetadata } from './describeNfts.ts'
import { type FetchSource, SourceError } from './fetchSource.ts'
import type { Nfts } from './nfts.ts'

/** How long a picture, and that there is none, is remembered, in ms. */
export const PICTURE_LIFETIME_MS = 24 * 60 * 60_000
export const NO_PICTURE_LIFETIME_MS = 10 * 60_000

/** Pictures that are held in memory, in bytes. */
const MEMORY_BYTES = 64 * 1024 * 1024

/** Longest sides, in pixels. */
const SIDES = { preview: 320, detail: 1024 } as const

/** Longest time for a picture's bytes, in ms. */
const FETCH_MS = 10_000

/** Pictures that are fetched at once, and that wait their turn. */
const RUNNING = 8
const WAITING = 200

/**
 * The picture of an NFT that its own metadata names, as a still WebP; null where there is none that can be drawn. `id` is chain,
 * contract and token id, joined by colons. Throws `RequestError` UPSTREAM_UNAVAILABLE where it cannot be read just now.
 */
export type FetchNftPicture = (id: string, size: keyof typeof SIDES) => Promise<Picture | null>

/** Makes the reader. Without a decoder no NFT has a picture: what cannot be drawn anew is not passed on. */
export function createNftPictures(parameters: {
  findUri: Nfts['findUri']
  readMetadata: ReadMetadata
  fetchSource: FetchSource
  decoder: PictureDecoder | undefined
  clock: Clock
}): FetchNftPicture {
  const { decoder } = parameters
  if (decoder === undefined) return async () => null
  const queue = createQueue({ running: RUNNING, waiting: WAITING })
  const cache = createWeighedCache<Picture | null>({
    clock: parameters.clock,
    maxBytes: MEMORY_BYTES,
    weigh: (picture) => picture?.bytes.length ?? 16,
    lifetimeMs: (picture) => (picture === null ? NO_PICTURE_LIFETIME_MS : PICTURE_LIFETIME_MS),
  })

  async function draw(id: string, side: number): Promise<Picture | null> {
    const cut = id.lastIndexOf(':')
    const tokenId = BigInt(id.slice(cut + 1))
    const start = id.lastIndexOf(':', cut - 1)
    const contract = id.slice(start + 1, cut)
    const networkId = id.slice(0, start)
    const uri = await parameters.findUri({ networkId, contract, tokenId })
    const metadata = await parameters.readMetadata({ id, uri, tokenId })
    if (metadata === 'unavailable') throw unavailable()
    if (metadata === 'none' || metadata.picture === null) return null
    let bytes: Uint8Array
    try {
      bytes = await parameters.fetchSource(metadata.picture, AbortSignal.timeout(FETCH_MS))
    } catch (error) {
      if (error instanceof SourceError && error.reason === 'malformed') return null
      throw unavailable(error)
    }
    const drawn = await decoder?.decode(bytes, side)
    if (drawn === undefined || !('refused' in drawn)) {
      return drawn === undefined ? null : createPicture(drawn.bytes, 'image/webp')
    }
    if (drawn.refused === 'busy') throw unavailable()
    return null
  }

  return async (id, size) => {
    try {
      return await cache.get(`${id}|${size}`, () => queue(() => draw(id, SIDES[size])))
    } catch (error) {
      if (error instanceof QueueFullError) throw unavailable(error)
      throw error
    }
  }
}

function unavailable(cause?: unknown): RequestError {
  return new RequestError('UPSTREAM_UNAVAILABLE', 'This picture cannot be read at the moment.', {
    field: 'imageId',
    cause,
    retryAfterSeconds: 30,
  })
}
