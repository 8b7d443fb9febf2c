import { useEffect } from 'react'
import { prefill } from '../../../core/features/send/actions.ts'
import type { PrefilledSend } from '../../../core/features/send/declare.ts'
import { findNamed, findPrefillMistake, findToken, toAmountText, toRequest } from '../../../core/features/send/rules.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { findNetwork, getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { sendWords } from '../../text/rooms/sendWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { Recipient, SentAmount } from './SentParts.tsx'
import type { Sending } from './useSending.ts'

/** Puts what a site asks for into the form once its network is in use and its token is known; without it the form is the visitor's. */
export function usePrefill(send: PrefilledSend | undefined, sending: Sending | undefined): void {
  const instance = useInstance()
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const networks = useLatchkeyState('networks', ({ all }) => all)
  const isHere = send !== undefined && sending?.network.caipNetworkId === send.networkId
  const tokens = isHere ? sending.tokens : undefined
  const isRight = isHere && tokens && findPrefillMistake(send, { networks, tokens }) === undefined
  const token = isRight ? findToken(tokens, send.token, sending.namespace)?.key : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in again where another network was in use meanwhile
  useEffect(() => prefill(instance, send, token), [instance, send, token, networkId])
}

/** A transfer that a site asks for: it can be looked at and sent, and not changed. */
export function FixedSend({ send, sending, onContinue }: FixedSend.Props) {
  const instance = useInstance()
  const t = useRoomText(sendWords)
  const networks = useLatchkeyState('networks', (state) => state)
  const isHere = sending?.network.caipNetworkId === send.networkId
  const mistake = findPrefillMistake(send, {
    networks: networks.all,
    tokens: isHere ? sending.tokens : undefined,
  })
  if (mistake !== undefined) {
    return (
      <div role="alert" data-failure={mistake}>
        <Notice kind="warn">
          <p>{t(`send.prefill.${mistake}`)}</p>
        </Notice>
      </div>
    )
  }
  if (!isHere) {
    const { networkId } = send
    return (
      <Button
        kind="main"
        wide
        focusKey="switch"
        onPress={() => pushView(instance, { view: 'SwitchNetwork', data: { networkId } }, 'switch')}
      >
        {t('title.SwitchNetwork', { network: findNetwork(networks, networkId)?.name ?? '' })}
      </Button>
    )
  }
  const { form, token, step, namespace, state, network } = sending
  if (!token || !form.isFixed) return <Skeleton kind="row" />
  const { named } = state
  const request = toRequest(form, [token], { namespace, named })
  const name = findNamed(form, named)?.name
  return (
    <div className="send">
      <SentAmount amount={request ? toAmountText(request.amount, token) : `${form.amount} ${token.symbol}`} />
      <Recipient address={request?.to ?? form.to} name={name} />
      <Button kind="main" wide disabled={step !== 'ready'} focusKey="preview" onPress={onContinue}>
        {t(`send.step.${step}`, { coin: network.nativeCurrency.symbol })}
      </Button>
    </div>
  )
}
export declare namespace FixedSend {
  type Props = {
    readonly send: PrefilledSend
    readonly sending: Sending | undefined
    readonly onContinue: () => void
  }
}
