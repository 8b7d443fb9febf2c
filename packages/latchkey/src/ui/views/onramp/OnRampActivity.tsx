import { useEffect } from 'react'
import { loadOrders } from '../../../core/features/onramp/actions.ts'
import { getPurchasePicture } from '../../../core/features/onramp/pictures.ts'
import { type OnrampOrder, onrampOf } from '../../../core/features/onramp/state.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { List } from '../../parts/List.tsx'
import { TOKENS_DRAWING } from '../../parts/lateDrawings.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { onrampWords } from '../../text/rooms/onrampWords.ts'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'
import { formatDay, formatMonth } from '../formatTime.ts'
import { sayBought } from './onrampFormat.ts'

/** Rows drawn while purchases are on their way. As specified. */
const GHOSTS = 7

/** How long after a reading the next one begins while a purchase is under way, in ms. As the view is specified. */
const AGAIN_MS = 3_000

/** Purchases made in this browser, by month, the newest first. */
export function OnRampActivity() {
  const instance = useInstance()
  const t = useRoomText(onrampWords)
  const { status, list, isPartial } = useLatchkeyState(onrampOf, (state) => state.orders)
  useEffect(() => void loadOrders(instance), [instance])
  const isOpen = list.some((order) => order.status === 'pending' || order.status === 'sent')
  useEffect(
    () =>
      status === 'done' && isOpen
        ? instance.services.clock.after(AGAIN_MS, () => void loadOrders(instance))
        : undefined,
    [instance, status, isOpen],
  )
  const lack =
    status === 'failed'
      ? t(list.length === 0 ? 'onramp.unreadPurchases' : 'onramp.stale')
      : isPartial
        ? t('onramp.partly')
        : undefined
  const line =
    lack === undefined ? null : (
      <div className="failed-line" role="alert">
        <span>{lack}</span>
        <Button kind="plain" small focusKey="again" onPress={() => void loadOrders(instance)}>
          {t('action.tryAgain')}
        </Button>
      </div>
    )
  if (list.length === 0) {
    if (line !== null) return line
    if (status === 'done') return <Empty picture={TOKENS_DRAWING} text={t('onramp.empty')} />
    // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
    return Array.from({ length: GHOSTS }, (_, index) => <Skeleton key={index} kind="row" />)
  }
  const now = instance.services.clock.now()
  const months = [...new Set(list.map(({ createdAt }) => formatMonth(Date.parse(createdAt), now, t)))]
  return (
    <>
      {line}
      {months.map((month) => (
        <section key={month}>
          <h3 className="list-title">{month}</h3>
          <List label={month} plain>
            {list
              .filter(({ createdAt }) => formatMonth(Date.parse(createdAt), now, t) === month)
              .map((order) => (
                <OrderRow key={order.id} order={order} t={t} />
              ))}
          </List>
        </section>
      ))}
    </>
  )
}

function OrderRow({ order, t }: { readonly order: OnrampOrder; readonly t: Translate }) {
  const { options } = useInstance()
  const { symbol, status, purchaseAmount, createdAt } = order
  return (
    <Row
      plain
      picture={<Picture src={getPurchasePicture(options, symbol)} name={symbol} round />}
      title={t('onramp.bought', { token: purchaseAmount === null ? symbol : sayBought(t, purchaseAmount, symbol) })}
      note={`${t(`onramp.status.${status}`)} · ${formatDay(Date.parse(createdAt), t)}`}
      end={<Mark status={status} />}
    />
  )
}

function Mark({ status }: { readonly status: OnrampOrder['status'] }) {
  if (status === 'pending' || status === 'sent') return <Spinner />
  if (status === 'completed') return <Icon name="check" />
  return status === 'failed' ? <Icon name="close" /> : null
}
