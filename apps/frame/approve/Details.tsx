import { AddressText } from '../../../packages/latchkey/src/ui/parts/AddressText.tsx'
import type { Reading } from './readSubject.ts'
import { Block } from './Says.tsx'
import type { Speech } from './speech.ts'

/** What only some want to read: the account whole, and the data as it is (SEC-45). */
export function Details({ account, reading, speech: { t, words } }: Details.Props) {
  return (
    <details className="approve-details">
      <summary>{words.details}</summary>
      <Block title={t('guard.account')}>
        <AddressText address={account} full />
      </Block>
      {listRaw(reading).map((raw, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: of one request, which never changes
        <p key={index} className="approve-text approve-code" dir="ltr" translate="no">
          {raw}
        </p>
      ))}
    </details>
  )
}
export declare namespace Details {
  type Props = { readonly account: string; readonly reading: Reading; readonly speech: Speech }
}

function listRaw(reading: Reading): readonly string[] {
  switch (reading.kind) {
    case 'message':
      return [reading.said.hex]
    case 'typedData':
      return [reading.tree.primaryType]
    case 'transaction':
      return [
        ...reading.calls.map(({ transaction: { to = '—', value, data } }) => list({ to, value, data })),
        list(reading.rest),
      ]
    case 'permission':
      return [list({ ...reading.permission, cap: reading.permission.cap.amount })]
    case 'solana':
      return reading.transactions.map(({ bytes }) =>
        Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
      )
  }
}

/** Fields by their names, a line each. */
const list = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .map(([name, field]) => `${name}: ${field}`)
    .join('\n')
