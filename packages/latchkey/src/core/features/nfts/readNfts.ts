import { getNfts, NFT_LIMITS, type NftItem, type NftPage as WirePage } from '@latchkey/wire/nfts'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { DESCRIPTION_LIMIT, normaliseText } from '../../values/normaliseText.ts'
import { toPictureAddress } from '../../values/pictureAddress.ts'
import { toNftName } from './rules.ts'
import type { Nft, NftPage } from './state.ts'

/** Digits of the largest number of a token's id and amount, 2^256 - 1. Source: EIP-721, EIP-1155. */
const DIGITS_LIMIT = 78

/** Most NFTs taken of one page: whatever a gateway sends, a page is a page. The gateway's own has 24. */
export const PAGE_LIMIT = 100

/** What an address that names a collection or a mint looks like. */
const CONTRACT: Readonly<Record<NftItem['standard'], RegExp>> = {
  ERC721: /^0x[0-9a-f]{40}$/i,
  ERC1155: /^0x[0-9a-f]{40}$/i,
  METAPLEX: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
}

/** A page of an account's NFTs on one network from the gateway. Rejects with a coded error. */
export async function readNfts(
  instance: Instance,
  gateway: GatewayClient,
  parameters: { networkId: NetworkId; address: string; cursor?: string | undefined; signal?: AbortSignal | undefined },
): Promise<NftPage> {
  const { networkId, address, cursor, signal } = parameters
  const input = { address, chainId: networkId, ...(cursor === undefined ? {} : { cursor }) } as const
  return toPage(instance, await gateway.call(getNfts, input, { signal }))
}

/** A page as views show it. What names no NFT is left out singly, and what comes twice stands once. */
export function toPage(instance: Pick<Instance, 'options'>, page: WirePage): NftPage {
  const items = page.data.slice(0, PAGE_LIMIT).flatMap((item) => toNft(instance, item) ?? [])
  return {
    items: [...new Map(items.map((nft) => [nft.id, nft])).values()],
    next: page.next ?? undefined,
    unavailable: page.unavailable as NetworkId[],
    incomplete: page.incomplete as NetworkId[],
  }
}

function toNft({ options }: Pick<Instance, 'options'>, item: NftItem): Nft | undefined {
  const { standard, tokenId, quantity } = item
  if (!CONTRACT[standard].test(item.contract) || tokenId.length > DIGITS_LIMIT) return undefined
  if (quantity.length > DIGITS_LIMIT || /^0+$/.test(quantity)) return undefined
  const collection = toText(item.collection)
  const contract = standard === 'METAPLEX' ? item.contract : item.contract.toLowerCase()
  const gateway = `${options.gatewayUrl?.replace(/\/$/, '')}/`
  // Anywhere else the maker would learn who looks, and from where (SEC-111).
  const toPicture = (url: string | null): string | undefined =>
    url?.startsWith(gateway) ? toPictureAddress(options, url) : undefined
  return {
    id: `${item.chainId}:${contract}:${tokenId}`,
    networkId: item.chainId as NetworkId,
    contract,
    tokenId,
    standard,
    quantity,
    name: toNftName({ name: toText(item.name), collection, tokenId, standard }),
    collection,
    description: toText(item.description, DESCRIPTION_LIMIT),
    imageUrl: toPicture(item.imageUrl),
    largeImageUrl: toPicture(item.largeImageUrl),
    traits: item.traits.slice(0, NFT_LIMITS.traits).flatMap(({ name, value }) => {
      const trait = { name: normaliseText(name), value: normaliseText(value) }
      return trait.value === '' ? [] : [trait]
    }),
    metadata: item.metadata,
    isSpam: item.isSpam,
  }
}

/** A stranger's words as they may be shown; undefined where nothing is left of them. */
function toText(text: string | null, limit?: number): string | undefined {
  return normaliseText(text ?? '', limit) || undefined
}
