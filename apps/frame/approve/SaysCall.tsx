import { normaliseText } from '../../../packages/latchkey/src/core/values/normaliseText.ts'
import { toQuantity } from '../../../packages/latchkey/src/core/values/toQuantity.ts'
import { AddressText } from '../../../packages/latchkey/src/ui/parts/AddressText.tsx'
import { toCoin, toShortAddress, writePeriod } from './format.ts'
import type { NetworkWords } from './networks.ts'
import type { Speech } from './speech.ts'
import type { DescribedCall, DescribedRow } from './types.ts'

/** Last moment that a date can say, in s since 1970. */
const LAST = 8_640_000_000_000n

/** What a call is for, in the words of whoever serves the frame (ERC-7730). */
export function SaysCall({ call, network, speech: { t } }: SaysCall.Props) {
  return (
    <section className="approve-block">
      <h2>{call.intent}</h2>
      <dl className="approve-facts">
        {call.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: of one call, which never changes
          <div key={index}>
            <dt>{row.label}</dt>
            <dd>
              {row.kind === 'address' ? (
                <AddressText address={row.address} full />
              ) : (
                <bdi>{writeRow(row, network, t.locale)}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
export declare namespace SaysCall {
  type Props = { readonly call: DescribedCall; readonly network: NetworkWords; readonly speech: Speech }
}

function writeRow(
  row: Exclude<DescribedRow, { readonly kind: 'address' }>,
  { coin }: NetworkWords,
  locale: string,
): string {
  switch (row.kind) {
    case 'text':
      return normaliseText(row.text)
    case 'coin':
      return toCoin(row.amount, coin)
    case 'unit':
      return `${toQuantity(row.amount, row.decimals)} ${row.unit}`
    case 'date':
      return row.at > LAST
        ? String(row.at)
        : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(Number(row.at) * 1000)
    case 'duration':
      return row.seconds > LAST ? String(row.seconds) : writePeriod(Number(row.seconds), locale)
    case 'token':
      // A token that does not say its decimals leaves the amount in base units, beside its address all the same.
      return `${row.decimals === undefined ? row.amount : toQuantity(row.amount, row.decimals)} (${toShortAddress(row.token)})`
  }
}
