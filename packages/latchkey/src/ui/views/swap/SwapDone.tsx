import { useEffect } from 'react'
import { type SwapSent, swapOf } from '../../../core/features/swap/state.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { findNetwork } from '../../../core/kernel/networks/networks.ts'
import { toTransactionLink } from '../../../core/values/toTransactionLink.ts'
import { useAnnounce, useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'
import { Moved } from './Moved.tsx'
import { sayExactly, sayTokens } from './swapFormat.ts'
import { SWAP_WORDS } from './swapText.ts'

/** What became of a swap, from leaving to its receipt with what was received. */
export function SwapDone({ sent }: { readonly sent: SwapSent }) {
  const instance = useInstance()
  const t = useRoomText(SWAP_WORDS)
  const announce = useAnnounce()
  const { status, networkId, hash, from, to, paid, got } = sent
  const [sentence, more] = sayStatus(t, sent)
  useEffect(() => announce(sentence, 'polite'), [announce, sentence])
  const prices = useLatchkeyState(swapOf, (state) => state.prices)
  const priced = (token: SwapSent['from']) => ({ ...token, price: prices[`${networkId} ${token.key}`] })
  const network = useLatchkeyState('networks', (networks) => findNetwork(networks, networkId))
  const link = hash === undefined ? undefined : toTransactionLink(network, hash)
  return (
    <div className="swap" data-status={status}>
      <div className="send-subject">
        <span className={`send-status ${status}`}>
          {status === 'pending' ? <Spinner /> : <Icon name={status === 'success' ? 'check' : 'warn'} />}
        </span>
        <p className="send-outcome">
          <b>{sentence}</b> <span>{more}</span>
        </p>
      </div>
      {status === 'pending' || status === 'success' ? (
        <div className="swap-panel">
          <Moved kind="paid" token={priced(from)} units={paid} />
          <Moved kind={sent.isRead ? 'received' : 'got'} token={priced(to)} units={got} />
        </div>
      ) : null}
      {link === undefined ? null : (
        <LinkButton href={link} wide focusKey="transaction">
          {t('action.viewTransaction')}
        </LinkButton>
      )}
      <Button kind="main" wide focusKey="done" onPress={() => showHome(instance)}>
        {t('shell.close')}
      </Button>
    </div>
  )
}

function sayStatus(
  t: Translate,
  { status, from, to, paid, got, walletName }: SwapSent,
): readonly [sentence: string, more: string | undefined] {
  const values = { from: sayExactly(paid, from), to: sayTokens(t, got, to) }
  switch (status) {
    case 'pending':
      return [t('swap.swapping', values), t('send.started.more')]
    case 'success':
      return [t('swap.swapped', values), undefined]
    case 'reverted':
      return [t('send.reverted'), t('send.reverted.more')]
    case 'cancelled':
      return [t('send.cancelled', { wallet: walletName }), undefined]
    default:
      return [t('send.lost'), undefined]
  }
}
