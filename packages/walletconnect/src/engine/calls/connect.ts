import type { AuthenticationParams, ConnectParams } from '../../calls.ts'
import { randomHex, topicOfKey } from '../../crypto/hashes.ts'
import { createKeyPair } from '../../crypto/keys.ts'
import type { AuthenticationRequest, Pairing, Proposal, Relay } from '../../records.ts'
import { formatUri } from '../../rules/formatUri.ts'
import { formatJson } from '../../rules/json.ts'
import { toRequest } from '../../rules/jsonRpc.ts'
import { foldNamespaces } from '../../rules/namespaces.ts'
import { validateConnect } from '../../rules/validate.ts'
import type { TableChange } from '../../tables.ts'
import type { Call } from '../call.ts'
import { PAIRING_SECONDS, PROPOSAL_SECONDS } from '../constants.ts'
import { type EngineContext, nowSeconds } from '../context.ts'
import { attest, sealFor, sentRecord, undo } from '../outbound.ts'
import { requirePairing } from '../require.ts'

const METHOD = 'wc_sessionPropose'
const RELAYS: readonly Relay[] = [{ protocol: 'irn' }]

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

/**
 * `connect`: proposes a session. Resolves once the relay has the proposal. Asked again by the same call after a crash, the same
 * proposal is sent again. Source: protocol reference, section 6.1.
 */
export const connect: Call<'connect'> = async (context, params, { signal, callId }) => {
  validateConnect(params)
  const { tables, ids, options, clock } = context
  const earlier = tables.sent.getAll().find((sent) => sent.callId === callId)
  const proposed = earlier && tables.proposal.get(String(earlier.id))
  if (proposed) {
    const known = await preparePairing(context, proposed.pairingTopic)
    await sendProposal(context, proposed, signal)
    return { uri: known.uri, proposalId: proposed.id }
  }
  const requests = toRequests(params, new Date(clock.now()).toISOString())
  const ttlSeconds = params.authentication?.[0]?.ttl ?? PROPOSAL_SECONDS
  const pairing = await preparePairing(context, params.pairingTopic)
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
  const outgoing = { id, topic: pairing.topic, method: METHOD, params: undefined, callId } as const
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

function toRequests({ authentication, walletPay }: ConnectParams, iat: string): Proposal['requests'] {
  if (!authentication?.length && walletPay === undefined) return undefined
  return {
    ...(authentication?.length && {
      authentication: authentication.map((params) => toAuthenticationRequest(params, iat)),
    }),
    ...(walletPay !== undefined && { walletPay }),
  }
}

/** What travels of a sign-in that the caller asks for. Source: protocol reference, section 12.2. */
function toAuthenticationRequest(params: AuthenticationParams, iat: string): AuthenticationRequest {
  const { domain, chains, nonce, uri, type, exp, nbf, statement, requestId, resources, signatureTypes } = params
  return {
    domain,
    chains,
    nonce,
    type: type ?? 'caip122',
    aud: uri,
    version: '1',
    iat,
    ...Object.fromEntries(
      Object.entries({ exp, nbf, statement, requestId, resources, signatureTypes }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  }
}
