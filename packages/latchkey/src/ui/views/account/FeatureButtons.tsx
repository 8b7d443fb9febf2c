import { pushView } from '../../../core/flow/pushView.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { getAdapter } from '../../../core/kernel/way.ts'
import type { WalletFeature } from '../../../core/types/options.ts'
import type { ViewTarget } from '../../../core/types/views.ts'
import { useInstance, useLatchkeyState, usePreload, useText } from '../../hooks.ts'
import { StrokeIcon } from '../../parts/StrokeIcon.tsx'
import { useMayBuy } from '../onramp/useMayBuy.ts'
import { trackOpening } from './trackOpening.ts'
import { useMaySwap } from './useMaySwap.ts'

/** Where each leads. */
const TARGETS = {
  onramp: { view: 'FundWallet' },
  swaps: { view: 'Swap' },
  receive: { view: 'WalletReceive' },
  send: { view: 'WalletSend' },
} as const satisfies Record<WalletFeature, ViewTarget>

const ICONS = { onramp: 'plus', swaps: 'swap', receive: 'receive', send: 'send' } as const

/** What the account offers to do, in the site's order. */
export function FeatureButtons() {
  const instance = useInstance()
  const t = useText()
  const preload = usePreload()
  const { features } = instance.options
  const namespace = useLatchkeyState('networks', ({ activeNamespace }) => activeNamespace)
  // Of Bitcoin's wallets some only sign.
  const canSend = useLatchkeyState('connection', (all) => {
    if (namespace !== 'bip122') return namespace !== 'polkadot'
    const connection = getConnection(all, namespace)
    if (!connection || connection.signsOnly) return false
    return getAdapter(instance, connection.connector)?.send !== undefined
  })
  const canSwap = useMaySwap()
  const mayBuy = useMayBuy()
  const canDo: Readonly<Record<WalletFeature, boolean>> = {
    onramp: mayBuy,
    swaps: canSwap,
    receive: true,
    send: canSend,
  }
  const offered = features.walletFeaturesOrder.filter((feature) => features[feature] && canDo[feature])
  if (offered.length === 0) return null
  return (
    <div className="features section">
      {offered.map((feature) => (
        <button
          key={feature}
          type="button"
          className="feature"
          data-focus-key={`feature:${feature}`}
          onPointerEnter={() => preload(TARGETS[feature].view)}
          onClick={() => {
            if (feature === 'send') trackOpening(instance, 'OPEN_SEND')
            if (feature === 'swaps') trackOpening(instance, 'OPEN_SWAP')
            pushView(instance, TARGETS[feature], `feature:${feature}`)
          }}
        >
          <StrokeIcon name={ICONS[feature]} />
          <span>{t(`title.${TARGETS[feature].view}`)}</span>
        </button>
      ))}
    </div>
  )
}
