import { useEffect } from 'react'
import { embeddedOf } from '../../../core/ways/embedded/embeddedStore.ts'
import { findSocial } from '../../../core/ways/embedded/findSocial.ts'
import { socialOf } from '../../../core/ways/embedded/socialStore.ts'
import { loadSocials } from '../../../core/ways/embedded/socials.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Row } from '../../parts/Row.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { socialWords } from '../../text/rooms/socialWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { SocialPicture } from './SocialPicture.tsx'
import styles from './social.css?inline'

/** At which service the visitor logs in, and what it calls them. */
export function SocialRow() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(socialWords)
  const { user, socialProvider = '' } = useLatchkeyState(embeddedOf, (state) => state)
  const provider = findSocial(
    useLatchkeyState(socialOf, (state) => state),
    socialProvider,
  )
  useEffect(() => void loadSocials(instance), [instance])
  const name = user?.userName ?? user?.email
  return (
    <Row
      plain
      picture={<SocialPicture provider={provider} />}
      title={t('social.signedIn', { provider: provider.label })}
      note={name === undefined ? undefined : <bdi>{name}</bdi>}
    />
  )
}
