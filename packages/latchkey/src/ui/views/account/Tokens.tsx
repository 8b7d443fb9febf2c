import { useState } from 'react'
import { fetchBalances } from '../../../core/features/tokens/fetchBalances.ts'
import { hiddenSmall, isSmall } from '../../../core/features/tokens/hidden.ts'
import { toHiddenKey } from '../../../core/features/tokens/hiddenTokens.ts'
import { sortTokens } from '../../../core/features/tokens/rules.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { List } from '../../parts/List.tsx'
import { TOKENS_DRAWING } from '../../parts/lateDrawings.tsx'
import { REFRESH } from '../../parts/laterIcons.ts'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { listWords } from '../../text/rooms/listWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { AddFunds } from '../AddFunds.tsx'
import { useChoice } from '../useChoice.ts'
import { useHiddenTokens } from '../useHiddenTokens.ts'
import { formatAgo } from './formatAgo.ts'
import { OtherNetworks } from './OtherNetworks.tsx'
import { TokenRow } from './TokenRow.tsx'
import { useBalances, useFreshBalances } from './useBalances.ts'
import { useIsBefore } from './useIsBefore.ts'
import { useIsUnread } from './useIsUnread.ts'

/** Rows drawn while tokens are on their way. */
const GHOSTS = 3

/** What the account holds on this network, worth most first. Source: F-60. */
export function Tokens({ isTab = false }: { readonly isTab?: boolean | undefined }) {
  const t = useRoomText(listWords)
  useFreshBalances()
  const { tokens, status, isKnown } = useBalances()
  const isUnread = useIsUnread()
  const namespace = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const hidden = useHiddenTokens()
  const [showsHidden, setShowsHidden] = useState(false)
  const hidesSmall = useChoice(hiddenSmall)
  const wanted =
    tokens?.filter((token) => !hidden.includes(toHiddenKey(token)) && !(hidesSmall && isSmall(token))) ?? []
  const count = (tokens?.length ?? 0) - wanted.length
  const shown = showsHidden ? (tokens ?? []) : wanted
  const hasFailed = isKnown && status === 'failed'
  const wallet = useLatchkeyState('connection', (all) => getConnection(all, namespace)?.connector.name) ?? ''
  return (
    <section className={isTab ? 'tokens' : 'tokens section'} aria-busy={tokens === undefined && !hasFailed}>
      {isTab ? null : <h3 className="list-title">{t('tokens.heading')}</h3>}
      {hasFailed ? <Failed /> : null}
      {tokens !== undefined && tokens.length > 0 ? (
        <>
          {shown.length === 0 ? null : (
            <div className="flush" data-stale={hasFailed || undefined}>
              <List label={t('tokens.heading')} plain>
                {sortTokens(shown).map((token) => (
                  <TokenRow key={token.address ?? token.chainId} token={token} />
                ))}
              </List>
            </div>
          )}
          {count === 0 ? null : (
            <div className="failed-line">
              <p>{t('tokens.hidden', { count })}</p>
              <Button kind="quiet" small focusKey="hidden" onPress={() => setShowsHidden(!showsHidden)}>
                {t(showsHidden ? 'activity.hideAgain' : 'activity.showHidden')}
              </Button>
            </div>
          )}
        </>
      ) : isUnread ? (
        <Empty picture={TOKENS_DRAWING} text={t('tokens.unknown', { wallet })} />
      ) : hasFailed ? null : tokens === undefined ? (
        <div className="flush">
          <HiddenText>{t('tokens.loading')}</HiddenText>
          {Array.from({ length: GHOSTS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
            <Skeleton key={index} kind="row" />
          ))}
        </div>
      ) : (
        <Empty picture={TOKENS_DRAWING} text={t('tokens.empty')} action={<AddFunds />} />
      )}
      {tokens === undefined ? null : <OtherNetworks />}
    </section>
  )
}

/** Says that balances could not be read, how old the ones shown are, and lets the visitor ask again once the rest is over. */
function Failed() {
  const instance = useInstance()
  const t = useText()
  const { updatedAt, tokens, restUntil } = useBalances()
  const isResting = useIsBefore(restUntil)
  const ago = formatAgo(instance.services.clock.now() - (updatedAt ?? 0), t)
  return (
    <div className="failed-line" role="status" data-failure="DATA_UNAVAILABLE">
      <p>
        <span>{t('failure.DATA_UNAVAILABLE')}</span>
        {tokens === undefined || updatedAt === undefined ? null : <small>{` ${t('tokens.stale', { ago })}`}</small>}
      </p>
      <Button
        kind="plain"
        small
        icon={REFRESH}
        focusKey="retry"
        disabled={isResting}
        onPress={() => void fetchBalances(instance)}
      >
        {t('connect.retry')}
      </Button>
    </div>
  )
}
