import { changePurchase } from '../../../core/features/onramp/actions.ts'
import { getProviders } from '../../../core/features/onramp/loadOnramp.ts'
import { listCurrencies, listPurchases } from '../../../core/features/onramp/rules.ts'
import { onrampOf } from '../../../core/features/onramp/state.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { List } from '../../parts/List.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { onrampWords } from '../../text/rooms/onrampWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { LegalGate } from '../LegalGate.tsx'
import { nameCurrency } from './onrampFormat.ts'

/** What to buy. */
export function OnRampTokenSelect() {
  const instance = useInstance()
  const t = useRoomText(onrampWords)
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const state = useLatchkeyState(onrampOf, (onramp) => onramp)
  return (
    <LegalGate reason={t('onramp.legal')}>
      <List label={t('title.OnRampTokenSelect')} role="listbox">
        {listPurchases(getProviders(instance, state), networkId).map(({ symbol, name }) => (
          <Row
            key={symbol}
            picture={<Picture src={undefined} name={symbol} round />}
            title={<bdi>{name}</bdi>}
            note={<bdi>{symbol}</bdi>}
            isCurrent={symbol === state.form.symbol}
            focusKey={`token:${symbol}`}
            onPress={() => {
              changePurchase(instance, { symbol })
              goBack(instance)
            }}
          />
        ))}
      </List>
    </LegalGate>
  )
}

/** What to pay in. */
export function OnRampFiatSelect() {
  const instance = useInstance()
  const t = useRoomText(onrampWords)
  useLatchkeyState('networks', getActiveNetworkId)
  const state = useLatchkeyState(onrampOf, (onramp) => onramp)
  return (
    <LegalGate reason={t('onramp.legal')}>
      <List label={t('title.OnRampFiatSelect')} role="listbox">
        {listCurrencies(getProviders(instance, state)).map((currency) => (
          <Row
            key={currency}
            picture={<Picture src={undefined} name={currency} round />}
            title={<bdi>{nameCurrency(t, currency)}</bdi>}
            note={<bdi>{currency}</bdi>}
            isCurrent={currency === state.form.currency}
            focusKey={`currency:${currency}`}
            onPress={() => {
              changePurchase(instance, { currency })
              goBack(instance)
            }}
          />
        ))}
      </List>
    </LegalGate>
  )
}
