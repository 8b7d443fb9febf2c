import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Signs typed data with the account in use, as `eth_signTypedData_v4` takes it: an object (a bigint is written as decimal text) or
 * its JSON. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`, `REQUEST_INVALID` or a failure. Source: EIP-712.
 */
export async function signTypedData(
  latchkey: Latchkey,
  typedData: string | object,
  settings?: NamespaceOption,
): Promise<string> {
  return askAdapter(
    latchkey,
    {
      name: 'signTypedData',
      step: 'sign',
      namespace: toNamespace(settings, 'eip155'),
      review: () => ({ typedData }),
    },
    (ask, connection) => ask(connection, typedData),
  )
}
