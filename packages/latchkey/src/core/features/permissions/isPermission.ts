import type { Permission } from './state.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Whether a site handed over what `fetchPermissions` tells, as far as ending it takes. */
export function isPermission(value: unknown): value is Permission {
  if (typeof value !== 'object' || value === null) return false
  const { id, kind, networkId, owner, contract, spender, tokenId, namespace, connectorId, context } = value as Readonly<
    Record<string, unknown>
  >
  if (typeof id !== 'string') return false
  switch (kind) {
    case 'allowance':
    case 'permit2':
    case 'operator':
    case 'nft':
      return (
        typeof networkId === 'string' &&
        [owner, contract, spender].every((address) => typeof address === 'string' && ADDRESS.test(address)) &&
        (kind !== 'nft' || (typeof tokenId === 'string' && /^\d{1,78}$/.test(tokenId)))
      )
    case 'connection':
      return typeof namespace === 'string' && typeof connectorId === 'string'
    case 'signIn':
      return typeof namespace === 'string'
    case 'execution':
      return typeof connectorId === 'string' && typeof context === 'string'
    default:
      return false
  }
}
