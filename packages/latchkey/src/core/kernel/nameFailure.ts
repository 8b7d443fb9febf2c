import type { FailureContext, FailureError } from '../errors/failure.ts'
import { toFailure } from '../errors/toFailure.ts'
import type { Connector } from '../types/adapter.ts'
import type { Instance } from '../types/latchkey.ts'
import { NAMESPACE_RECORDS } from '../values/namespaces.ts'
import { findWay } from './way.ts'

/** Names what a wallet threw, by the error numbers of its way, where it came by one, else of its namespace. */
export function nameFailure(
  instance: Instance,
  { namespace, id }: Pick<Connector, 'namespace' | 'id'>,
  error: unknown,
  context: FailureContext,
): FailureError {
  const family = findWay(instance, id)?.family ?? NAMESPACE_RECORDS[namespace].family
  return toFailure(error, context, { family, isOnline: instance.services.browser.isOnline() })
}
