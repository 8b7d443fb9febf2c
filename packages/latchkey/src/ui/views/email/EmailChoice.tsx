import { Divider } from '../../parts/Divider.tsx'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { EmailPart } from './EmailPart.tsx'

/** The e-mail part of Connect, set apart from the wallets beside it. */
export function EmailChoice({ isFirst, isAlone }: { readonly isFirst: boolean; readonly isAlone: boolean }) {
  const t = useRoomText(emailWords)
  const or = isAlone ? null : <Divider>{t('email.or')}</Divider>
  return (
    <div className="email-choice">
      {isFirst ? null : or}
      <EmailPart />
      {isFirst ? or : null}
    </div>
  )
}
