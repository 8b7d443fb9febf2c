import { formatAmount, getTotal, toQuantity } from '../../../core/features/tokens/rules.ts'
import { useText } from '../../hooks.ts'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Money } from '../../parts/Money.tsx'
import money from '../../parts/money.css?inline'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { useBalances } from './useBalances.ts'

/** Prices are asked in this currency. Source: product, number formats. */
export const CURRENCY = 'USD'

/** From here on a sum is set smaller, so that it stays on one line. */
const MANY_DIGITS = 100_000_000

/** What the account is worth, with the network's own coin beneath; the coin alone where no price is known. */
export function Worth() {
  useStyles(money)
  const t = useText()
  const { tokens, coin, status, isKnown } = useBalances()
  const priced = tokens?.filter((token) => token.value !== undefined) ?? []
  const total = getTotal(tokens ?? [])
  const coinText =
    coin === undefined
      ? undefined
      : `${formatAmount(toQuantity(coin.value, coin.decimals), { locale: t.region, padded: false })} ${coin.symbol}`

  if (tokens === undefined && coinText === undefined) {
    if (isKnown && status === 'failed') return null
    return (
      <div className="worth" aria-busy="true">
        <HiddenText>{t('tokens.loading')}</HiddenText>
        <Skeleton kind="money" />
        <Skeleton kind="text" />
      </div>
    )
  }
  if (priced.length > 0 || (tokens !== undefined && tokens.length === 0 && coin === undefined)) {
    return (
      <div
        className="worth"
        data-stale={status === 'failed' || undefined}
        data-digits={total.value >= MANY_DIGITS ? 'many' : undefined}
      >
        <Money value={total.value} currency={CURRENCY} />
        {coinText === undefined ? null : (
          <p className="coin">
            <bdi dir="ltr">{coinText}</bdi>
          </p>
        )}
        {total.isComplete ? null : <small>{t('account.worthPartly')}</small>}
      </div>
    )
  }
  return (
    <div className="worth" data-stale={status === 'failed' || undefined}>
      <p className="money">
        <bdi dir="ltr">{coinText ?? '—'}</bdi>
      </p>
      <p className="coin">{t('account.worthUnknown')}</p>
    </div>
  )
}
