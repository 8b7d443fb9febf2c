import type { NftItem } from '@latchkey/wire'
import { toPage } from '../../latchkey/src/core/features/nfts/readNfts.ts'
import type { Nft } from '../../latchkey/src/core/features/nfts/state.ts'
import { LONG_NAME } from './fixtures.ts'
import { ARTWORKS } from './pictures.ts'

/** An NFT as the gateway tells it; `number` tells it from others. */
export function makeNft(number: number, more: Partial<NftItem> = {}): NftItem {
  return {
    chainId: 'eip155:1',
    contract: `0x${(number + 1).toString(16).padStart(40, '7')}`,
    tokenId: String(number),
    standard: 'ERC721',
    quantity: '1',
    name: `Low Sun #${number}`,
    collection: 'Field Notes',
    description: null,
    imageUrl: null,
    largeImageUrl: null,
    traits: [],
    metadata: 'read',
    isSpam: false,
    ...more,
  }
}

/** NFTs as views show them, with pictures of ours in turn where they have one. */
export function showNfts(items: readonly NftItem[]): readonly Nft[] {
  const page = { data: [...items], next: null, unavailable: [], incomplete: [] }
  return toPage({ options: {} } as Parameters<typeof toPage>[0], page).items.map((nft, index) => {
    const imageUrl = items[index]?.imageUrl == null ? undefined : ARTWORKS[index % ARTWORKS.length]
    return { ...nft, imageUrl, largeImageUrl: imageUrl }
  })
}

const PICTURE = { imageUrl: 'drawn' }

/** What somebody collected: six as in the drawings, one of many, one without a word, some that wait, and bait. */
export const COLLECTED: readonly NftItem[] = [
  makeNft(118, {
    ...PICTURE,
    description: 'One of 200 evenings drawn from memory. This one is the walk home from the quarry.',
    traits: [
      { name: 'Light', value: 'Dusk' },
      { name: 'Ground', value: 'Three hills' },
      { name: 'Season', value: 'Late summer' },
    ],
  }),
  makeNft(42, { ...PICTURE, name: 'Quarter 0042', collection: 'Quarters' }),
  makeNft(3, { ...PICTURE, name: 'Ripple 7', collection: 'Tidal Proofs', standard: 'ERC1155', quantity: '12' }),
  makeNft(4, { ...PICTURE, name: 'Onion, awake', collection: 'Small Spirits' }),
  makeNft(5, { ...PICTURE, name: 'Half and half', collection: 'Tablecloth' }),
  makeNft(6, { ...PICTURE, name: 'Chord in D', collection: 'Bars' }),
  makeNft(7, { name: null, collection: 'Quarters', metadata: 'unavailable' }),
  makeNft(8, { name: null, collection: null, metadata: 'pending' }),
  makeNft(9, { name: 'Claim 5,000 at free-pine.example', collection: null, isSpam: true }),
  makeNft(10, { name: 'Visit gift.example', collection: null, isSpam: true }),
]

/** Texts and numbers as long as they come. */
export const LONG_NFTS: readonly NftItem[] = [
  makeNft(1, {
    ...PICTURE,
    tokenId: String(2n ** 256n - 1n),
    standard: 'ERC1155',
    quantity: String(2n ** 256n - 1n),
    name: LONG_NAME,
    collection: LONG_NAME,
    description: `${LONG_NAME} `.repeat(20),
    traits: Array.from({ length: 7 }, (_, index) => ({ name: LONG_NAME, value: `${LONG_NAME} ${index}` })),
  }),
  makeNft(2, { name: null, collection: null, tokenId: String(2n ** 256n - 2n), metadata: 'none' }),
  makeNft(3, { ...PICTURE, name: 'a'.repeat(10_000), collection: 'b'.repeat(10_000) }),
]
