import { AddressText } from '../../parts/AddressText.tsx'
import { Avatar } from '../../parts/Avatar.tsx'
import { sendWords } from '../../text/rooms/sendWords.ts'
import { useRoomText } from '../../useRoomText.ts'

/** Characters that fit on one line of a 320 px sheet at 32 px. */
const LONG = 14

/** How much is sent, as the biggest thing on the screen, and what it is worth. */
export function SentAmount({ amount, worth }: { readonly amount: string; readonly worth?: string | undefined }) {
  return (
    <p className={`send-amount${amount.length > LONG ? ' long' : ''}`}>
      <bdi dir="ltr">{amount}</bdi>
      {worth === undefined ? null : (
        <small>
          <bdi dir="ltr">{worth}</bdi>
        </small>
      )}
    </p>
  )
}

/** Whom something is sent to: their face, their name where there is one, and every character of their address. */
export function Recipient({ address, name }: { readonly address: string; readonly name?: string | undefined }) {
  const t = useRoomText(sendWords)
  return (
    <section className="send-person">
      <h3>
        <Avatar address={address} />
        <span>
          <span>{t('send.to')}</span>
          {name === undefined ? null : <bdi className="send-name">{name}</bdi>}
        </span>
      </h3>
      <AddressText address={address} full />
    </section>
  )
}
