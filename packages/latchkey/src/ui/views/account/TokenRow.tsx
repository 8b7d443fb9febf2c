import { formatAmount, formatFiat, MOST_DIGITS } from '../../../core/features/tokens/rules.ts'
import type { Token } from '../../../core/features/tokens/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { useHidesBalances } from '../useHidesBalances.ts'
import { Veil } from '../Veil.tsx'
import { Change } from './Change.tsx'
import { CURRENCY } from './Worth.tsx'

/** One token of an account, with what it is worth; `networkName` where it is not the one of the list. */
export function TokenRow({ token, networkName }: TokenRow.Props) {
  const instance = useInstance()
  const t = useText()
  const isHidden = useHidesBalances()
  const { numeric, decimals } = token.quantity
  const amount = formatAmount(numeric, { locale: t.region })
  const whole = formatAmount(numeric, { locale: t.region, digits: Math.min(decimals, MOST_DIGITS) })
  const worth = formatFiat(token.value, { locale: t.region, currency: CURRENCY })
  return (
    <Row
      plain
      focusKey={`token:${token.address ?? token.chainId}`}
      onPress={() =>
        pushView(instance, { view: 'TokenDetails', data: { token } }, `token:${token.address ?? token.chainId}`)
      }
      picture={<Picture src={token.iconUrl} name={token.symbol} round />}
      title={<bdi>{token.name}</bdi>}
      note={
        <>
          <bdi dir="ltr" className="quantity" title={isHidden ? undefined : `${whole} ${token.symbol}`}>
            {isHidden ? <Veil of={token.symbol} /> : `${amount} ${token.symbol}`}
          </bdi>
          {networkName === undefined ? null : (
            <>
              <span>{' · '}</span>
              <bdi>{networkName}</bdi>
            </>
          )}
        </>
      }
      end={
        isHidden ? undefined : worth === undefined ? (
          <span className="no-price">{t('tokens.noPrice')}</span>
        ) : (
          <span className="row-worth">
            <bdi dir="ltr" className="row-amount">
              {worth}
            </bdi>
            {token.change === undefined ? null : <Change part={token.change} />}
          </span>
        )
      }
    />
  )
}
export declare namespace TokenRow {
  type Props = { readonly token: Token; readonly networkName?: string | undefined }
}
