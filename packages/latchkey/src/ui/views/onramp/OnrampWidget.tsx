import { getTimeZone, loadOnramp } from '../../../core/features/onramp/loadOnramp.ts'
import { isRestricted } from '../../../core/features/onramp/rules.ts'
import { getAccount } from '../../../core/kernel/connections/accounts.ts'
import type { OpenOptions } from '../../../core/types/latchkey.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import type { FrameProps } from '../../shell/frame.ts'
import { onrampWords } from '../../text/rooms/onrampWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import swapStyles from '../swap/swap.css?inline'
import { useNetworkName } from '../useNetworkName.ts'
import styles from './onramp.css?inline'
import { PurchaseForm, PurchaseGhost } from './PurchaseForm.tsx'
import { usePurchaseForm } from './usePurchaseForm.ts'

/**
 * Buying on the host's page: what is paid and what comes of it. Everything else, the choice of a provider among it, happens in the
 * modal. Nothing is shown where nothing can be bought by anybody: without a gateway, with the feature off, in a restricted time zone.
 */
export function OnrampWidget({ open, children }: OnrampWidget.Props) {
  useStyles(swapStyles)
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(onrampWords)
  const network = useNetworkName()
  const isOpen = useLatchkeyState('modal', (modal) => modal.open)
  useLatchkeyState('accounts', (accounts) => accounts)
  const { state, providers } = usePurchaseForm(isOpen)
  const { options, form } = state
  const isSold = instance.options.features.onramp && instance.services.gateway !== null
  if (!isSold || isRestricted(options?.value?.restrictedTimeZones ?? [], getTimeZone())) return null
  const { symbol, currency } = form
  const isWhole = symbol !== undefined && currency !== undefined && providers.length > 0
  const isReading = options === undefined || options.status === 'loading'
  const account = getAccount(instance)
  return (
    <section className="swap onramp onramp-widget" aria-label={t('onramp.buy')} aria-busy={isReading || undefined}>
      {options?.status === 'failed' ? (
        <div className="failed-line" role="alert">
          <span>{t('onramp.unread')}</span>
          <Button kind="plain" small focusKey="again" onPress={() => void loadOnramp(instance)}>
            {t('action.tryAgain')}
          </Button>
        </div>
      ) : isReading ? (
        <PurchaseGhost />
      ) : isWhole ? (
        <PurchaseForm
          t={t}
          state={state}
          providers={providers}
          symbol={symbol}
          currency={currency}
          onChoose={(view) => open({ view })}
        />
      ) : (
        <p className="onramp-note">{t('onramp.none', { network })}</p>
      )}
      {isWhole || isReading ? (
        <Button
          kind="main"
          wide
          disabled={isReading}
          focusKey="quotes"
          onPress={() => open({ view: account ? 'OnRampProviders' : 'Connect' })}
        >
          {t(account ? 'onramp.quotes' : 'onramp.connect')}
        </Button>
      ) : null}
      {children}
    </section>
  )
}
export declare namespace OnrampWidget {
  type Props = Pick<FrameProps, 'children'> & {
    /** Opens the modal. */
    readonly open: (options: OpenOptions) => void
  }
}
