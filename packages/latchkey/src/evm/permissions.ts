/**
 * Permissions that a wallet grants a site to act for an account. Source: EIP-7715, a draft in two shapes: one request as an
 * object (`wallet_grantPermissions`), several as a list (`wallet_requestExecutionPermissions`).
 */
import type { Connection } from '../core/adapter.ts'
import { sayInvalid, sayUnreadable, type WalletPort } from './walletPort.ts'

/** Asks the wallet for permissions. Request and answer are the standard's own; the shape of the request says which method is meant. */
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
 * Gives permissions back: `{ permissionContext }` as newer wallets take it, `{ permissionsContext }` as older ones do. Anything else is
 * refused here, since the older method's name also ends a site's connection (MIP-2).
 */
export async function revokePermissions(port: WalletPort, connection: Connection, request: unknown): Promise<void> {
  const { permissionContext, permissionsContext } = (request ?? {}) as Readonly<Record<string, unknown>>
  if (typeof permissionContext === 'string') {
    await port.ask('sign', connection, 'wallet_revokeExecutionPermission', [request])
  } else if (typeof permissionsContext === 'string') {
    await port.ask('sign', connection, 'wallet_revokePermissions', [request])
  } else throw sayInvalid('request', 'an object with permissionContext or permissionsContext')
}
