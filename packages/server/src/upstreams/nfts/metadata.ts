/** What an NFT says about itself. Sources: EIP-721 and EIP-1155 metadata; the fields that marketplaces added; SEC-83. */
import { NFT_LIMITS } from '@latchkey/wire'
import { cleanText } from '../../directory/cleanText.ts'
import { isDeeperThan } from '../../isDeeperThan.ts'
import { DATA_LENGTH } from './fetchSource.ts'

/** Largest metadata that is read, in bytes. Pictures inside it count. */
export const METADATA_LIMIT = 3 * 1024 * 1024

/** Deepest nesting of metadata. */
const DEPTH = 16

/** What is read of an NFT's metadata. Texts are clean and short; `picture` is an address as the NFT names it. */
export type Metadata = {
  readonly name: string | null
  readonly description: string | null
  readonly traits: readonly { readonly name: string; readonly value: string }[]
  readonly picture: string | null
}

/** Reads metadata; null for bytes that are none. `tokenId` fills `{id}` in the picture's address, as EIP-1155 has it. */
export function parseMetadata(bytes: Uint8Array, tokenId: bigint): Metadata | null {
  if (bytes.length > METADATA_LIMIT) return null
  const text = new TextDecoder().decode(bytes)
  if (isDeeperThan(text, DEPTH)) return null
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(body)) return null
  return {
    name: readText(body.name) ?? null,
    description: readText(body.description, NFT_LIMITS.description) ?? null,
    traits: readTraits(body),
    picture: readPicture(body, tokenId),
  }
}

function readTraits(body: Record<string, unknown>): Metadata['traits'] {
  const list = Array.isArray(body.attributes) ? body.attributes : Array.isArray(body.traits) ? body.traits : undefined
  const pairs: [unknown, unknown][] =
    list !== undefined
      ? list.filter(isRecord).map((each) => [each.trait_type ?? each.name ?? '', each.value])
      : isRecord(body.properties)
        ? Object.entries(body.properties).map(([name, value]) => [name, isRecord(value) ? value.value : value])
        : []
  return pairs.slice(0, NFT_LIMITS.traits).flatMap(([name, value]) => {
    const text = readText(value)
    return text === undefined ? [] : [{ name: readText(name) ?? '', value: text }]
  })
}

/** A picture's address: of the usual fields the first that holds one. `image_data` may be an SVG itself. */
function readPicture(body: Record<string, unknown>, tokenId: bigint): string | null {
  for (const value of [body.image, body.image_url, body.imageUrl, body.image_data]) {
    if (typeof value !== 'string' || value.length > DATA_LENGTH) continue
    const address = value.trim()
    if (address === '') continue
    if (/^<(?:\?xml|svg)/i.test(address)) return `data:image/svg+xml,${encodeURIComponent(address)}`
    return fillTokenId(address, tokenId)
  }
  return null
}

/** Source: EIP-1155, "Metadata": `{id}` is 64 hex digits in lower case, without 0x. */
export function fillTokenId(address: string, tokenId: bigint): string {
  return address.replaceAll('{id}', tokenId.toString(16).padStart(64, '0'))
}

function readText(value: unknown, length?: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  // A text of megabytes is cut before it is cleaned.
  const text = cleanText(String(value).slice(0, 10_000), length)
  return text === '' ? undefined : text
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
