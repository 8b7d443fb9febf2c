import { useEffect } from 'react'
import { loadOtherTokens, otherTokensOf, type OtherTokens as State } from '../../../core/features/tokens/otherTokens.ts'
import type { Token } from '../../../core/features/tokens/state.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import type { NetworkId } from '../../../core/types/network.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { List } from '../../parts/List.tsx'
import { REFRESH } from '../../parts/laterIcons.ts'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { listWords } from '../../text/rooms/listWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { toNetworkName } from '../toNetworkName.ts'
import { useNetworkName } from '../useNetworkName.ts'
import { TokenRow } from './TokenRow.tsx'
import { useActiveAccount } from './useActiveAccount.ts'

/** What the account holds on the site's other networks, worth most first. */
export function OtherTokens() {
  const instance = useInstance()
  const t = useRoomText(listWords)
  const account = useActiveAccount()
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const owner = `${networkId}:${account?.address}`
  const state = useLatchkeyState(otherTokensOf, (others) => (others.owner === owner ? others : undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once for each account and network
  useEffect(() => void loadOtherTokens(instance), [instance, owner])
  if (state?.status === 'failed') {
    return (
      <div className="failed-line" role="status" data-failure="DATA_UNAVAILABLE">
        <p>{t('failure.DATA_UNAVAILABLE')}</p>
        <Button kind="plain" small icon={REFRESH} focusKey="retryOthers" onPress={() => void loadOtherTokens(instance)}>
          {t('connect.retry')}
        </Button>
      </div>
    )
  }
  if (state === undefined || (state.status === 'loading' && state.tokens.length === 0)) {
    return (
      <div className="flush" aria-busy="true">
        <Skeleton kind="row" />
      </div>
    )
  }
  return (
    <>
      {state.tokens.length === 0 ? (
        state.missing.length > 0 ? null : (
          <p className="aside">{t('tokens.othersNone')}</p>
        )
      ) : (
        <div className="flush">
          <List label={t('tokens.others')} plain>
            {state.tokens.map((token) => (
              <OtherRow key={`${token.chainId} ${token.address}`} token={token} />
            ))}
          </List>
        </div>
      )}
      <Missing ids={state.missing} />
    </>
  )
}

function OtherRow({ token }: { readonly token: Token }) {
  return <TokenRow token={token} networkName={useNetworkName(token.chainId as NetworkId)} />
}

/** Names the networks that could not be read: nobody should take nothing shown for nothing there. */
function Missing({ ids }: { readonly ids: State['missing'] }) {
  const t = useRoomText(listWords)
  const say = useText()
  const names = useLatchkeyState('networks', (networks) => ids.map((id) => toNetworkName(say, networks, id)).join(', '))
  return ids.length === 0 ? null : <p className="aside">{t('tokens.othersMissing', { networks: names })}</p>
}
