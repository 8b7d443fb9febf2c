import { pushView } from '../../../core/flow/pushView.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { WALLET_CONNECT_ID } from '../../../core/ways/walletConnect/walletConnectId.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'

/** Focus key of the row. */
export const ANY_WALLET_KEY = 'wallet:walletConnect'

/**
 * The way to any wallet that reads a code; on a phone, any that takes a link. Says why not while a wallet is connected that way
 * already.
 */
export function AnyWalletRow() {
  const instance = useInstance()
  const t = useText()
  const picture = instance.options.connectorImages[WALLET_CONNECT_ID]
  const isMobile = instance.services.browser.isMobile()
  const namespace = useLatchkeyState('modal', (modal) => modal.namespace)
  const active = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const isTaken = useLatchkeyState(
    'connection',
    (state) => getConnection(state, namespace ?? active)?.connector.id === WALLET_CONNECT_ID,
  )
  return (
    <Row
      picture={
        picture === undefined ? (
          <span className="pic glyph">
            <Icon name="phone" />
          </span>
        ) : (
          <Picture src={picture} name="WalletConnect" />
        )
      }
      title={isMobile ? t('connect.anyWalletHere') : t('connect.anyWallet')}
      end={isTaken ? undefined : isMobile ? <Icon name="chevron" small turns /> : <Tag kind="qr">{t('tag.qr')}</Tag>}
      focusKey={ANY_WALLET_KEY}
      note={isTaken ? t('connect.sessionExists') : undefined}
      disabledReason={isTaken ? t('connect.sessionExists') : undefined}
      onPress={() => pushView(instance, { view: 'ConnectingWalletConnect', data: {} }, ANY_WALLET_KEY)}
    />
  )
}
