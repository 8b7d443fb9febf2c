import { HiddenText } from './HiddenText.tsx'
import styles from './money.css?inline'
import { useSurroundings } from './surroundings.ts'
import { useStyles } from './useStyles.ts'

/** Signs that fit on one line of a 320 px sheet at 32 and at 26 px. */
const LONG = 14
const LONGER = 18

/** A sum as the biggest thing on the screen, its cents in fainter ink; read aloud in words ("5,528.46 US dollars"). */
export function Money({ value, currency }: { readonly value: number; readonly currency: string }) {
  useStyles(styles)
  const { region } = useSurroundings()
  const style = { style: 'currency', currency, numberingSystem: 'latn' } as const
  const pieces = new Intl.NumberFormat(region, style).formatToParts(value)
  const spoken = new Intl.NumberFormat(region, { ...style, currencyDisplay: 'name' }).format(value)
  const length = pieces.reduce((sum, piece) => sum + piece.value.length, 0)
  const size = length > LONGER ? ' longest' : length > LONG ? ' long' : ''
  return (
    <p className={`money${size}`}>
      <bdi dir="ltr" aria-hidden="true">
        {pieces.map((piece, index) =>
          piece.type === 'fraction' || piece.type === 'decimal' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one number have no other identity
            <small key={index}>{piece.value}</small>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={index}>{piece.value}</span>
          ),
        )}
      </bdi>
      <HiddenText>{spoken}</HiddenText>
    </p>
  )
}
