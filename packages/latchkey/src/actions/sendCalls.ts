import { lazy } from '../core/lazy.ts'
import type { Adapter, CallsRequest, Connection } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { askAdapter } from './askAdapter.ts'
import { demandObject } from './demandObject.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

/**
 * Has the wallet in use carry out several calls, as one where it can; see `CallsRequest`. Resolves with the id that
 * `fetchCallsStatus` takes. A wallet that has no batches is asked for one call after the other where `allowOneByOne` is, once the
 * visitor has read that in the modal; from the first call that left, the promise resolves, and the status says how much of the batch
 * was carried out. On eip155 the modal first says so where the account lacks coin for the batch, with the ways to get it; the promise
 * waits meanwhile, and rejects with `USER_REJECTED` where the visitor leaves. Rejects with `NOT_CONNECTED`, `ABILITY_MISSING`,
 * `REQUEST_INVALID` or a failure; then nothing was sent. Source: EIP-5792.
 */
export async function sendCalls(
  latchkey: Latchkey,
  request: CallsRequest,
  settings?: NamespaceOption,
): Promise<{ readonly id: string }> {
  const { instance } = latchkey
  const namespace = toNamespace(settings, 'eip155')
  const meant = namespace && instance.stores.connection.get().byNamespace[namespace]?.connection
  const isAllowed = request?.allowOneByOne === true
  const loading = isAllowed ? lazy(instance, import('../core/kernel/requests/lacksBatches.ts'), 'send') : undefined
  let isReviewed = false
  let paid: CallsRequest | undefined
  const mayWalk = async (error: unknown): Promise<boolean> => {
    const rules = await loading
    return rules?.mayGoOneByOne(paid ?? request) === true && rules.lacksBatches(error)
  }
  const prepare = async (connection: Connection, adapter: Adapter): Promise<void> => {
    if (connection.connector.namespace !== 'eip155' || !Array.isArray(request?.calls)) return
    const { askForCoin } = await lazy(instance, import('../core/features/calls/askForCoin.ts'), 'send')
    paid = await askForCoin(instance, { connection, adapter, request })
  }
  try {
    const answer = await askAdapter(
      latchkey,
      {
        name: 'sendCalls',
        step: 'send',
        namespace,
        review: () => ({ calls: demandObject('request', request).calls }),
        prepare,
      },
      async (ask, connection) => {
        isReviewed = true
        try {
          return await ask(connection, demandObject('request', paid ?? request))
        } catch (error) {
          if (await mayWalk(error)) return undefined
          throw error
        }
      },
    )
    if (answer) return answer
  } catch (error) {
    if (namespace !== 'eip155' || !(await mayWalk(error))) throw error
  }
  const [{ walkCalls }, { demandConnection }] = await lazy(
    instance,
    Promise.all([import('../core/features/calls/walkCalls.ts'), import('../core/kernel/requests/demandConnection.ts')]),
    'send',
  )
  if (!paid) {
    const { connection, adapter } = demandConnection(instance, 'eip155', meant)
    await prepare(connection, adapter)
  }
  return walkCalls(instance, { request, meant, isReviewed })
}
