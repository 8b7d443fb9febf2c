import { HiddenText } from '../../parts/HiddenText.tsx'
import { nameWords } from '../../text/rooms/nameWords.ts'
import { useRoomText } from '../../useRoomText.ts'

/** The place of a name until it is known what the gateway has. */
export function NamePlace() {
  const t = useRoomText(nameWords)
  return (
    <div className="names" aria-busy="true">
      <HiddenText>{t('tokens.loading')}</HiddenText>
      <span className="name-field ghost" />
    </div>
  )
}
