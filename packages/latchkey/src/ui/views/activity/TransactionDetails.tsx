import { toSentEntries } from '../../../core/features/activity/listSent.ts'
import { isHidden, withSent } from '../../../core/features/activity/rules.ts'
import { activityOf } from '../../../core/features/activity/state.ts'
import { findNetwork } from '../../../core/kernel/networks/networks.ts'
import { sentOf } from '../../../core/kernel/requests/sent.ts'
import { toTransactionLink } from '../../../core/values/toTransactionLink.ts'
import { useLatchkeyState } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { List } from '../../parts/List.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { activityWords } from '../../text/rooms/activityWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { CopyValue } from '../CopyValue.tsx'
import { formatMoment } from '../formatTime.ts'
import { Subject } from '../Subject.tsx'
import { useNetworkName } from '../useNetworkName.ts'
import { useVeil } from '../useVeil.ts'
import { useViewData } from '../useViewData.ts'
import styles from './activity.css?inline'
import { describe, formatMove } from './describe.ts'
import { EntryPicture } from './EntryPicture.tsx'
import { Replace } from './Replace.tsx'

/** One transaction: how it stands, what moved, who took part, and what it cost. */
export function TransactionDetails() {
  useStyles(styles)
  const t = useRoomText(activityWords)
  const opened = useViewData('TransactionDetails').activity
  const { items = [], owner = '' } = useLatchkeyState(activityOf, (state) => state)
  const sent = useLatchkeyState(sentOf, ({ list }) => list)
  // What it was opened with settles while it is looked at.
  const hash = sent.find((each) => each.hash === opened.hash)?.outcome?.hash ?? opened.hash
  const now = withSent(items, toSentEntries(sent, owner)).find((each) => each.hash === hash)
  const activity = now ?? opened
  const networkName = useNetworkName(activity.networkId)
  const link = useLatchkeyState('networks', (networks) =>
    toTransactionLink(findNetwork(networks, activity.networkId), activity.hash),
  )
  const veil = useVeil()
  const row = describe(activity, t, veil)
  // What is bait is not made easy to take along (SEC-95).
  const isBait = isHidden(activity)
  const party = (address: string | undefined, key: 'sender' | 'receiver' | 'other'): React.ReactNode | undefined =>
    address === undefined || address === '' ? undefined : isBait ? (
      <AddressText address={address} />
    ) : (
      <CopyValue
        value={address}
        label={`${t(`activity.${key}`)}, ${t('action.copyAddress')}`}
        done="addressCopied"
        focusKey={`copy:${key}`}
      />
    )
  const { fee, transfers } = activity
  // One listed token is told whole above.
  const hasMore = transfers.length > 1 || transfers.some(({ isListed, isNft }) => isNft || !isListed)
  return (
    <div className="activity">
      {activity.hidden === undefined ? null : (
        <Notice kind="warn">
          <p>{t(`activity.why.${activity.hidden}`)}</p>
        </Notice>
      )}
      <Subject
        picture={<EntryPicture activity={activity} row={row} isLarge />}
        label={row.title}
        amount={row.moves[0]?.text}
      >
        {row.moves[1] === undefined ? null : (
          <p className="subject-note">
            <bdi dir="ltr">{row.moves[1].text}</bdi>
          </p>
        )}
        <p className={`subject-tag ${activity.status}`}>
          {activity.status === 'pending' ? (
            <Spinner />
          ) : (
            <Icon name={activity.status === 'failed' ? 'close' : 'check'} small />
          )}
          <span>
            {activity.status === 'failed'
              ? `${t('activity.failed')}. ${t('activity.onlyFee')}`
              : t(`activity.${activity.status}`)}
          </span>
        </p>
      </Subject>
      {activity.status === 'pending' && activity.networkId.startsWith('eip155:') ? (
        <Replace activity={activity} />
      ) : null}
      <Facts
        facts={[
          [t('activity.time'), formatMoment(activity.at, t)],
          [t('settings.network'), <bdi key="network">{networkName}</bdi>],
          [t('activity.sender'), party(activity.from, 'sender')],
          [t('activity.receiver'), party(activity.to, 'receiver')],
          [
            t('activity.other'),
            activity.counterparty === activity.to || activity.counterparty === activity.from
              ? undefined
              : party(activity.counterparty, 'other'),
          ],
          [
            t(fee?.isOwn === false ? 'activity.feeOfOther' : 'activity.fee'),
            fee === undefined ? undefined : (
              <bdi key="fee" dir="ltr">
                {`${fee.quantity} ${fee.symbol}`}
              </bdi>
            ),
          ],
          [
            t('activity.hash'),
            <CopyValue
              key="hash"
              value={activity.hash}
              label={t('activity.copyHash')}
              done="hashCopied"
              focusKey="copy:hash"
            />,
          ],
        ]}
      />
      {hasMore ? (
        <section>
          <h3 className="list-title">{t('activity.moves')}</h3>
          <List label={t('activity.moves')} plain>
            {transfers.map((transfer, index) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: moves of one transaction are told apart by their place only
                key={index}
                plain
                picture={
                  <Picture
                    src={transfer.imageUrl}
                    name={transfer.symbol || transfer.name || '?'}
                    round={!transfer.isNft}
                  />
                }
                title={<bdi dir="ltr">{formatMove(transfer, t, veil)}</bdi>}
                note={
                  transfer.isListed || transfer.isNft ? (
                    <bdi>{transfer.name}</bdi>
                  ) : (
                    `${t('activity.unlisted')}${transfer.name === '' ? '' : `: ${transfer.name}`}`
                  )
                }
              />
            ))}
          </List>
          {activity.moreTransfers > 0 ? (
            <p className="activity-note">{t('activity.moreMoves', { count: activity.moreTransfers })}</p>
          ) : null}
        </section>
      ) : null}
      {link === undefined ? null : (
        <LinkButton href={link} wide focusKey="explorer">
          {t('action.viewTransaction')}
        </LinkButton>
      )}
    </div>
  )
}
