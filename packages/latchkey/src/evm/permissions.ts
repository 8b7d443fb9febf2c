/**
 * Permissions that a wallet grants a site to act for an account. Source: EIP-7715, a draft in two shapes: one request as an
 * object (`wallet_grantPermissions`), several as a list (`wallet_requestExecutionPermissions`).
 */
import type { Connection } from '../core/types/adapter.ts'
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
