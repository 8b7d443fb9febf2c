import { memo } from 'react'
import badge from './badge.css?inline'
import { HiddenText } from './HiddenText.tsx'
import { Icon } from './Icon.tsx'
import { DONE } from './laterIcons.ts'
import { Picture } from './Picture.tsx'
import { RowGrid } from './RowGrid.tsx'
import styles from './tiles.css?inline'
import { useStyles } from './useStyles.ts'

/** Height of a row of tiles before one was measured, in px. */
const ROW_HEIGHT = 106

/** Narrower than this a grid has three columns, in px: a card of 352 without its gutters. */
const NARROW = 328

const toColumns = (width: number): number => (width < NARROW ? 3 : 4)

/** Hundreds of tiles with pictures, of which only the rows in sight are drawn; again only when something of them has changed. */
export const TileGrid = memo(({ label, tiles, startAt, onPress, onEnd, endKey }: TileGrid.Props) => {
  useStyles(badge)
  return (
    <RowGrid
      label={label}
      count={tiles.length}
      firstHeight={ROW_HEIGHT}
      toColumns={toColumns}
      startAt={startAt}
      getName={(index) => tiles[index]?.name ?? ''}
      getKey={(index) => tiles[index]?.key ?? ''}
      drawCell={(index, stop) => {
        const tile = tiles[index]
        return tile === undefined ? null : (
          <button
            type="button"
            className="grid-tile"
            {...stop}
            data-focus-key={tile.focusKey}
            onClick={() => onPress(index)}
          >
            <span className="tile-picture">
              <Picture src={tile.src} name={tile.name} size="tile" />
              {tile.mark === undefined ? null : (
                <span className={`badge ${tile.mark}`}>
                  <Icon name={tile.mark === 'certified' ? DONE : 'check'} />
                </span>
              )}
            </span>
            <span className="tile-name">
              <bdi>{tile.name}</bdi>
            </span>
            {tile.former === undefined ? null : <span className="tile-former">{tile.former}</span>}
            {tile.note === undefined ? null : <HiddenText>{`, ${tile.note}`}</HiddenText>}
          </button>
        )
      }}
      onEnd={onEnd}
      endKey={endKey}
    />
  )
})
export declare namespace TileGrid {
  type Tile = {
    readonly key: string
    readonly name: string
    readonly src?: string | undefined
    readonly mark?: 'certified' | 'installed' | undefined
    /** What it was called before. */
    readonly former?: string | undefined
    /** What the mark means, for who listens. */
    readonly note?: string | undefined
    readonly focusKey: string
  }
  type Props = {
    readonly label: string
    /** Never empty. */
    readonly tiles: readonly Tile[]
    /** Where the tab stop begins. */
    readonly startAt?: number | undefined
    readonly onPress: (index: number) => void
    /** The last row is in sight, or nearly. */
    readonly onEnd: () => void
    /** Whatever changes when the end should be looked at again. */
    readonly endKey: unknown
  }
}

/** Places of tiles that are on their way. */
export function TileGhosts({ count }: { readonly count: number }) {
  useStyles(styles)
  return (
    <div className="tiles ghosts" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
        <span key={index} className="grid-tile">
          <span className="bone picture" />
          <span className="bone text" />
        </span>
      ))}
    </div>
  )
}
