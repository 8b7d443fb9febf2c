import { createKeyPair } from '../../crypto/keys.ts'
import type { Proposal, Relay } from '../../records.ts'
import { formatJson } from '../../rules/json.ts'
import { foldNamespaces } from '../../rules/namespaces.ts'
import { toRequest } from '../../rules/toRequest.ts'
import { validateConnect } from '../../rules/validate.ts'
import type { Call } from '../call.ts'
import { PREPARE_MS, PROPOSAL_SECONDS } from '../constants.ts'
import { type EngineContext, nowSeconds } from '../context.ts'
import { loadSignIn } from '../late.ts'
import { loadArrivals } from '../loadArrivals.ts'
import { attest, sealFor, sentRecord, undo } from '../outbound.ts'
import { preparePairing } from '../preparePairing.ts'

const METHOD = 'wc_sessionPropose'
const RELAYS: readonly Relay[] = [{ protocol: 'irn' }]

/**
 * `connect`: proposes a session. Resolves once the relay has the proposal. Asked again by the same call after a crash, the same
 * proposal is sent again. Source: WalletConnect specification, Session proposal.
 */
export const connect: Call<'connect'> = async (context, params, { signal, callId }) => {
  validateConnect(params)
  const { walletPay, newPairing } = params
  const authentication = params.authentication ?? []
  const signIn = authentication.length > 0 ? await loadSignIn() : undefined
  signIn?.validateAuthentication(authentication)
  const { tables, ids, options, clock } = context
  const earlier = tables.sent.getAll().find((sent) => sent.callId === callId)
  const proposed = earlier && tables.proposal.get(String(earlier.id))
  if (proposed) {
    const known = await preparePairing(context, proposed.pairingTopic)
    await sendProposal(context, proposed, signal)
    return { uri: known.uri, proposalId: proposed.id }
  }
  const requests =
    signIn || walletPay !== undefined
      ? {
          ...(signIn && { authentication: signIn.toAuthenticationRequests(authentication, clock.now()) }),
          ...(walletPay !== undefined && { walletPay }),
        }
      : undefined
  const ttlSeconds = authentication[0]?.ttl ?? PROPOSAL_SECONDS
  const pairing = await preparePairing(context, params.pairingTopic, { made: newPairing })
  const { publicKey, privateKey } = await createKeyPair(context.random)
  const id = ids.message()
  const asked = {
    requiredNamespaces: {},
    optionalNamespaces: foldNamespaces(params.requiredNamespaces ?? {}, params.optionalNamespaces ?? {}),
    relays: params.relays ?? RELAYS,
    proposer: { publicKey, metadata: options.metadata },
    expiryTimestamp: nowSeconds(context) + ttlSeconds,
    pairingTopic: pairing.topic,
    ...(params.sessionProperties && { sessionProperties: params.sessionProperties }),
    ...(params.scopedProperties && { scopedProperties: params.scopedProperties }),
    ...(requests && { requests }),
    id,
  } satisfies Proposal
  // What cannot travel is refused before anything is written.
  formatJson(toRequest(id, METHOD, asked))
  const outgoing = { id, topic: pairing.topic, method: METHOD, callId } as const
  await tables.commit([
    ...pairing.changes,
    { table: 'keychain', key: publicKey, value: privateKey },
    { table: 'proposal', key: String(id), value: asked },
    { table: 'sent', key: String(id), value: sentRecord(context, { ...outgoing, waitSeconds: ttlSeconds }) },
  ])
  try {
    await sendProposal(context, asked, signal)
  } catch (error) {
    if (pairing.rollback.length > 0) context.relayer.unsubscribe([pairing.topic])
    await undo(context, [
      ...pairing.rollback,
      { table: 'keychain', key: publicKey },
      { table: 'proposal', key: String(id) },
      { table: 'sent', key: String(id) },
    ])
    throw error
  }
  // Whoever has the uri shows it first. What does not come now comes with the answer.
  clock.after(PREPARE_MS, () => void loadArrivals().catch(() => undefined))
  return { uri: pairing.uri, proposalId: id }
}

async function sendProposal(context: EngineContext, asked: Proposal, signal: AbortSignal | undefined): Promise<void> {
  const { id, pairingTopic, expiryTimestamp } = asked
  const text = formatJson(toRequest(id, METHOD, asked))
  const sessionProposal = await sealFor(context, pairingTopic, text)
  const attestation = await attest(context, sessionProposal, text)
  const ttlSeconds = Math.max(1, expiryTimestamp - nowSeconds(context))
  await context.relayer.proposeSession(
    { pairingTopic, sessionProposal, correlationId: id, ttlSeconds, attestation },
    { signal },
  )
}
