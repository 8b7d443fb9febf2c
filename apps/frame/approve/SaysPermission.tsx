import type { ReactNode } from 'react'
import { toQuantity } from '../../../packages/latchkey/src/core/values/toQuantity.ts'
import { AddressText } from '../../../packages/latchkey/src/ui/parts/AddressText.tsx'
import { writePeriod } from './format.ts'
import type { Reading } from './readSubject.ts'
import { fill, type Speech } from './speech.ts'

/** What a page could do without asking each time, with each limit that the chain holds it to (SEC-53). */
export function SaysPermission({ reading, decimals, speech: { t, words } }: SaysPermission.Props) {
  const { permission, isEnding } = reading
  const { delegate, target, cap, calls, validUntil } = permission
  const { locale } = t
  const amount = decimals === undefined ? String(cap.amount) : toQuantity(cap.amount, decimals)
  const ends = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section className="approve-block">
      <h2>{isEnding ? words.permissionEnds : words.permission}</h2>
      <dl className="approve-facts">
        <Fact name={words.permissionWho}>
          <AddressText address={delegate} full />
        </Fact>
        <Fact name={words.permissionToken}>
          <AddressText address={target} full />
        </Fact>
        <Fact name={words.permissionMost}>
          <span>
            {cap.period
              ? fill(words.permissionAnew, { amount, period: writePeriod(cap.period.seconds, locale) })
              : fill(words.permissionInAll, { amount })}
          </span>
          {decimals === undefined ? <span>{` (${words.permissionUnits})`}</span> : null}
        </Fact>
        <Fact name={words.permissionTimes}>{new Intl.NumberFormat(locale).format(calls)}</Fact>
        <Fact name={words.permissionUntil}>{ends.format(validUntil * 1000)}</Fact>
      </dl>
      {isEnding ? null : <p className="approve-note">{words.permissionNote}</p>}
    </section>
  )
}
export declare namespace SaysPermission {
  type Props = {
    readonly reading: Extract<Reading, { readonly kind: 'permission' }>
    /** Of the token, as it says itself; undefined while or where it does not. */
    readonly decimals: number | undefined
    readonly speech: Speech
  }
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
