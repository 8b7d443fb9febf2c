import { useId, useLayoutEffect, useState } from 'react'
import type { ViewData } from '../../../core/kernel/shell/views.ts'
import { connectWalletConnect } from '../../../core/kernel/wallet/walletConnect/connectWalletConnect.ts'
import { listWays, type Way } from '../../../core/listWays.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Tabs } from '../../parts/Tabs.tsx'
import { useLegalBlock } from '../LegalGate.tsx'
import { CodePanel } from './CodePanel.tsx'
import { ExternalWait } from './ExternalWait.tsx'
import { LinkPanel } from './LinkPanel.tsx'

/**
 * One wallet by whatever ways it has, one tab each; without a wallet, the code that any wallet reads. Starts by itself and
 * stays where it fails. Source: views, A6.
 */
export function Pairing({ wallet, redirectView }: ViewData['ConnectingWalletConnect']) {
  const instance = useInstance()
  const t = useText()
  const panelId = useId()
  const isBlocked = useLegalBlock()
  const ways = listWays(wallet, { isMobile: instance.services.browser.isMobile() })
  const [way, setWay] = useState<Way | undefined>(ways[0])
  const [showsCode, setShowsCode] = useState(false)

  const start = (): void => {
    if (way === undefined || way === 'browser') return
    // What goes wrong is in the attempt, which this view shows; the promise is for callers without a view.
    connectWalletConnect(instance, { wallet, way, redirectView }).catch(() => {})
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once for each way, not at each drawing
  useLayoutEffect(() => {
    if (isBlocked || way === undefined) return
    if (wallet !== undefined) {
      instance.track('SELECT_WALLET', { name: wallet.name, platform: way, view: 'ConnectingWalletConnect' })
    }
    start()
  }, [way, isBlocked])

  // Without a way the wallet is an extension that is not here, which is told as such (F-07).
  const isExternal = wallet !== undefined && (way === undefined || way === 'browser')
  const panel = isExternal ? (
    <ExternalWait wallet={wallet} redirectView={redirectView} />
  ) : wallet === undefined || way === undefined || way === 'browser' || way === 'qrcode' || showsCode ? (
    <CodePanel wallet={wallet} retry={start} hasFocus={showsCode} />
  ) : (
    <LinkPanel key={way} wallet={wallet} way={way} retry={start} showCode={() => setShowsCode(true)} />
  )
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
