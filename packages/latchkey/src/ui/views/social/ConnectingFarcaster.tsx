import { useEffect } from 'react'
import { linkTarget } from '../../../core/values/openLinks.ts'
import { readPlatform } from '../../../core/values/platform.ts'
import { embeddedOf } from '../../../core/ways/embedded/embeddedStore.ts'
import { FARCASTER, findSocial } from '../../../core/ways/embedded/findSocial.ts'
import { startFarcaster } from '../../../core/ways/embedded/logInFarcaster.ts'
import { socialOf } from '../../../core/ways/embedded/socialStore.ts'
import { useAnnounce, useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { socialWords } from '../../text/rooms/socialWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { AttemptScreen } from '../AttemptScreen.tsx'
import connecting from '../connect/connecting.css?inline'
import { leave } from '../connect/leave.ts'
import { copyText } from '../copyText.ts'
import { LegalGate, useLegalBlock } from '../legal/LegalGate.tsx'
import { SocialFailure } from './SocialFailure.tsx'
import { SocialPicture } from './SocialPicture.tsx'
import styles from './social.css?inline'

/** Waits for the Farcaster app on a phone: by a code for its camera, or by a link on the phone itself. */
export function ConnectingFarcaster() {
  useStyles(styles)
  useStyles(connecting)
  const instance = useInstance()
  const t = useRoomText(socialWords)
  const announce = useAnnounce()
  const isBlocked = useLegalBlock()
  const { login, ...known } = useLatchkeyState(socialOf, (state) => state)
  const url = useLatchkeyState(embeddedOf, ({ farcasterUrl }) => farcasterUrl)
  const provider = findSocial(known, FARCASTER)
  const { browser, walletWindow } = instance.services
  const hasCode = url !== undefined
  useEffect(() => {
    if (!isBlocked && socialOf(instance).get().login?.provider !== FARCASTER) startFarcaster(instance)
  }, [instance, isBlocked])
  const isMobile = browser.isMobile()
  // The code is drawn for eyes; who listens hears that it has come, and its text is behind the button.
  useEffect(() => {
    if (hasCode && !isMobile) announce(t('farcaster.scan'), 'polite')
  }, [announce, hasCode, isMobile, t])

  const picture = <SocialPicture provider={provider} size="large" />
  const otherWays = { label: t('action.otherWays'), onPress: () => leave(instance) }
  if (login?.phase === 'failed')
    return (
      <LegalGate>
        <SocialFailure
          error={login.error}
          provider={provider}
          picture={picture}
          retry={() => startFarcaster(instance)}
          otherWays={otherWays}
        />
      </LegalGate>
    )
  if (login?.phase === 'reading')
    return <AttemptScreen picture={picture} phase="waiting" title={t('social.reading')} wayOut={otherWays} />
  if (isMobile)
    return (
      <LegalGate>
        <AttemptScreen
          picture={picture}
          phase={hasCode ? 'ready' : 'waiting'}
          title={t('farcaster.phone')}
          sentence={t('farcaster.phone.more')}
          button={{
            label: t('action.openNamed', { wallet: provider.label }),
            onPress: () => undefined,
            link: { href: url, target: linkTarget('mobile', readPlatform(walletWindow), browser.isFramed()) },
          }}
          wayOut={otherWays}
        />
      </LegalGate>
    )
  return (
    <LegalGate>
      <div className="attempt pairing" data-phase="waiting">
        <QrCode text={url} label={t('farcaster.code')} picture={<SocialPicture provider={provider} />} />
        <div className="pairing-says">
          <p>{t('farcaster.scan')}</p>
        </div>
        <Button
          kind="plain"
          wide
          icon="copy"
          focusKey="copy"
          disabled={!hasCode}
          onPress={() => void (hasCode && copyText(instance, url, 'linkCopied'))}
        >
          {t('action.copyLink')}
        </Button>
        <Button kind="quiet" wide focusKey="wayOut" onPress={otherWays.onPress}>
          {otherWays.label}
        </Button>
      </div>
    </LegalGate>
  )
}
