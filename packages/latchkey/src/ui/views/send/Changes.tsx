import type { SendToken } from '../../../core/features/send/rules.ts'
import type { TransactionCheck } from '../../../core/features/send/transactionCheck.ts'
import { toQuantity } from '../../../core/features/tokens/rules.ts'
import type { Network } from '../../../core/types/network.ts'
import { formatAddress } from '../../parts/AddressText.tsx'
import { sendWords } from '../../text/rooms/sendWords.ts'
import { useRoomText } from '../../useRoomText.ts'

type Effects = TransactionCheck['effects']
type FindToken = (address: string) => { readonly symbol: string; readonly decimals: number | undefined } | undefined
type AssetChange = Extract<Effects, { readonly status: 'simulated' }>['changes'][number]

/** What a node expects the account to lose and gain, without the fee. Nothing where it could not say, which is a finding. */
export function Changes({ effects, token, coin, findToken }: Changes.Props) {
  const t = useRoomText(sendWords)
  if (effects.status !== 'simulated' || effects.changes.length === 0) return null
  return (
    <section>
      <h3 className="list-title">{t('send.changes')}</h3>
      <ul className="send-changes">
        {effects.changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: of one answer, which is drawn anew as a whole
          <li key={index} data-sign={change.after < change.before ? 'minus' : 'plus'}>
            <bdi dir="ltr">{toText(change, token, coin, findToken)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
export declare namespace Changes {
  type Props = {
    readonly effects: Effects
    /** The one that is sent, whose name is known from elsewhere than its contract. */
    readonly token?: SendToken | undefined
    readonly coin: Network['nativeCurrency'] | undefined
    /** What else is known of tokens by more than their own word. */
    readonly findToken?: FindToken | undefined
  }
}

/**
 * Stands in the place of the changes while they are asked for, as high as so many of them: what is below, such as the button that
 * waits for them, must not move as they come.
 */
export function ChangesAhead({ lines }: { readonly lines: 1 | 2 }) {
  const t = useRoomText(sendWords)
  return (
    <section>
      <h3 className="list-title">{t('send.changes')}</h3>
      <p className="send-changes" role="status" data-lines={lines}>
        {t('send.checking')}
      </p>
    </section>
  )
}

function toText(
  change: AssetChange,
  token: SendToken | undefined,
  coin: Network['nativeCurrency'] | undefined,
  findToken: FindToken | undefined,
): string {
  const difference = change.after - change.before
  const sign = difference < 0n ? '−' : '+'
  const amount = difference < 0n ? -difference : difference
  if (change.kind === 'native') return `${sign}${toQuantity(amount, coin?.decimals ?? 18)} ${coin?.symbol ?? ''}`
  const isSent = token?.address !== undefined && change.token.toLowerCase() === token.address.toLowerCase()
  if (change.kind === 'item') {
    const isNft = isSent && token?.nft?.tokenId === String(change.id)
    return `${sign}${amount} ${isNft ? token?.symbol : formatAddress(change.token)}`
  }
  const { symbol = change.symbol, decimals = change.decimals } = (isSent ? token : findToken?.(change.token)) ?? {}
  return `${sign}${toQuantity(amount, decimals ?? 0)} ${symbol ?? formatAddress(change.token)}`
}
