import { getHistory, type HistoryItem, type HistoryPage, type HistoryTransfer } from '@latchkey/wire/history'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { normaliseText } from '../../values/normaliseText.ts'
import { toPictureAddress } from '../../values/pictureAddress.ts'
import { SYMBOL_LIMIT } from '../tokens/rules.ts'
import type { Activity, ActivityPage, ActivityTransfer } from './state.ts'

/** Longest number of digits shown of an id, a hash or an amount. Those of chains have at most 88. */
const DIGITS_LIMIT = 100

/** Most decimals that a token can say it has. Source: ERC-20, `uint8 decimals`. */
const MOST_DECIMALS = 255

/** A page of an account's transactions on one network from the gateway. Rejects with a coded error. */
export async function readHistory(
  instance: Instance,
  gateway: GatewayClient,
  parameters: { networkId: NetworkId; address: string; cursor?: string | undefined; signal?: AbortSignal | undefined },
): Promise<ActivityPage> {
  const { networkId, address, cursor, signal } = parameters
  const input = { address, chainId: networkId, currency: 'usd', ...(cursor === undefined ? {} : { cursor }) } as const
  return toPage(instance, await gateway.call(getHistory, input, { signal }), networkId)
}

/** A page as views show it. What cannot be read is left out singly. */
export function toPage(instance: Pick<Instance, 'options'>, page: HistoryPage, networkId: NetworkId): ActivityPage {
  return {
    items: page.data.flatMap((item) => toActivity(instance, item, networkId) ?? []),
    next: page.next ?? undefined,
    sources: page.sources.map(({ chainId, state, missing, since }) => ({
      networkId: chainId as NetworkId,
      state,
      missing,
      since: toTime(since),
    })),
  }
}

function toActivity(
  instance: Pick<Instance, 'options'>,
  { id, metadata, transfers, moreTransfers }: HistoryItem,
  networkId: NetworkId,
): Activity | undefined {
  const at = toTime(metadata.minedAt)
  if (at === undefined) return undefined
  const { fee } = metadata
  return {
    id,
    networkId: (metadata.chain ?? networkId) as NetworkId,
    hash: metadata.hash,
    at,
    operation: metadata.operationType,
    status: metadata.status,
    from: metadata.sentFrom,
    to: metadata.sentTo,
    counterparty: metadata.counterparty ?? undefined,
    fee: fee
      ? { quantity: cut(fee.numeric), symbol: normaliseText(fee.symbol, SYMBOL_LIMIT), isOwn: fee.isOwn }
      : undefined,
    hidden: metadata.hidden ?? undefined,
    transfers: (transfers ?? []).map((transfer) => toTransfer(instance, transfer)),
    moreTransfers,
  }
}

function toTransfer({ options }: Pick<Instance, 'options'>, transfer: HistoryTransfer): ActivityTransfer {
  const { fungible_info: token, nft_info: nft, quantity } = transfer
  const picture = token?.icon?.url ?? nft?.content?.preview?.url
  const isOurs = picture?.startsWith(`${options.gatewayUrl?.replace(/\/$/, '')}/`)
  return {
    direction: transfer.direction,
    quantity: cutAmount(quantity.numeric),
    decimals: quantity.decimals ?? undefined,
    symbol: normaliseText(token?.symbol ?? '', SYMBOL_LIMIT),
    name: normaliseText(token?.name ?? nft?.name ?? ''),
    address: (token?.address ?? nft?.address)?.split(':').at(-1),
    imageUrl: picture && isOurs ? toPictureAddress(options, picture) : picture || undefined,
    isListed: token?.isListed ?? false,
    tokenId: nft?.tokenId === undefined ? undefined : cut(nft.tokenId),
    isNft: !!nft,
    isSpam: nft?.flags.is_spam ?? false,
    from: transfer.from ?? undefined,
    to: transfer.to ?? undefined,
  }
}

function toTime(text: string | null): number | undefined {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** Of a fraction every digit that a token can have stays: what is next to nothing is not nothing. */
function cutAmount(numeric: string): string {
  const [whole = '', fraction] = numeric.split('.')
  return fraction === undefined ? cut(whole) : `${cut(whole)}.${fraction.slice(0, MOST_DECIMALS)}`
}

function cut(digits: string): string {
  return digits.slice(0, DIGITS_LIMIT)
}
