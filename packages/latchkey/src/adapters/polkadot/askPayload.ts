import { FailureError } from '../../core/errors/failure.ts'
import { LatchkeyError } from '../../core/errors/LatchkeyError.ts'
import { toFailure } from '../../core/errors/toFailure.ts'
import type { Latchkey } from '../../core/types/latchkey.ts'
import { isBySession } from '../../core/values/connectorKinds.ts'
import { describeStep } from './describeStep.ts'
import type { Injected } from './injected.ts'

/** The work of `signPayload`, loaded when it is called. */
export async function askPayload(latchkey: Latchkey, payload: object): Promise<unknown> {
  const { stores, fail } = latchkey.instance
  const connection = stores.connection.get().byNamespace.polkadot?.connection
  if (!connection) {
    throw new LatchkeyError('NOT_CONNECTED', 'No Polkadot wallet is connected.', { facts: { namespace: 'polkadot' } })
  }
  const { connector, provider, networkId } = connection
  const context = describeStep('sign', connector, networkId)
  try {
    const { signer, request } = provider as Partial<Injected> & { request?: (call: object) => Promise<unknown> }
    if (isBySession(connector) && typeof request === 'function') {
      const params = { address: connection.accounts[0]?.address, transactionPayload: payload }
      return await (provider as { request: typeof request }).request({ method: 'polkadot_signTransaction', params })
    }
    if (typeof signer?.signPayload !== 'function') {
      throw new FailureError('METHOD_NOT_GRANTED', `${connector.name} signs no extrinsics.`, context)
    }
    return await signer.signPayload(payload)
  } catch (error) {
    const family = isBySession(connector) ? 'walletConnect' : 'polkadot'
    const failure = toFailure(error, context, { family })
    fail({ ...context, code: failure.code, final: true, cause: failure.cause })
    throw failure
  }
}
