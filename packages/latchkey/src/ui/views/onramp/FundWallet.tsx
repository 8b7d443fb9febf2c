import { getProviders } from '../../../core/features/onramp/loadOnramp.ts'
import { onrampOf } from '../../../core/features/onramp/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { List } from '../../parts/List.tsx'
import { Row } from '../../parts/Row.tsx'
import { StrokeIcon } from '../../parts/StrokeIcon.tsx'
import { onrampWords } from '../../text/rooms/onrampWords.ts'
import { useRoomText } from '../../useRoomText.ts'

/** Ways to have more: buying, where somebody sells, and being paid. */
export function FundWallet() {
  const instance = useInstance()
  const t = useRoomText(onrampWords)
  useLatchkeyState('networks', getActiveNetworkId)
  const state = useLatchkeyState(onrampOf, (onramp) => onramp)
  const isSold = getProviders(instance, state).length > 0
  return (
    <List label={t('title.FundWallet')}>
      {isSold ? (
        <Row
          picture={<StrokeIcon name="plus" />}
          title={t('onramp.buy')}
          note={t('onramp.buy.more')}
          end={<Icon name="chevron" small turns />}
          focusKey="buy"
          onPress={() => {
            instance.track('SELECT_BUY_CRYPTO', {})
            pushView(instance, { view: 'OnRampProviders' }, 'buy')
          }}
        />
      ) : null}
      {instance.options.features.receive ? (
        <Row
          picture={<StrokeIcon name="receive" />}
          title={t('title.WalletReceive')}
          note={t('onramp.receive.more')}
          end={<Icon name="chevron" small turns />}
          focusKey="receive"
          onPress={() => pushView(instance, { view: 'WalletReceive' }, 'receive')}
        />
      ) : null}
    </List>
  )
}
