import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { findConnection } from '../../kernel/connections/connectionByConnector.ts'
import type { Instance } from '../../types/latchkey.ts'
import { EMBEDDED_ID } from './embeddedId.ts'
import { embeddedOf } from './embeddedStore.ts'
import { openFrame } from './openFrame.ts'
import { plainAccount } from './plainAccount.ts'
import { serveEmbedded } from './serveEmbedded.ts'
import type { EmbeddedAccountType } from './serving.ts'
import { toFrameFailure } from './toFrameFailure.ts'

/**
 * Has the wallet behind a login use its smart account on eip155, or the key's own address, here and in other tabs, now and later.
 * Resolves once the account in use is that one. Rejects with `NOT_CONNECTED`, or with a failure: `METHOD_NOT_GRANTED` where the network in
 * use has no smart accounts.
 */
export async function setPreferredAccountType(instance: Instance, type: EmbeddedAccountType): Promise<void> {
  const connection = findConnection(instance.stores.connection.get(), { namespace: 'eip155', id: EMBEDDED_ID })
  if (!connection) {
    throw new LatchkeyError('NOT_CONNECTED', 'Nobody is logged in to the embedded wallet on eip155.', {
      facts: { namespace: 'eip155' },
    })
  }
  const { id: connectorId, name: walletName, namespace } = connection.connector
  try {
    await openFrame(instance).channel.call('SET_PREFERRED_ACCOUNT', { type })
  } catch (error) {
    const context = { step: 'read', namespace, connectorId, walletName, networkId: connection.networkId } as const
    throw toFrameFailure(error, context)
  }
  plainAccount.write(instance, type === 'eoa')
  await serveEmbedded(instance).followType()
  instance.track('SET_PREFERRED_ACCOUNT_TYPE', {
    accountType: embeddedOf(instance).get().preferredAccountTypes?.eip155 === 'smartAccount' ? 'smartAccount' : 'eoa',
    network: connection.networkId,
  })
}
