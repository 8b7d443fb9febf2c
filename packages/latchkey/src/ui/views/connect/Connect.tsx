import { pushView } from '../../../core/flow/pushView.ts'
import { EMBEDDED_ID } from '../../../core/ways/embedded/embeddedId.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { WALLET_DRAWING } from '../../parts/Drawing.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { late } from '../../shell/late.tsx'
import { LateSessionNotice } from '../LateSessionNotice.tsx'
import { LegalGate } from '../LegalGate.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** The field for an address; its place is kept until it comes. */
const LateEmail = late(
  () => import('../email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.EmailChoice),
  <div className="email-place" data-loading="" />,
)

/** Chooses a way to connect. */
export function Connect() {
  const instance = useInstance()
  const { options, adapters, services, ways } = instance
  const t = useText()
  const canReachWallets = Object.keys(adapters).length > 0 || services.walletConnect !== null
  const methods = options.features.connectMethodsOrder.filter((method) =>
    method === 'email' ? EMBEDDED_ID in ways : canReachWallets,
  )
  // Alone, the list is what one came for.
  const isCollapsed = options.features.collapseWallets && methods.length > 1
  return (
    <LegalGate>
      <LateSessionNotice />
      {methods.length === 0 ? <Empty picture={WALLET_DRAWING} text={t('connect.noMethod')} /> : null}
      {methods.map((method) =>
        method === 'email' ? (
          <LateEmail key={method} isFirst={method === methods[0]} isAlone={methods.length === 1} />
        ) : isCollapsed ? (
          <Button
            key={method}
            kind="plain"
            wide
            icon="wallet"
            focusKey="wallets"
            onPress={() => pushView(instance, { view: 'ConnectWallets' }, 'wallets')}
          >
            {t('connect.collapsed')}
          </Button>
        ) : (
          <WalletChoices key={method} />
        ),
      )}
    </LegalGate>
  )
}
