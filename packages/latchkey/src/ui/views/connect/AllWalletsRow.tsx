import { directoryOf } from '../../../core/features/directory/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Row } from '../../parts/Row.tsx'

/** Focus key of the row. */
const KEY = 'wallet:all'

/** The last row: the whole directory behind it, with a rounded count. */
export function AllWalletsRow() {
  const instance = useInstance()
  const t = useText()
  const count = useLatchkeyState(directoryOf, (directory) => directory.count)
  return (
    <Row
      picture={
        <span className="pic glyph">
          <Icon name="search" />
        </span>
      }
      title={t('connect.search')}
      end={
        count < 10 ? (
          <Icon name="chevron" small turns />
        ) : (
          <span className="num">{t('connect.count', { count: count - (count % 10) })}</span>
        )
      }
      focusKey={KEY}
      onPress={() => {
        instance.track('CLICK_ALL_WALLETS', {})
        pushView(instance, { view: 'AllWallets', data: {} }, KEY)
      }}
    />
  )
}
