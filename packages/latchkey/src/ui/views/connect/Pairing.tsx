import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import type { ViewData } from '../../../core/kernel/shell/views.ts'
import { connectWalletConnect } from '../../../core/kernel/wallet/walletConnect/connectWalletConnect.ts'
import { WALLET_CONNECT_ID } from '../../../core/kernel/wallet/walletConnect/walletConnectId.ts'
import { listWays, type Way } from '../../../core/listWays.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Tabs } from '../../parts/Tabs.tsx'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { useLegalBlock } from '../LegalGate.tsx'
import { CodePanel } from './CodePanel.tsx'
import { ExternalWait } from './ExternalWait.tsx'
import { findConnector } from './findConnector.ts'
import { LinkPanel } from './LinkPanel.tsx'
import { WalletPicture } from './PairingFailure.tsx'

/**
 * One wallet by whatever ways it has, one tab each; without a wallet, the code that any wallet reads. Starts by itself and
 * stays where it fails. Source: views, A6.
 */
export function Pairing({ wallet, redirectView, end }: Pairing.Props) {
  const instance = useInstance()
  const t = useText()
  const panelId = useId()
  const isBlocked = useLegalBlock()
  // A wallet that is in this browser after all may announce itself late (F-07), in whichever namespace.
  const isSeen = useLatchkeyState(
    'connectors',
    (state) => wallet !== undefined && findConnector(state, wallet, 'eip155') !== undefined,
  )
  const known = wallet && { ...wallet, isInstalled: wallet.isInstalled || isSeen }
  const ways = listWays(known, { isMobile: instance.services.browser.isMobile() })
  const [way, setWay] = useState<Way | undefined>(ways[0])
  const [wasSeen, setWasSeen] = useState(isSeen)
  const [showsCode, setShowsCode] = useState(false)

  // The yes has come, and the modal is on its way elsewhere.
  const isDone = useLatchkeyState(
    'connection',
    ({ attempt, byNamespace }) =>
      attempt === undefined &&
      Object.values(byNamespace).some(({ connection }) => connection?.connector.id === WALLET_CONNECT_ID),
  )

  if (isSeen !== wasSeen) {
    setWasSeen(isSeen)
    setWay(isSeen ? 'browser' : ways[0])
  }

  const start = (): void => {
    if (way === undefined || way === 'browser') return
    // What goes wrong is in the attempt, which this view shows; the promise is for callers without a view.
    connectWalletConnect(instance, { wallet, way, redirectView }).catch(() => {})
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once for each way, not at each drawing
  useLayoutEffect(() => {
    if (isBlocked || way === undefined) return
    if (wallet !== undefined) {
      const { name, walletRank } = wallet
      instance.track('SELECT_WALLET', { name, platform: way, walletRank, view: 'ConnectingWalletConnect' })
    }
    start()
  }, [way, isBlocked])

  // Without a way the wallet is an extension that is not here, which is told as such (F-07).
  const isExternal = wallet !== undefined && (way === undefined || way === 'browser')
  const panel = isExternal ? (
    <ExternalWait wallet={wallet} redirectView={redirectView} />
  ) : wallet === undefined || way === undefined || way === 'browser' || way === 'qrcode' || showsCode ? (
    <CodePanel wallet={wallet} retry={start} hasFocus={showsCode} end={end} />
  ) : (
    <LinkPanel key={way} wallet={wallet} way={way} retry={start} showCode={() => setShowsCode(true)} />
  )
  if (isDone) {
    return <AttemptScreen picture={<WalletPicture wallet={wallet} />} phase="done" title={t('connecting.done')} />
  }
  if (wallet === undefined || ways.length < 2) return panel
  return (
    <div className="choices">
      <Tabs
        label={t('pairing.ways', { wallet: wallet.name })}
        tabs={ways.map((id) => ({ id, label: t(`pairing.way.${id}`) }))}
        current={way ?? 'qrcode'}
        panelId={panelId}
        onChange={(chosen) => {
          setShowsCode(false)
          setWay(chosen)
        }}
      />
      <div id={panelId} role="tabpanel" aria-label={t(`pairing.way.${way ?? 'qrcode'}`)}>
        {panel}
      </div>
    </div>
  )
}
export declare namespace Pairing {
  type Props = ViewData['ConnectingWalletConnect'] & {
    /** Stands under the code while all is well. */
    readonly end?: ReactNode
  }
}
