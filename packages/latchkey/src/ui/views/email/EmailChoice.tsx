import { Divider } from '../../parts/Divider.tsx'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { EmailPart } from './EmailPart.tsx'

/** The e-mail part of Connect, set apart from the wallets that stand before or after it. */
export function EmailChoice({
  hasOrBefore,
  hasOrAfter,
}: {
  readonly hasOrBefore: boolean
  readonly hasOrAfter: boolean
}) {
  const t = useRoomText(emailWords)
  const or = <Divider>{t('email.or')}</Divider>
  return (
    <div className="email-choice">
      {hasOrBefore ? or : null}
      <EmailPart />
      {hasOrAfter ? or : null}
    </div>
  )
}
