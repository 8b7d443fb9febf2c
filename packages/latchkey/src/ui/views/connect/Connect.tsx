import { pushView } from '../../../core/flow/pushView.ts'
import type { ConnectMethod } from '../../../core/types/options.ts'
import { EMBEDDED_ID } from '../../../core/ways/embedded/embeddedId.ts'
import { useInstance, useText } from '../../hooks.ts'
import { later } from '../../later.ts'
import { Button } from '../../parts/Button.tsx'
import { WALLET_DRAWING } from '../../parts/Drawing.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { late } from '../../shell/late.tsx'
import { LateSessionNotice } from '../LateSessionNotice.tsx'
import { LegalGate } from '../legal/LegalGate.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** The field for an address; its place is kept until it comes. */
const LateEmail = late(
  () => later('emailRoom')().then((room) => room.EmailChoice),
  <div className="email-place" data-loading="" />,
)

/** The logins at other services; their place is kept until they come. */
const LateSocials = late(
  () => later('socialRoom')().then((room) => room.SocialChoice),
  <div className="social-place" data-loading="" />,
)

/** Chooses a way to connect. */
export function Connect() {
  const instance = useInstance()
  const { options, adapters, services, ways } = instance
  const t = useText()
  const canReachWallets = Object.keys(adapters).length > 0 || services.walletConnect !== null
  const { email, socials, connectMethodsOrder } = options.features
  const isOffered = {
    email: EMBEDDED_ID in ways && email,
    // The gateway says which it has.
    social: EMBEDDED_ID in ways && socials !== false && services.gateway !== null,
    wallet: canReachWallets,
  }
  const methods = connectMethodsOrder.filter((method) => isOffered[method])
  // Alone, the list is what one came for.
  const isCollapsed = options.features.collapseWallets && methods.length > 1
  return (
    <LegalGate>
      <LateSessionNotice />
      {methods.length === 0 ? <Empty picture={WALLET_DRAWING} text={t('connect.noMethod')} /> : null}
      {methods.map((method, index) =>
        method === 'email' ? (
          <LateEmail key={method} {...findLines(methods, index)} />
        ) : method === 'social' ? (
          <LateSocials key={method} {...findLines(methods, index)} isWithEmail={isBeside(methods, index, 'email')} />
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

function isBeside(methods: readonly ConnectMethod[], index: number, other: ConnectMethod): boolean {
  return methods[index - 1] === other || methods[index + 1] === other
}

/** A line parts wallets from every other way in; these stand together. */
function findLines(
  methods: readonly ConnectMethod[],
  index: number,
): { readonly hasOrBefore: boolean; readonly hasOrAfter: boolean } {
  return { hasOrBefore: methods[index - 1] === 'wallet', hasOrAfter: methods[index + 1] === 'wallet' }
}
