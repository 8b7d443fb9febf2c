import { type ReactNode, useEffect, useRef } from 'react'
import { toCustomListing } from '../../../core/features/directory/toListing.ts'
import { checkAttempt } from '../../../core/kernel/attempt/checkAttempt.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import { linkTarget, toPairingLink } from '../../../core/values/openLinks.ts'
import { readPlatform } from '../../../core/values/platform.ts'
import { renewPairing } from '../../../core/ways/walletConnect/renewPairing.ts'
import { useAnnounce, useInstance, useText } from '../../hooks.ts'
import { AppLink } from '../../parts/AppLink.tsx'
import { Button } from '../../parts/Button.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { copyText } from '../copyText.ts'
import { useNetworkName } from '../useNetworkName.ts'
import connecting from './connecting.css?inline'
import { GetLine } from './GetLine.tsx'
import { leave } from './leave.ts'
import { useAttemptOf } from './useAttemptOf.ts'
import { usePairingRoom } from './usePairingRoom.ts'

/** A code for a wallet's camera, and the same as a text to copy. Source: F-13. */
export function QrPanel({ wallet, retry, hasFocus, end }: QrPanel.Props) {
  useStyles(connecting)
  const instance = useInstance()
  const t = useText()
  const announce = useAnnounce()
  const { browser, walletWindow } = instance.services
  const attempt = useAttemptOf(wallet?.key)
  const network = useNetworkName()
  const copy = useRef<HTMLDivElement>(null)
  const isMobile = browser.isMobile()
  const { uri, expiresAt = 0, isExpired = false, isSlow = false } = attempt?.pairing ?? {}
  const hasCode = uri !== undefined
  // A code may stand before the relay has what it leads to.
  const isLate = isSlow && expiresAt === 0
  const hasFailed = attempt?.phase === 'failed'
  const hint = isExpired ? 'PAIRING_EXPIRED' : attempt?.hint
  const isOffline = hint === 'OFFLINE'
  // What is said without a network is here without one.
  const wantsRoom = hasFailed || (hint !== undefined && !isOffline)
  const room = usePairingRoom(wantsRoom, hasCode)

  // The code is drawn for eyes; who listens hears that it has come, and its text is behind the button.
  const scan = wallet === undefined ? t('pairing.scanAny') : t('pairing.scan', { wallet: wallet.name })
  const calm = isLate ? t('pairing.slow') : scan
  useEffect(() => {
    if (hasCode) announce(scan, 'polite')
  }, [announce, hasCode, scan])
  useEffect(() => {
    if (hasFocus) copy.current?.querySelector('button')?.focus()
  }, [hasFocus])

  // Its words are asked for beside its code.
  if (wantsRoom) t(`failure.${attempt?.error?.code ?? hint}` as 'failure.OFFLINE')
  if (room && attempt && hasFailed) return <room.PairingFailure attempt={attempt} wallet={wallet} retry={retry} />
  const { message, title, sentence } = (!hasFailed && room?.toPairingMessage(t, { attempt, wallet, network })) || {}
  const code = isOffline ? hint : message?.code
  const says = isOffline ? [t('failure.OFFLINE'), t('failure.OFFLINE.more')] : [title, sentence]
  const platform = readPlatform(walletWindow)
  // On Android the bare address lets the phone ask which wallet; browsers inside other apps refuse it. The site's own
  // wallets that are web pages stand beside the code: nobody has to scan this screen with this screen.
  const pages = wallet === undefined && uri !== undefined && !isExpired ? instance.options.customWallets : []
  const opensChooser = wallet === undefined && isMobile && platform.os === 'android' && !platform.isInApp
  return (
    <div className="attempt pairing" data-failure={code} data-phase={isExpired ? 'hint' : 'waiting'}>
      {wantsRoom && !room ? <span hidden data-loading="" /> : null}
      <QrCode
        text={uri}
        isSpent={isExpired}
        label={wallet === undefined ? t('pairing.codeAny') : t('pairing.code', { wallet: wallet.name })}
        picture={wallet === undefined ? undefined : <Picture src={wallet.imageUrl} name={wallet.name} />}
      />
      {/* A new element for every message: a role that changes on an old one is not read out. */}
      <div
        key={code ?? (isLate ? 'slow' : 'scan')}
        className="pairing-says"
        role={code !== undefined || isLate ? 'status' : undefined}
      >
        <p>{code === undefined ? calm : says.filter((part) => part !== undefined).join(' ')}</p>
      </div>
      {opensChooser && !isExpired ? (
        <AppLink href={uri} target={linkTarget('mobile', platform, browser.isFramed())} focusKey="open">
          {t('action.openNamed', { wallet: t('pairing.someWallet') })}
        </AppLink>
      ) : null}
      {isOffline ? (
        <Button kind="main" wide focusKey="tryNow" onPress={() => void checkAttempt(instance)}>
          {t('action.tryNow')}
        </Button>
      ) : null}
      <div ref={copy} className="contents">
        {isExpired ? (
          <Button kind="main" wide focusKey="copy" onPress={() => renewPairing(instance)}>
            {t('action.newCode')}
          </Button>
        ) : (
          <Button
            kind="plain"
            wide
            icon="copy"
            focusKey="copy"
            disabled={!hasCode}
            onPress={() => void (uri !== undefined && copyText(instance, uri, 'linkCopied'))}
          >
            {t('action.copyLink')}
          </Button>
        )}
      </div>
      {pages.map(toCustomListing).map(({ key, name, links }) =>
        links.webappLink === undefined || uri === undefined ? null : (
          <AppLink
            key={key}
            kind="plain"
            href={toPairingLink(links.webappLink, uri, platform)}
            target={linkTarget('web', platform, browser.isFramed())}
            focusKey={`page:${key}`}
          >
            {t('action.openNamed', { wallet: name })}
          </AppLink>
        ),
      )}
      {isExpired || isMobile ? (
        <Button kind="quiet" wide focusKey="wayOut" onPress={() => leave(instance)}>
          {t('action.otherWays')}
        </Button>
      ) : wallet === undefined ? (
        end
      ) : (
        <GetLine wallet={wallet} />
      )}
    </div>
  )
}
export declare namespace QrPanel {
  type Props = {
    /** Whose code it is; undefined for any wallet's. */
    readonly wallet: WalletListing | undefined
    /** Asks anew, with a fresh code. */
    readonly retry: () => void
    /** The visitor asked for the code in place of a link: the focus goes on to what is here. */
    readonly hasFocus: boolean
    /** Last of all, while all is well and no wallet was chosen. */
    readonly end?: ReactNode
  }
}
