import { HiddenText } from './HiddenText.tsx'
import { useSurroundings } from './surroundings.ts'

/** A sum as the biggest thing on the screen, its cents in fainter ink; read aloud in words ("5,528.46 US dollars"). */
export function Money({ value, currency }: { readonly value: number; readonly currency: string }) {
  const { region } = useSurroundings()
  const pieces = new Intl.NumberFormat(region, { style: 'currency', currency }).formatToParts(value)
  const spoken = new Intl.NumberFormat(region, { style: 'currency', currency, currencyDisplay: 'name' }).format(value)
  return (
    <p className="money">
      <bdi dir="ltr" aria-hidden="true">
        {pieces.map((piece, index) =>
          piece.type === 'fraction' || piece.type === 'decimal' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one number have no other identity
            <small key={index}>{piece.value}</small>
          ) : (
            piece.value
          ),
        )}
      </bdi>
      <HiddenText>{spoken}</HiddenText>
    </p>
  )
}
