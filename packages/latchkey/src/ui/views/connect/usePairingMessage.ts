import { type UserMessage, userMessage } from '../../../core/errors/userMessage.ts'
import type { Attempt } from '../../../core/kernel/connections/connection.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import { useText } from '../../hooks.ts'
import type { Translate } from '../../text.ts'
import { toOpening } from '../toOpening.ts'
import { useNetworkName } from '../useNetworkName.ts'

/** What a pairing has to say: nothing while it goes well, else the sentences of its hint or failure. */
export type PairingMessage = {
  readonly message: UserMessage | undefined
  readonly title: string | undefined
  readonly sentence: string | undefined
  /** Label of the one button. */
  readonly button: string | undefined
}

/** Reads the failure, the hint or the end of a code off an attempt, in the visitor's words. */
export function usePairingMessage(attempt: Attempt | undefined, wallet: WalletListing | undefined): PairingMessage {
  const t = useText()
  const network = useNetworkName()
  return toPairingMessage(t, { attempt, wallet, network })
}

/** The same for whoever has no hook here. `network` is the name of the active one. */
export function toPairingMessage(
  t: Translate,
  parameters: { attempt: Attempt | undefined; wallet: WalletListing | undefined; network: string },
): PairingMessage {
  const { attempt, wallet, network } = parameters
  const hint = attempt?.pairing?.isExpired === true ? 'PAIRING_EXPIRED' : attempt?.hint
  const problem = attempt?.phase === 'failed' ? attempt.error : hint
  if (problem === undefined) return { message: undefined, title: undefined, sentence: undefined, button: undefined }
  const message = userMessage(problem)
  const values = {
    wallet: wallet?.name ?? t('pairing.someWallet'),
    network,
    other: network,
    family: '',
    coin: '',
    amount: '',
  }
  const isUnnamed = message.code === 'UNKNOWN_FAILURE' && attempt?.phase === 'failed'
  const sentence = t(message.sentence, values)
  return {
    message,
    title: toOpening(t, isUnnamed ? t('pairing.failed', values) : sentence, wallet?.name),
    sentence: message.more ? t(message.more, values) : isUnnamed ? sentence : undefined,
    button: t(message.button, values),
  }
}
