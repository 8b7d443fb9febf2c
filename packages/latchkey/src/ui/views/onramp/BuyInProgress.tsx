import { useEffect } from 'react'
import {
  notePurchaseOpened,
  openPurchase,
  showPageWindow,
  watchPurchase,
} from '../../../core/features/onramp/actions.ts'
import { onrampOf, type Purchase, type PurchaseStatus } from '../../../core/features/onramp/state.ts'
import { amendView } from '../../../core/flow/amendView.ts'
import { replaceView } from '../../../core/flow/replaceView.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { onrampWords } from '../../text/rooms/onrampWords.ts'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { copyText } from '../copyText.ts'
import { sayBought, sayMoney } from './onrampFormat.ts'
import { tellPurchase } from './tellPurchase.ts'

const PHASES = {
  opening: 'waiting',
  waiting: 'waiting',
  paid: 'waiting',
  blocked: 'hint',
  closed: 'hint',
  late: 'failed',
  refused: 'failed',
  failed: 'failed',
  completed: 'done',
} as const satisfies Record<PurchaseStatus, AttemptScreen.Phase>

/** Where nobody waits for the other window any more, so that the title does not send anybody there. */
const OVER: readonly PurchaseStatus[] = ['paid', 'completed', 'failed', 'late', 'refused']

/** A purchase while it is paid in the provider's window, and what became of it. */
export function BuyInProgress() {
  const instance = useInstance()
  const t = useRoomText(onrampWords)
  const purchase = useLatchkeyState(onrampOf, (state) => state.purchase)
  const orderId = purchase?.orderId
  // biome-ignore lint/correctness/useExhaustiveDependencies: each order is looked for on its own
  useEffect(() => watchPurchase(instance, (ended) => tellPurchase(instance, ended)), [instance, orderId])
  const isOver = purchase !== undefined && OVER.includes(purchase.status)
  useEffect(() => amendView(instance, { view: 'BuyInProgress', data: isOver ? { isOver } : {} }), [instance, isOver])
  if (purchase === undefined) return null
  const { status, provider, url } = purchase
  const [title, sentence] = say(t, purchase)
  const again = (): void => void openPurchase(instance)
  const toPurchases = { label: t('onramp.purchases'), onPress: () => replaceView(instance, { view: 'OnRampActivity' }) }
  const retry = { label: t('action.tryAgain'), onPress: again }
  const button = {
    opening: undefined,
    waiting: {
      label: t('onramp.show'),
      onPress: () => {
        if (!showPageWindow(instance)) again()
      },
    },
    blocked: {
      label: t('action.openWindow'),
      onPress: () => notePurchaseOpened(instance),
      link: url === undefined ? undefined : { href: url, target: '_blank' as const },
    },
    closed: { label: t('action.openWindow'), onPress: again },
    late: retry,
    refused: retry,
    failed: toPurchases,
    paid: undefined,
    completed: toPurchases,
  }[status]
  return (
    <AttemptScreen
      picture={<Picture src={undefined} name={provider.label} size="large" />}
      phase={PHASES[status]}
      code={`${status}:${purchase.failure ?? ''}`}
      title={title}
      sentence={sentence}
      below={<PurchaseFacts purchase={purchase} t={t} />}
      button={button}
      beside={
        url === undefined || status === 'completed' || status === 'failed' || status === 'paid' ? undefined : (
          <Button kind="quiet" wide focusKey="copy" onPress={() => void copyText(instance, url, 'linkCopied')}>
            {t('action.copyLink')}
          </Button>
        )
      }
      wayOut={status === 'late' || status === 'closed' ? toPurchases : undefined}
    />
  )
}

function PurchaseFacts({ purchase, t }: { readonly purchase: Purchase; readonly t: Translate }) {
  const { amount, currency, symbol, quote, order, status } = purchase
  const known = order?.isPurchaseKnown ? order.purchaseAmount : null
  const bought = known ?? quote?.purchaseAmount.amount
  return (
    <Facts
      facts={[
        [
          t(PAID[status] ?? 'onramp.pay'),
          <bdi key="pay" dir="ltr">
            {sayMoney(t, amount, currency)}
          </bdi>,
        ],
        [
          t(
            status === 'completed' && known !== null
              ? 'onramp.got'
              : OVER.includes(status)
                ? 'onramp.what'
                : 'onramp.get',
          ),
          bought === undefined ? undefined : (
            <>
              <bdi dir="ltr">{sayBought(t, bought, symbol)}</bdi>{' '}
              {known === null && quote?.isEstimate ? <Tag kind="warn">{t('onramp.estimate')}</Tag> : null}
            </>
          ),
        ],
      ]}
    />
  )
}

/** What the sum is called where it is not what is still to be paid. */
const PAID: Readonly<Partial<Record<PurchaseStatus, 'onramp.youPaid' | 'onramp.sum'>>> = {
  paid: 'onramp.youPaid',
  completed: 'onramp.youPaid',
  failed: 'onramp.sum',
  late: 'onramp.sum',
  refused: 'onramp.sum',
}

function say(
  t: Translate,
  { status, provider, symbol: token, failure }: Purchase,
): readonly [string, string | undefined] {
  const values = { provider: provider.label, token }
  switch (status) {
    case 'opening':
      return [t('onramp.opening', values), undefined]
    case 'refused':
      return [
        t('onramp.refused', values),
        t(failure === 'ONRAMP_MISMATCH' ? 'onramp.refused.more' : 'onramp.unreachable.more', values),
      ]
    case 'paid':
      return [t('onramp.paid', values), t('onramp.waiting.more')]
    case 'completed':
      return [t('onramp.completed', values), undefined]
    default:
      return [t(`onramp.${status}`, values), t(`onramp.${status}.more`, values)]
  }
}
