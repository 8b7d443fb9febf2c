import type { NewPairing } from '../calls.ts'
import { topicOfKey } from '../crypto/hashes.ts'
import { EngineError } from '../errors.ts'
import type { Pairing } from '../records.ts'
import { formatUri } from '../rules/formatUri.ts'
import type { TableChange } from '../tables.ts'
import { PAIRING_SECONDS } from './constants.ts'
import { type EngineContext, nowSeconds } from './context.ts'
import { createPairingKey } from './createPairingKey.ts'
import { requirePairing } from './requirePairing.ts'

/** A pairing for a proposal, and its URI unless a wallet already holds it. */
export type PreparedPairing = {
  readonly topic: string
  readonly uri: string | undefined
  readonly changes: readonly TableChange[]
  /** Takes a new pairing back. */
  readonly rollback: readonly TableChange[]
}

/** The pairing that was named, the one that was made ahead, or a new one. */
export async function preparePairing(
  context: EngineContext,
  topic: string | undefined,
  { methods, made }: { methods?: readonly string[]; made?: NewPairing | undefined } = {},
): Promise<PreparedPairing> {
  const { tables } = context
  if (made) validateNew(made, { topic, now: nowSeconds(context) })
  if (topic !== undefined) {
    const pairing = requirePairing(context, topic)
    const symKey = tables.keychain.get(topic) ?? ''
    const uri = pairing.active ? undefined : formatUri({ ...pairing, symKey, expiryTimestamp: pairing.expiry })
    return { topic, uri, changes: [], rollback: [] }
  }
  const { symKey, expiry } = made ?? createPairingKey(context)
  const created: Pairing = {
    topic: await topicOfKey(symKey),
    expiry,
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

/** Refuses what no `createPairing` can have given. Its key is looked at where its topic is made, and in no error (SEC-88). */
function validateNew({ expiry }: NewPairing, { topic, now }: { topic: string | undefined; now: number }): void {
  if (topic === undefined && Number.isSafeInteger(expiry) && expiry > now && expiry <= now + PAIRING_SECONDS) return
  throw new EngineError('MISSING_OR_INVALID', 'connect() newPairing')
}
