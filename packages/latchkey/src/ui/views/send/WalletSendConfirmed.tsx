import { useEffect } from 'react'
import { sendOf } from '../../../core/features/send/state.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { findNetwork } from '../../../core/kernel/networks/networks.ts'
import { useAnnounce, useInstance, useLatchkeyState } from '../../hooks.ts'
import { formatAddress } from '../../parts/AddressText.tsx'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { StrokeIcon } from '../../parts/StrokeIcon.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { sendWords } from '../../text/rooms/sendWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { Recipient, SentAmount } from './SentParts.tsx'
import styles from './send.css?inline'

/** What became of what was sent last, from leaving to its receipt. */
export function WalletSendConfirmed() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(sendWords)
  const announce = useAnnounce()
  const sent = useLatchkeyState(sendOf, (state) => state.sent)
  const networks = useLatchkeyState('networks', (state) => state)
  const wallet = sent?.walletName ?? ''
  const sentence = {
    pending: t('send.started'),
    success: t('send.done', { amount: sent?.amount ?? '', recipient: sent?.name ?? formatAddress(sent?.to ?? '') }),
    reverted: t('send.reverted'),
    cancelled: t('send.cancelled', { wallet }),
    lost: t('send.lost'),
    left: t('send.started'),
  }[sent?.status ?? 'lost']
  useEffect(() => announce(sentence, 'polite'), [announce, sentence])
  if (!sent) return null
  const { status } = sent
  const explorer = findNetwork(networks, sent.networkId)?.blockExplorers?.default.url
  const more =
    status === 'pending'
      ? t('send.started.more')
      : status === 'reverted'
        ? t('send.reverted.more')
        : status === 'left'
          ? t('send.lost')
          : undefined
  return (
    <div className="send" data-status={status}>
      <div className="send-subject">
        <span className={`send-status ${status}`}>
          {status === 'pending' ? (
            <Spinner />
          ) : status === 'left' ? (
            <StrokeIcon name="send" />
          ) : (
            <Icon name={status === 'success' ? 'check' : 'warn'} />
          )}
        </span>
        <SentAmount amount={sent.amount} />
        <p className="send-outcome">
          <b>{sentence}</b> <span>{more}</span>
        </p>
      </div>
      <Recipient address={sent.to} name={sent.name} />
      {explorer === undefined ? null : (
        <LinkButton
          href={`${explorer.replace(/\/+$/, '')}/tx/${encodeURIComponent(sent.hash)}`}
          wide
          focusKey="transaction"
        >
          {t('action.viewTransaction')}
        </LinkButton>
      )}
      <Button kind="main" wide focusKey="close" onPress={() => showHome(instance)}>
        {t('shell.close')}
      </Button>
    </div>
  )
}
