import { FARCASTER } from '../../../core/ways/embedded/findSocial.ts'
import { isRefusedHere } from '../../../core/ways/embedded/logInSocial.ts'
import { socialOf } from '../../../core/ways/embedded/socialStore.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { WALLET_DRAWING } from '../../parts/Drawing.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { List } from '../../parts/List.tsx'
import { Row } from '../../parts/Row.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { socialWords } from '../../text/rooms/socialWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { LegalGate } from '../legal/LegalGate.tsx'
import { openSocial } from './openSocial.ts'
import { SocialPicture } from './SocialPicture.tsx'
import styles from './social.css?inline'
import { useSocials } from './useSocials.ts'

const GHOSTS = [1, 2, 3]

/** All services to log in by. */
export function ConnectSocials() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(socialWords)
  const socials = useSocials()
  const last = useLatchkeyState(socialOf, (state) => state.last)
  const isDesktop = !instance.services.browser.isMobile()
  return (
    <LegalGate>
      {socials === undefined ? (
        <List label={t('title.ConnectSocials')}>
          {GHOSTS.map((key) => (
            <Skeleton key={key} kind="row" />
          ))}
        </List>
      ) : socials.length === 0 ? (
        <Empty picture={WALLET_DRAWING} text={t('social.none')} />
      ) : (
        <List label={t('title.ConnectSocials')}>
          {socials.map((provider) => (
            <Row
              key={provider.id}
              picture={<SocialPicture provider={provider} />}
              title={t('title.ConnectingSocial', { provider: provider.label })}
              note={isRefusedHere(instance, provider.id) ? t('social.notHere') : undefined}
              end={
                provider.id === last ? (
                  <Tag kind="recent">{t('tag.recent')}</Tag>
                ) : provider.id === FARCASTER && isDesktop ? (
                  <Tag kind="qr">{t('tag.qr')}</Tag>
                ) : undefined
              }
              focusKey={`social:${provider.id}`}
              onPress={() => openSocial(instance, t, provider.id, `social:${provider.id}`)}
            />
          ))}
        </List>
      )}
    </LegalGate>
  )
}
