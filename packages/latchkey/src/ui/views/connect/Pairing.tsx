import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { listConnections } from '../../../core/kernel/connections/connectionList.ts'
import type { ViewData } from '../../../core/types/views.ts'
import { isBySession } from '../../../core/values/connectorKinds.ts'
import { listWays, type Way } from '../../../core/values/listWays.ts'
import { connectWalletConnect } from '../../../core/ways/walletConnect/connectWalletConnect.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { late } from '../../shell/late.tsx'
import { useLegalBlock } from '../legal/LegalGate.tsx'
import { findConnector } from './findConnector.ts'
import { QrPanel } from './QrPanel.tsx'
import { usePairingRoom } from './usePairingRoom.ts'

// A wallet in this browser after all: most who pair have none.
const LateExternalWait = late(() => import('./ExternalWait.tsx').then((part) => part.ExternalWait))

/**
 * One wallet by whatever ways it has, one tab each; without a wallet, the code that any wallet reads. Starts by itself and
 * stays where it fails.
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

  // The wallet has approved, and another view comes next.
  const connected = useLatchkeyState('connection', ({ attempt, byNamespace }) =>
    attempt === undefined
      ? Object.values(byNamespace).find(({ connection }) => connection && isBySession(connection.connector))?.connection
          ?.connector
      : undefined,
  )

  // A page has one session: what it was for is left once the next wallet has approved.
  const replaced = useLatchkeyState(
    'connection',
    (state) => listConnections(state).find(({ connector }) => isBySession(connector))?.connector.name,
  )

  if (isSeen !== wasSeen) {
    setWasSeen(isSeen)
    setWay(isSeen ? 'browser' : ways[0])
  }

  const start = (): void => {
    if (way === undefined || way === 'browser') return
    connectWalletConnect(instance, {
      wallet,
      way,
      redirectView,
      namespace: instance.stores.modal.get().namespace,
    }).catch(() => {
      // What goes wrong is in the attempt, which this view shows; the promise is for callers without a view.
    })
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
  const link =
    wallet === undefined || way === undefined || way === 'browser' || way === 'qrcode' || showsCode ? undefined : way
  const room = usePairingRoom(connected !== undefined || link !== undefined)
  const own = isExternal ? (
    <LateExternalWait wallet={wallet} redirectView={redirectView} />
  ) : wallet === undefined || link === undefined ? (
    <QrPanel wallet={wallet} retry={start} hasFocus={showsCode} end={end} />
  ) : room ? (
    <room.LinkPanel key={link} wallet={wallet} way={link} retry={start} showCode={() => setShowsCode(true)} />
  ) : (
    <span hidden data-loading="" />
  )
  const panel =
    replaced === undefined || isExternal ? (
      own
    ) : (
      <>
        <Notice kind="info">{t('pairing.replaces', { wallet: replaced })}</Notice>
        {own}
      </>
    )
  if (connected !== undefined) {
    return room ? (
      <room.PairingDone wallet={wallet} name={connected.name} />
    ) : (
      <>
        {panel}
        <span hidden data-loading="" />
      </>
    )
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
