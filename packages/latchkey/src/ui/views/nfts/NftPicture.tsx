import { useMemo } from 'react'
import type { Nft } from '../../../core/features/nfts/state.ts'
import { Picture } from '../../parts/Picture.tsx'
import { SurroundingsContext, useSurroundings } from '../../parts/surroundings.ts'

/** How much longer than others a picture may take: the gateway fetches and decodes it first, from places that are slow. */
const PATIENCE = 10

/** The picture of an NFT, as wide as its place; while its metadata is being read an empty one, and a letter where there is none. */
export function NftPicture({ nft, isLarge = false }: { readonly nft: Nft; readonly isLarge?: boolean }) {
  const surroundings = useSurroundings()
  const patient = useMemo(
    (): typeof surroundings => ({
      ...surroundings,
      after: (delayMs, run) => surroundings.after(delayMs * PATIENCE, run),
    }),
    [surroundings],
  )
  const src = (isLarge ? nft.largeImageUrl : undefined) ?? nft.imageUrl
  if (src === undefined && nft.metadata === 'pending') return <span className="pic art waits" />
  return (
    <SurroundingsContext.Provider value={patient}>
      <Picture src={src} name={nft.name} size="art" />
    </SurroundingsContext.Provider>
  )
}
