import { randomHex, topicOfKey } from '../crypto/hashes.ts'
import type { Pairing } from '../records.ts'
import { formatUri } from '../rules/formatUri.ts'
import type { TableChange } from '../tables.ts'
import { PAIRING_SECONDS } from './constants.ts'
import { type EngineContext, nowSeconds } from './context.ts'
import { requirePairing } from './require.ts'

/** A pairing for a proposal, and its URI unless a wallet already holds it. */
export type PreparedPairing = {
  readonly topic: string
  readonly uri: string | undefined
  readonly changes: readonly TableChange[]
  /** Takes a new pairing back. */
  readonly rollback: readonly TableChange[]
}

/** The pairing that was named, or a new one. */
export async function preparePairing(
  context: EngineContext,
  topic: string | undefined,
  methods?: readonly string[],
): Promise<PreparedPairing> {
  const { tables, random } = context
  if (topic !== undefined) {
    const pairing = requirePairing(context, topic)
    const symKey = tables.keychain.get(topic) ?? ''
    const uri = pairing.active ? undefined : formatUri({ ...pairing, symKey, expiryTimestamp: pairing.expiry })
    return { topic, uri, changes: [], rollback: [] }
  }
  const symKey = randomHex(random)
  const created: Pairing = {
    topic: await topicOfKey(symKey),
    expiry: nowSeconds(context) + PAIRING_SECONDS,
    relay: { protocol: 'irn' },
    active: false,
    methods,
  }
  return {
    topic: created.topic,
    uri: formatUri({ ...created, symKey, expiryTimestamp: created.expiry }),
    changes: [
      { table: 'pairing', key: created.topic, value: created },
      { table: 'keychain', key: created.topic, value: symKey },
    ],
    rollback: [
      { table: 'pairing', key: created.topic },
      { table: 'keychain', key: created.topic },
    ],
  }
}
