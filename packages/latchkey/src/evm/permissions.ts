/**
 * Permissions that a wallet grants a site to act for an account. Source: EIP-7715, a draft in two shapes: one request as an
 * object (`wallet_grantPermissions`), several as a list (`wallet_requestExecutionPermissions`).
 */
import type { Connection, GrantedPermission } from '../core/types/adapter.ts'
import { isHex } from './hex.ts'
import { isAddress } from './isAddress.ts'
import { parseChainId } from './parseChainId.ts'
import { sayInvalid, sayUnreadable, type WalletPort } from './walletPort.ts'

/**
 * Asks the wallet for permissions. Request and answer are the standard's own; the shape of the request says which method is
 * meant.
 */
export async function grantPermissions(port: WalletPort, connection: Connection, request: unknown): Promise<unknown> {
  if (typeof request !== 'object' || request === null) throw sayInvalid('request', 'an object, or a list of objects')
  await port.confirmNetwork('sign', connection)
  const answer = Array.isArray(request)
    ? await port.ask('sign', connection, 'wallet_requestExecutionPermissions', request)
    : await port.ask('sign', connection, 'wallet_grantPermissions', [request])
  if (typeof answer === 'object' && answer !== null) return answer
  throw sayUnreadable(connection, 'sign', answer)
}

/**
 * Gives permissions back, by the `permissionContext` that granting them answered. Never by the older draft's
 * `wallet_revokePermissions`: wallets take that, whatever it carries, for the end of the site's connection (MIP-2).
 */
export async function revokePermissions(port: WalletPort, connection: Connection, request: unknown): Promise<void> {
  const { permissionContext } = (request ?? {}) as Readonly<Record<string, unknown>>
  if (typeof permissionContext !== 'string') throw sayInvalid('request', 'an object with permissionContext')
  await port.ask('sign', connection, 'wallet_revokeExecutionPermission', [request])
}

/** Longest name of a kind of permission that is taken over, in characters. */
const TYPE_LIMIT = 64

/** Most permissions that are taken over of one wallet. */
const GRANTED_LIMIT = 200

/** Permissions that the wallet has granted this site, without a prompt. Items that cannot be read are left out one by one. */
export async function fetchPermissions(
  port: WalletPort,
  connection: Connection,
): Promise<readonly GrantedPermission[]> {
  const answer = await port.ask('read', connection, 'wallet_getGrantedExecutionPermissions', [])
  if (!Array.isArray(answer)) throw sayUnreadable(connection, 'read', answer)
  return answer.slice(0, GRANTED_LIMIT).flatMap(toGranted)
}

function toGranted(item: unknown): readonly GrantedPermission[] {
  const { chainId, context, permission, rules, to } = (item ?? {}) as Readonly<Record<string, unknown>>
  const { type } = (permission ?? {}) as { type?: unknown }
  const chain = parseChainId(chainId)
  if (chain === undefined || !isHex(context) || typeof type !== 'string' || type === '') return []
  const expiry = (Array.isArray(rules) ? rules : []).find(
    (rule) => (rule as { type?: unknown } | null)?.type === 'expiry',
  )
  const { timestamp } = ((expiry as { data?: unknown } | undefined)?.data ?? {}) as { timestamp?: unknown }
  // Later than a date can say: never.
  const seconds = typeof timestamp === 'number' && timestamp > 0 && timestamp <= 8.64e12 ? timestamp : undefined
  return [
    {
      networkId: `eip155:${chain}`,
      context,
      type: type.slice(0, TYPE_LIMIT),
      expiresAt: seconds === undefined ? undefined : seconds * 1000,
      to: isAddress(to) ? to : undefined,
    },
  ]
}
