import { useEffect } from 'react'
import { registrationOf } from '../../../core/features/names/registration.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { useAnnounce, useInstance, useLatchkeyState } from '../../hooks.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { Button } from '../../parts/Button.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Ring } from '../../parts/Ring.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { nameWords } from '../../text/rooms/nameWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { LEARN_MORE } from './ChooseAccountName.tsx'
import { Named } from './Named.tsx'
import styles from './names.css?inline'

/** Says which name the account has now. */
export function RegisterAccountNameSuccess() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(nameWords)
  const announce = useAnnounce()
  const account = useActiveAccount()
  const name = useLatchkeyState(registrationOf, (state) => state.registered)
  const isOver = name === undefined || account === undefined
  useEffect(() => {
    if (isOver) showHome(instance)
    else announce(t('names.mine', { name }), 'polite')
  }, [announce, instance, isOver, name, t])
  if (isOver) return null
  return (
    <div className="names">
      <div className="centre">
        <Ring state="good" round>
          <Avatar address={account.address} size="large" />
        </Ring>
        <p className="title">
          <Named t={t} text="names.mine" name={name} />
        </p>
        <p className="sentence">{t('names.mine.more')}</p>
      </div>
      <Button kind="main" wide focusKey="name" onPress={() => showHome(instance)}>
        {t('names.toAccount')}
      </Button>
      <LinkButton href={LEARN_MORE} kind="quiet" wide focusKey="learn">
        {t('names.learnMore')}
      </LinkButton>
    </div>
  )
}
