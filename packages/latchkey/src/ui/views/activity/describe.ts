import { type ActivityKind, listMain, toKind } from '../../../core/features/activity/rules.ts'
import type { Activity, ActivityTransfer } from '../../../core/features/activity/state.ts'
import { formatAmount, UNKNOWN_AMOUNT } from '../../../core/features/tokens/rules.ts'
import { formatAddress } from '../../parts/AddressText.tsx'
import type { STROKES } from '../../parts/StrokeIcon.tsx'
import type { Translate } from '../../text.ts'
import { formatDay } from '../formatTime.ts'

const SIGNS = { in: '+', out: '\u2212', self: '' } as const

/** The drawing at the corner of an entry's picture. */
export const MARKS: Readonly<Partial<Record<ActivityKind, keyof typeof STROKES>>> = {
  sent: 'send',
  burned: 'send',
  deposited: 'send',
  received: 'receive',
  withdrew: 'receive',
  swapped: 'swap',
  moved: 'swap',
  minted: 'plus',
  deployed: 'plus',
}

/** What moved, with its sign: "−0.2 ETH", or with `veil` in the place of the amount. An amount of unknown size is unknown, and an NFT is named. */
export function formatMove(transfer: ActivityTransfer, t: Pick<Translate, 'region'>, veil?: string): string {
  const { direction, quantity, decimals, symbol, name, isNft, tokenId } = transfer
  const sign = SIGNS[direction]
  if (isNft) {
    const count = quantity === '1' ? '' : `${formatAmount(quantity, { locale: t.region, digits: 0 })} × `
    return `${sign}${count}${[name, tokenId === undefined ? '' : `#${shorten(tokenId)}`].join(' ').trim() || 'NFT'}`
  }
  const amount = veil ?? (decimals === undefined ? UNKNOWN_AMOUNT : formatAmount(quantity, { locale: t.region }))
  return `${veil === undefined ? sign : ''}${amount} ${symbol}`.trim()
}

/** Ids of NFTs may have 78 digits. */
function shorten(digits: string): string {
  return digits.length > 10 ? `${digits.slice(0, 4)}…${digits.slice(-4)}` : digits
}

/** What a row says of an entry; read in order it is one sentence. */
export function describe(activity: Activity, t: Translate, veil?: string): describe.Row {
  const kind = toKind(activity)
  const main = listMain(activity.transfers)
  const moves = main.map((transfer) => ({ text: formatMove(transfer, t, veil), direction: transfer.direction }))
  const who = activity.counterparty
  const isIn = kind === 'received' || kind === 'withdrew'
  const title = t(`activity.${kind}`)
  const note = who === undefined ? undefined : t(isIn ? 'activity.from' : 'activity.to', { who: formatAddress(who) })
  const status = activity.status === 'confirmed' ? undefined : t(`activity.${activity.status}`)
  const day = formatDay(activity.at, t)
  const [, second] = moves
  const seen = note === undefined || (status === undefined && second === undefined)
  const rest = [
    status === undefined ? undefined : second?.text,
    seen ? undefined : formatDay(activity.at, t, 'long'),
    status === undefined ? t('activity.confirmed') : undefined,
  ].filter((part) => part !== undefined)
  return { kind, title, note, moves, status, day, rest, picture: main[0] }
}
export declare namespace describe {
  type Row = {
    readonly kind: ActivityKind
    readonly title: string
    readonly note: string | undefined
    readonly moves: readonly { readonly text: string; readonly direction: ActivityTransfer['direction'] }[]
    /** Undefined where it is done. */
    readonly status: string | undefined
    readonly day: string
    /** What is read after all that is seen. */
    readonly rest: readonly string[]
    readonly picture: ActivityTransfer | undefined
  }
}
