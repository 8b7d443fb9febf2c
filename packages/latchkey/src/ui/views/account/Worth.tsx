import { formatAmount, getTotal } from '../../../core/features/tokens/rules.ts'
import { useText } from '../../hooks.ts'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Money } from '../../parts/Money.tsx'
import money from '../../parts/money.css?inline'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { useHidesBalances } from '../useHidesBalances.ts'
import { Veil } from '../Veil.tsx'
import { useBalances } from './useBalances.ts'
import { useIsUnread } from './useIsUnread.ts'

/** Prices are asked in this currency. */
export const CURRENCY = 'USD'

/** From here on a sum is set smaller, so that it stays on one line. */
const MANY_DIGITS = 100_000_000

/** What the account is worth, with the network's own coin, or the site's token, beneath; that alone where no price is known. */
export function Worth() {
  useStyles(money)
  const t = useText()
  const isHidden = useHidesBalances()
  const isUnread = useIsUnread()
  const { tokens, head, status, isKnown } = useBalances()
  const priced = tokens?.filter((token) => token.value !== undefined) ?? []
  const total = getTotal(tokens ?? [])
  const headText = head === undefined ? undefined : `${formatAmount(head.numeric, { locale: t.region })} ${head.symbol}`

  if (isUnread && head === undefined) return null
  if (isHidden) {
    return (
      <div className="worth">
        <p className="money">
          <Veil />
        </p>
      </div>
    )
  }
  if (tokens === undefined && headText === undefined) {
    if (isKnown && status === 'failed') return null
    return (
      <div className="worth" aria-busy="true">
        <HiddenText>{t('tokens.loading')}</HiddenText>
        <Skeleton kind="money" />
        <Skeleton kind="text" />
      </div>
    )
  }
  if (priced.length > 0 || (tokens !== undefined && tokens.length === 0 && head === undefined)) {
    return (
      <div
        className="worth"
        data-stale={status === 'failed' || undefined}
        data-digits={total.value >= MANY_DIGITS ? 'many' : undefined}
      >
        <Money value={total.value} currency={CURRENCY} />
        {headText === undefined && total.isComplete ? null : (
          <p className="coin">
            {headText === undefined ? null : <bdi dir="ltr">{headText}</bdi>}
            {/* On the same line, so that nothing beneath moves once it is known. */}
            {total.isComplete ? null : <small>{t('account.worthPartly')}</small>}
          </p>
        )}
      </div>
    )
  }
  return (
    <div className="worth" data-stale={status === 'failed' || undefined}>
      <p className="money">
        <bdi dir="ltr">{headText ?? '—'}</bdi>
      </p>
      <p className="coin">{t('account.worthUnknown')}</p>
    </div>
  )
}
