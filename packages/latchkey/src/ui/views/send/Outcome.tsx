import { userMessage } from '../../../core/errors/userMessage.ts'
import type { Network } from '../../../core/types/network.ts'
import { sendWords } from '../../text/rooms/sendWords.ts'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'
import { FailedNotice } from '../FailedNotice.tsx'
import type { Sending } from './useSending.ts'

/** Why the last try came to nothing. */
export function Outcome({ sending: { state, connection, namespace, network } }: { readonly sending: Sending }) {
  const t = useRoomText(sendWords)
  const wallet = connection.connector.name
  const { failure } = state
  if (failure === undefined) return null
  const [sentence, more] =
    state.phase === 'unclear'
      ? [t('send.unclear'), t('send.unclear.more', { wallet })]
      : [
          sayFailure(t, { failure, wallet, isSolana: namespace === 'solana' }),
          `${t('send.failed.more')} ${sayReason(t, failure, { wallet, network })}`,
        ]
  return (
    <FailedNotice failure={failure} sentence={sentence}>
      {more}
    </FailedNotice>
  )
}

function sayFailure(
  t: Translate,
  { failure, wallet, isSolana }: { failure: string; wallet: string; isSolana: boolean },
): string {
  if (failure === 'USER_REJECTED') return t('send.rejected', { wallet })
  if (failure === 'NAME_MOVED') return t('send.nameMoved')
  if (failure === 'NAME_UNREAD') return t('send.nameUnread')
  return t(isSolana ? 'send.failedSolana' : 'send.failed')
}

/** What is known of why, where nothing above says it already: what needs more than this view knows is told by a notice of its own. */
function sayReason(t: Translate, failure: string, { wallet, network }: { wallet: string; network: Network }): string {
  const { code, sentence } = userMessage(failure)
  if (code !== failure || code === 'USER_REJECTED' || code === 'UNKNOWN_FAILURE') return ''
  const known: Readonly<Record<string, string>> = { wallet, network: network.name, coin: network.nativeCurrency.symbol }
  const values = { wallet: '', network: '', coin: '', other: '', family: '', amount: '', ...known }
  const pieces = t.pieces(sentence, values)
  return pieces.every(({ name }) => name === undefined || name in known) ? pieces.map(({ text }) => text).join('') : ''
}
