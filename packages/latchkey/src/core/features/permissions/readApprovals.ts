import { type ApprovalItem, getApprovals } from '@latchkey/wire/approvals'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { askGateway } from '../../values/askGateway.ts'
import { normaliseText } from '../../values/normaliseText.ts'
import { toPictureAddress } from '../../values/pictureAddress.ts'
import type { Approval, PermissionList } from './state.ts'

/** Digits of the largest amount and token id, 2^256 - 1. Source: EIP-20, EIP-721. */
const DIGITS_LIMIT = 78

/** Most approvals taken over, whatever a gateway sends. */
const APPROVALS_TAKEN = 500

/** What an account lets others take on the site's networks, from the gateway. Rejects with a coded error. */
export async function readApprovals(
  instance: Instance,
  { address, isFresh }: { readonly address: string; readonly isFresh: boolean },
): Promise<Pick<PermissionList, 'unavailable' | 'incomplete'> & { readonly approvals: readonly Approval[] }> {
  const page = await askGateway(instance, (gateway, signal) =>
    gateway.call(
      getApprovals,
      { address, currency: 'usd', ...(isFresh ? { fresh: 'true' as const } : {}) },
      { signal },
    ),
  )
  const own = new Set<string>(instance.stores.networks.get().all.map(({ caipNetworkId }) => caipNetworkId))
  const ofSite = (ids: readonly string[]): NetworkId[] => ids.filter((id) => own.has(id)) as NetworkId[]
  const approvals = page.data
    .filter(({ chainId }) => own.has(chainId))
    .slice(0, APPROVALS_TAKEN)
    .flatMap((item) => toApproval(instance, address, item) ?? [])
  return {
    approvals: [...new Map(approvals.map((approval) => [approval.id, approval])).values()],
    unavailable: ofSite(page.unavailable),
    incomplete: ofSite(page.incomplete),
  }
}

function toApproval({ options }: Instance, owner: string, item: ApprovalItem): Approval | undefined {
  const { kind, chainId, tokenId, amount, held } = item
  if ([tokenId, amount, held].some((digits) => digits !== null && digits.length > DIGITS_LIMIT)) return undefined
  const isAmount = kind === 'allowance' || kind === 'permit2'
  if ((isAmount && amount === null) || (kind === 'nft' && tokenId === null)) return undefined
  const contract = item.contract.toLowerCase()
  const spender = item.spender.toLowerCase()
  const gateway = `${options.gatewayUrl?.replace(/\/$/, '')}/`
  const ends = item.expiresAt === null ? Number.NaN : Date.parse(item.expiresAt)
  return {
    id: [kind, chainId, contract, spender, tokenId ?? ''].join(':'),
    kind,
    networkId: chainId as NetworkId,
    owner,
    contract,
    spender,
    tokenId: tokenId ?? undefined,
    amount: amount === null ? undefined : BigInt(amount),
    isUnlimited: item.isUnlimited,
    expiresAt: Number.isNaN(ends) ? undefined : ends,
    held: held === null ? undefined : BigInt(held),
    value: item.trust === 'listed' && item.value !== undefined && item.value >= 0 ? item.value : undefined,
    name: toText(item.name),
    symbol: toText(item.symbol),
    decimals: item.decimals ?? undefined,
    // Anywhere else the maker would learn who looks, and from where (SEC-111).
    iconUrl: item.iconUrl.startsWith(gateway) ? toPictureAddress(options, item.iconUrl) : undefined,
    trust: item.trust,
  }
}

/** A stranger's words as they may be shown; undefined where nothing is left of them. */
function toText(text: string | null): string | undefined {
  return normaliseText(text ?? '') || undefined
}
