import { IMPACT_ASKED, IMPACT_WARNED } from '../../../core/features/swap/rules.ts'
import type { SwapQuote } from '../../../core/features/swap/state.ts'
import { useInstance } from '../../hooks.ts'
import { useRoomText } from '../../useRoomText.ts'
import { sayPercent, sayRate, sayTokens } from './swapFormat.ts'
import { SWAP_WORDS } from './swapText.ts'
import type { Swapping } from './useSwapping.ts'

/** On which terms: the rate, how much the trade moves the price, the least that comes out, and who takes what. */
export function QuoteFacts({ swapping, quote }: { readonly swapping: Swapping; readonly quote: SwapQuote }) {
  const instance = useInstance()
  const t = useRoomText(SWAP_WORDS)
  const { network, networkFee } = swapping
  const { from, to, paid, got, slippage } = quote
  const coin = network.nativeCurrency
  return (
    <dl className="swap-facts">
      <div>
        <dt>{t('swap.rate')}</dt>
        <dd>
          <bdi dir="ltr">{sayRate(t, { ...from, units: paid }, { ...to, units: got })}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('swap.impact')}</dt>
        <dd className={toLevel(quote.impact)}>
          {quote.impact === undefined ? t('swap.unknown') : <bdi>{sayPercent(t, quote.impact)}</bdi>}
        </dd>
      </div>
      <div>
        <dt>{quote.isExact ? t('swap.leastOnly') : t('swap.least', { percent: sayPercent(t, slippage) })}</dt>
        <dd>
          <bdi dir="ltr">{sayTokens(t, quote.least, to)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('swap.providerFee', { site: instance.options.metadata.name })}</dt>
        <dd>{quote.feePercent === 0 ? t('swap.none') : <bdi>{sayPercent(t, quote.feePercent)}</bdi>}</dd>
      </div>
      <div>
        <dt>{t('send.fee')}</dt>
        <dd>
          {networkFee === undefined ? (
            t(swapping.state.gasUnread === network.caipNetworkId ? 'swap.unsupported.gas' : 'send.feeUnknown')
          ) : (
            <bdi>{t('send.feeAbout', { amount: sayTokens(t, networkFee, coin) })}</bdi>
          )}
        </dd>
      </div>
      {quote.path.length > 2 ? (
        <div>
          <dt>{t('swap.route')}</dt>
          <dd>
            <bdi dir="ltr">{swapping.nameOf(quote.path).join(' → ')}</bdi>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

/** How bad a price impact is, as a class name. */
export function toLevel(impact: number | undefined): 'good' | 'warn' | 'bad' | undefined {
  if (impact === undefined) return undefined
  return impact >= IMPACT_ASKED ? 'bad' : impact >= IMPACT_WARNED ? 'warn' : 'good'
}
