import { useEffect } from 'react'
import { findSocial } from '../../../core/ways/embedded/findSocial.ts'
import { startSocial } from '../../../core/ways/embedded/logInSocial.ts'
import { socialOf } from '../../../core/ways/embedded/socialStore.ts'
import { loadSocials } from '../../../core/ways/embedded/socials.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { EXTERNAL } from '../../parts/laterIcons.ts'
import { useStyles } from '../../parts/useStyles.ts'
import { socialWords } from '../../text/rooms/socialWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { leave } from '../connect/leave.ts'
import { LegalGate, useLegalBlock } from '../legal/LegalGate.tsx'
import { useViewData } from '../useViewData.ts'
import { SocialFailure } from './SocialFailure.tsx'
import { SocialPicture } from './SocialPicture.tsx'
import styles from './social.css?inline'

/** Waits for the window of a service, and says what to do about it. Sources: F-44 to F-46, SEC-70. */
export function ConnectingSocial() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(socialWords)
  const { provider: id } = useViewData('ConnectingSocial')
  const isBlocked = useLegalBlock()
  const { login, ...known } = useLatchkeyState(socialOf, (state) => state)
  const provider = findSocial(known, id)
  const start = (redirects?: boolean): void =>
    startSocial(instance, { provider: id, title: t('social.loading'), ...(redirects && { redirects }) })

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once, where a site has opened this view
  useEffect(() => {
    if (isBlocked) return
    if (!known.providers) void loadSocials(instance)
    const { login: running } = socialOf(instance).get()
    if (running?.provider !== id) start()
  }, [instance, id, isBlocked])

  const values = { provider: provider.label }
  const picture = <SocialPicture provider={provider} size="large" />
  const otherWays = { label: t('action.otherWays'), onPress: () => leave(instance) }
  if (login?.phase === 'failed' && login.provider === id)
    return (
      <LegalGate>
        <SocialFailure
          error={login.error}
          provider={provider}
          picture={picture}
          // A browser that blocks windows again lets the page itself go there (F-44).
          retry={() => start((login.blocked ?? 0) > 1)}
          button={(login.blocked ?? 0) > 1 ? t('social.here') : undefined}
          otherWays={otherWays}
        />
      </LegalGate>
    )
  const isCut = login?.phase === 'cut'
  const opened = login?.phase === 'waiting' ? instance.live.social?.opened : undefined
  return (
    <LegalGate>
      <AttemptScreen
        picture={picture}
        phase={isCut ? 'hint' : 'waiting'}
        badge={isCut ? EXTERNAL : undefined}
        code={isCut ? 'POPUP_CUT_OFF' : undefined}
        title={
          isCut
            ? t('failure.POPUP_CUT_OFF')
            : t(TITLES[login?.phase === 'waiting' || login?.phase === 'reading' ? login.phase : 'opening'], values)
        }
        sentence={isCut ? t('social.cut.more') : login?.phase === 'waiting' ? t('social.window.more') : undefined}
        button={isCut ? { label: t('action.openAgain'), onPress: () => start() } : undefined}
        beside={
          opened ? (
            <div className="buttons">
              <Button kind="plain" focusKey="wayOut" onPress={otherWays.onPress}>
                {otherWays.label}
              </Button>
              <Button kind="plain" icon={EXTERNAL} focusKey="show" onPress={() => opened.focus()}>
                {t('social.show')}
              </Button>
            </div>
          ) : undefined
        }
        wayOut={opened ? undefined : otherWays}
      />
    </LegalGate>
  )
}

const TITLES = {
  opening: 'social.opening',
  waiting: 'social.window',
  reading: 'social.reading',
} as const
