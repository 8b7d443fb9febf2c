import type { FailureContext } from '../../errors/failure.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import type { EventProperties } from '../../types/events.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { SignInRun } from './liveSignIn.ts'

/** What surrounds a sign-in's failure. */
export function toContext(instance: Instance, { subject: { namespace, networkId } }: SignInRun): FailureContext {
  const connector = getConnection(instance.stores.connection.get(), namespace)?.connector
  return { step: 'signIn', namespace, networkId, connectorId: connector?.id, walletName: connector?.name }
}

/** What events say of a sign-in: never the address (SEC-105). */
export function toProperties({ subject }: SignInRun): EventProperties['SIWX_AUTH_SUCCESS'] {
  return { network: subject.networkId, isSmartAccount: subject.accountType === 'smartAccount' }
}
