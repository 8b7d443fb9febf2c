import { topicOfKey } from '../../crypto/hashes.ts'
import { EngineError } from '../../errors.ts'
import type { Pairing } from '../../records.ts'
import { parsePairingUri } from '../../rules/uri.ts'
import type { Call } from '../call.ts'
import { PAIRING_SECONDS } from '../constants.ts'
import { nowSeconds } from '../context.ts'

/** `pair`: reads an app's URI and listens for its proposal. Source: WalletConnect specification, Pairing URI. */
export const pair: Call<'pair'> = async (context, { uri, activatePairing }, { signal }) => {
  const { tables, relayer, turns, emit } = context
  const now = nowSeconds(context)
  const read = parsePairingUri(uri, now)
  // A topic that is not its key's would let a URI overwrite the key of another pairing or session.
  if ((await topicOfKey(read.symKey)) !== read.topic) throw new EngineError('MISSING_OR_INVALID', 'pair() uri#symKey')
  const { topic } = read
  return turns(topic, async () => {
    const known = tables.pairing.get(topic)
    if (known?.active)
      throw new EngineError('MISSING_OR_INVALID', '', {
        message: `Pairing already exists: ${topic}. Please try again with a new connection URI.`,
      })
    const pairing: Pairing = known ?? {
      topic,
      expiry: read.expiryTimestamp ?? now + PAIRING_SECONDS,
      relay: read.relay,
      active: false,
      methods: read.methods,
    }
    const next: Pairing = activatePairing ? { ...pairing, active: true, expiry: now + PAIRING_SECONDS } : pairing
    await tables.commit([
      { table: 'pairing', key: topic, value: next },
      { table: 'keychain', key: topic, value: read.symKey },
    ])
    if (!known) emit('pairing_create', { topic })
    for (const proposal of tables.proposal.getAll())
      if (proposal.pairingTopic === topic && proposal.verifyContext)
        emit('session_proposal', { id: proposal.id, params: proposal, verifyContext: proposal.verifyContext })
    await relayer.subscribe([topic], { signal })
    return next
  })
}
