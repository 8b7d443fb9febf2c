import { userMessage } from '../../../core/errors/userMessage.ts'
import { type Replacement, type ReplacementKind, replacementOf } from '../../../core/features/activity/replacement.ts'
import type { Activity } from '../../../core/features/activity/state.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { getAdapter } from '../../../core/kernel/way.ts'
import { runLater } from '../../../core/lazy.ts'
import type { Connection } from '../../../core/types/adapter.ts'
import { isSameAddress } from '../../../core/values/namespaces.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { activityWords } from '../../text/rooms/activityWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { FailedNotice } from '../FailedNotice.tsx'

/**
 * What can be done with a transaction that waits. Most wallets number their transactions themselves, and would pay a second time where a
 * page asked for the same payment again: of those it is said that they can replace it.
 */
export function Replace({ activity }: { readonly activity: Activity }) {
  const instance = useInstance()
  const t = useRoomText(activityWords)
  const now = useLatchkeyState(replacementOf, (state) => (state.now?.hash === activity.hash ? state.now : undefined))
  const connection = useLatchkeyState('connection', (all) => getConnection(all, 'eip155'))
  if (
    !connection ||
    !mayReplace(connection, activity) ||
    !getAdapter(instance, connection.connector)?.replaceTransaction
  ) {
    return <p className="activity-note">{t('activity.inWallet')}</p>
  }
  const act = (kind: ReplacementKind): void =>
    runLater(
      instance,
      () => import('../../../core/features/activity/replaceTransaction.ts'),
      ({ replaceTransaction }) => replaceTransaction(instance, { connection, hash: activity.hash, kind }),
    )
  const isAsking = now?.status === 'asking'
  // Nodes forget the one whose place was taken.
  const isOver = now?.status === 'left' || now?.status === 'late'
  return (
    <section>
      {isOver ? null : (
        <>
          <div className="replace-buttons">
            {(['speedUp', 'cancel'] as const).map((kind) => (
              <Button
                key={kind}
                kind="plain"
                focusKey={kind}
                busy={isAsking && now.kind === kind}
                disabled={isAsking && now.kind !== kind}
                onPress={() => act(kind)}
              >
                {t(`activity.${kind}`)}
              </Button>
            ))}
          </div>
          <p className="activity-note">{t('activity.replaceMore')}</p>
        </>
      )}
      {now ? <How now={now} wallet={connection.connector.name} /> : null}
    </section>
  )
}

/** How far the newest wish is. */
function How({ now, wallet }: { readonly now: Replacement; readonly wallet: string }) {
  const t = useRoomText(activityWords)
  if (now.failure !== undefined) {
    const { sentence } = userMessage(now.failure)
    const values = { wallet, network: '', coin: '', other: '', family: '', amount: '' }
    return (
      <FailedNotice failure={now.failure} sentence={t(sentence, values)}>
        {t('activity.replaceFailed')}
      </FailedNotice>
    )
  }
  return (
    <p className="activity-note" role="status">
      {now.status === 'asking'
        ? t('connecting.waiting', { wallet })
        : t(now.status === 'late' ? 'activity.replaceLate' : 'activity.replaceLeft', { wallet })}
    </p>
  )
}

/** Whether it is of the account and network in use. */
function mayReplace({ accounts, networkId }: Connection, activity: Activity): boolean {
  const [account] = accounts
  return (
    account !== undefined && networkId === activity.networkId && isSameAddress('eip155', account.address, activity.from)
  )
}
