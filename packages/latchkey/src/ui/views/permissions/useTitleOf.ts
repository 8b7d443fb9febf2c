import { shorten } from '../../../core/features/nfts/rules.ts'
import type { Permission } from '../../../core/features/permissions/state.ts'
import { formatAmount, toQuantity } from '../../../core/features/tokens/rules.ts'
import { formatAddress } from '../../parts/AddressText.tsx'
import { permissionWords } from '../../text/rooms/permissionWords.ts'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'

/** Says in one line what a permission is. */
export function useTitleOf(): (permission: Permission) => string {
  const t = useRoomText(permissionWords)
  return (permission) => toTitle(permission, t)
}

function toTitle(permission: Permission, t: Translate): string {
  if (permission.kind === 'connection') return permission.walletName
  if (permission.kind === 'signIn') return t('permissions.signIn')
  if (permission.kind === 'execution') return t('permissions.execution', { type: permission.type })
  const { kind, contract, symbol, name, amount, decimals, isUnlimited, tokenId } = permission
  const collection = name ?? symbol ?? formatAddress(contract)
  if (kind === 'operator') return t('permissions.operator', { collection })
  if (kind === 'nft') return `${collection} #${shorten(tokenId ?? '')}`
  const token = symbol ?? name ?? formatAddress(contract)
  // Of a token that does not say how it counts, an amount means nothing.
  if (isUnlimited || amount === undefined || decimals === undefined) return t('permissions.unlimited', { token })
  return t('permissions.upTo', { amount: formatAmount(toQuantity(amount, decimals), { locale: t.region }), token })
}
