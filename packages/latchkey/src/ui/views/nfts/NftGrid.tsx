import { formatCount } from '../../../core/features/nfts/rules.ts'
import type { Nft } from '../../../core/features/nfts/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { useInstance } from '../../hooks.ts'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { RowGrid } from '../../parts/RowGrid.tsx'
import { nftWords } from '../../text/rooms/nftWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useReturnPlace } from '../useReturnPlace.ts'
import { NftPicture } from './NftPicture.tsx'

/** Height of a row before one was measured, in px: a picture of 164 with two lines beneath. */
const ROW_HEIGHT = 218

/** From this width on three pictures stand in a row, in px. */
const WIDE = 480

const toColumns = (width: number): number => (width < WIDE || width === Number.POSITIVE_INFINITY ? 2 : 3)

const toFocusKey = ({ id }: Nft): string => `nft:${id}`

/** Places of NFTs that are on their way. */
const GHOSTS = 4

/** NFTs by their pictures, of which only those in sight are drawn, however many there are. */
export function NftGrid({ items, onEnd }: { readonly items: readonly Nft[]; readonly onEnd: () => void }) {
  const instance = useInstance()
  const t = useRoomText(nftWords)
  const startAt = useReturnPlace(items, toFocusKey)
  return (
    <RowGrid
      label={t('nfts.heading')}
      className="shelf"
      count={items.length}
      firstHeight={ROW_HEIGHT}
      toColumns={toColumns}
      startAt={startAt}
      getName={(index) => items[index]?.name ?? ''}
      getKey={(index) => items[index]?.id ?? ''}
      drawCell={(index, stop) => {
        const nft = items[index]
        if (nft === undefined) return null
        const focusKey = toFocusKey(nft)
        return (
          <button
            type="button"
            className="piece"
            {...stop}
            data-focus-key={focusKey}
            onClick={() => pushView(instance, { view: 'NftDetails', data: { nft } }, focusKey)}
          >
            <NftPicture nft={nft} />
            {nft.quantity === '1' ? null : (
              <bdi dir="ltr" className="piece-count" aria-hidden="true">
                {`×${formatCount(nft.quantity, t.region, { isShort: true })}`}
              </bdi>
            )}
            <span className="row-title">
              <bdi>{nft.name}</bdi>
            </span>
            <HiddenText>, </HiddenText>
            <span className="row-note">
              <bdi>{nft.collection ?? ''}</bdi>
            </span>
            {nft.quantity === '1' ? null : (
              <HiddenText>
                {`, ${t('nfts.owned', { amount: formatCount(nft.quantity, t.region, { isShort: true }) })}`}
              </HiddenText>
            )}
          </button>
        )
      }}
      onEnd={onEnd}
      endKey={items.length}
    />
  )
}

/** What stands in the place of NFTs that are on their way. */
export function NftGhosts() {
  return (
    <div className="nft-ghosts" aria-hidden="true">
      {Array.from({ length: GHOSTS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
        <span key={index} className="piece">
          <span className="pic art waits" />
          <span className="bone text" />
        </span>
      ))}
    </div>
  )
}
