import { userMessage } from '../../../core/errors/userMessage.ts'
import { openOutside } from '../../../core/flow/openOutside.ts'
import { checkAttempt } from '../../../core/kernel/attempt/checkAttempt.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import { findWayLink, linkTarget, toPairingLink } from '../../../core/values/openLinks.ts'
import { readPlatform } from '../../../core/values/platform.ts'
import { renewPairing } from '../../../core/ways/walletConnect/renewPairing.ts'
import { tellLinkOpened } from '../../../core/ways/walletConnect/tellLinkOpened.ts'
import { useInstance, useText } from '../../hooks.ts'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { GetLine } from './GetLine.tsx'
import { getWallet } from './getWallet.ts'
import { goTo } from './goTo.ts'
import { PairingFailure, WalletPicture } from './PairingFailure.tsx'
import { useAttemptOf } from './useAttemptOf.ts'
import { usePairingMessage } from './usePairingMessage.ts'

/**
 * Opens a wallet's app, program or page by a link that is ready before the tap, and then waits. Source: F-20 to F-22.
 */
export function LinkPanel({ wallet, way, retry, showCode }: LinkPanel.Props) {
  const instance = useInstance()
  const t = useText()
  const { browser, walletWindow } = instance.services
  const attempt = useAttemptOf(wallet.key)
  const { message, title, sentence, button } = usePairingMessage(attempt, wallet)
  const platform = readPlatform(walletWindow)
  const base = findWayLink(wallet, way, platform)
  const { uri, isExpired = false, isSlow = false, linkOpenedAt } = attempt?.pairing ?? {}
  const href = base === undefined || uri === undefined || isExpired ? undefined : toPairingLink(base, uri, platform)
  const wayOut = { label: t('action.otherWays'), onPress: showCode }
  if (attempt?.phase === 'failed') {
    return <PairingFailure attempt={attempt} wallet={wallet} retry={retry} otherWays={showCode} />
  }

  const values = { wallet: wallet.name, network: '', other: '', family: '', coin: '', amount: '' }
  const picture = <WalletPicture wallet={wallet} />
  if (base === undefined) {
    // An app that refuses links to other apps gets none: a tap would leave the site for an error page (F-21).
    const blocked = userMessage('LINK_SCHEME_BLOCKED')
    return (
      <AttemptScreen
        picture={picture}
        phase="failed"
        badge="warn"
        code={blocked.code}
        title={t(blocked.sentence, values)}
        sentence={blocked.more && t(blocked.more, values)}
        button={{ label: t(blocked.button, values), onPress: () => openOutside(instance, goTo) }}
        wayOut={wayOut}
      />
    )
  }
  const open = {
    label: t('action.openNamed', { wallet: wallet.name }),
    link: { href, target: linkTarget(way, platform, browser.isFramed()) },
    onPress: () => tellLinkOpened(instance, { way, base }),
  }
  if (message === undefined) {
    const isOpened = linkOpenedAt !== undefined
    return (
      <AttemptScreen
        picture={picture}
        phase={isOpened ? 'waiting' : 'ready'}
        title={isOpened ? t('pairing.opened', values) : t('pairing.ready', values)}
        sentence={
          isOpened
            ? t('pairing.opened.more')
            : isSlow && uri === undefined
              ? t('pairing.slow')
              : t(`pairing.ready.${way}`)
        }
        button={open}
        beside={isOpened ? undefined : <GetLine wallet={wallet} />}
        wayOut={wayOut}
      />
    )
  }
  const presses = {
    get: { label: button ?? '', onPress: () => getWallet(instance, wallet, 'remedy') },
    renew: { label: button ?? '', onPress: () => renewPairing(instance) },
    check: { label: button ?? '', onPress: () => void checkAttempt(instance) },
  }
  const { remedy } = message
  return (
    <AttemptScreen
      picture={picture}
      phase="hint"
      badge={message.code === 'OFFLINE' ? 'offline' : 'warn'}
      code={message.code}
      title={title ?? ''}
      sentence={sentence}
      button={remedy === 'get' || remedy === 'renew' || remedy === 'check' ? presses[remedy] : open}
      wayOut={wayOut}
    />
  )
}
export declare namespace LinkPanel {
  type Props = {
    readonly wallet: WalletListing
    readonly way: 'mobile' | 'web' | 'desktop'
    /** Asks anew, with a fresh code. */
    readonly retry: () => void
    /** Goes on to the code and its text, which work where a link does not. */
    readonly showCode: () => void
  }
}
