import { pushView } from '../../../core/kernel/shell/pushView.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'

/** Focus key of the row. */
const KEY = 'wallet:walletConnect'

/** The way to any wallet that reads a code; on a phone, any that takes a link. Source: views, A2a, *WalletConnect*. */
export function AnyWalletRow() {
  const instance = useInstance()
  const t = useText()
  const isMobile = instance.services.browser.isMobile()
  return (
    <Row
      picture={
        <span className="pic glyph">
          <Icon name="phone" />
        </span>
      }
      title={isMobile ? t('connect.anyWalletHere') : t('connect.anyWallet')}
      end={isMobile ? <Icon name="chevron" small turns /> : <Tag kind="qr">{t('tag.qr')}</Tag>}
      focusKey={KEY}
      onPress={() => pushView(instance, { view: 'ConnectingWalletConnect', data: {} }, KEY)}
    />
  )
}
