import { topicOfKey } from '../../crypto/hashes.ts'
import { deriveSymKey } from '../../crypto/keys.ts'
import { ENGINE_ERRORS, EngineError } from '../../errors.ts'
import type { AuthPayload, AuthRequest, Cacao } from '../../records.ts'
import { toResult } from '../../rules/jsonRpc.ts'
import { toObject } from '../../rules/values.ts'
import { checkCacaos } from '../checkCacaos.ts'
import { AUTH_SECONDS, WAITING_LIMIT } from '../constants.ts'
import { nowSeconds } from '../context.ts'
import { keepAnswer } from '../keepAnswer.ts'
import type { Handled, Method } from '../method.ts'
import { parseParticipant, parseSecond } from '../parse.ts'
import { parseAuthPayload } from '../parseAuthPayload.ts'
import { errorOf } from '../send.ts'
import { sealAuthAnswer, sendAuthAnswer, signInSession } from '../signIn.ts'
import { verify } from '../verify.ts'

/** A sign-in reaches a wallet. */
export const onAuthenticate: Method['onRequest'] = async (context, request, opened) => {
  const { tables, emit } = context
  const { id } = request
  const { topic, transport } = opened
  if (tables.auth.has(String(id)) || tables.auth.getAll().length >= WAITING_LIMIT) return {}
  const params = toObject(request.params)
  // Without a requester there is no topic to answer on.
  const requester = parseParticipant(params.requester, 'authenticate() requester')
  const expiryTimestamp = parseSecond(context, params.expiryTimestamp, nowSeconds(context) + AUTH_SECONDS)
  if (expiryTimestamp <= nowSeconds(context)) return {}
  let authPayload: AuthPayload
  try {
    authPayload = parseAuthPayload(params.authPayload)
  } catch (error) {
    const answer = { id, topic, requester, transport }
    const refusal = await sealAuthAnswer(context, answer, errorOf(id, error))
    return { after: () => sendAuthAnswer(context, refusal, 'autoReject') }
  }
  const verifyContext = await verify(context, 'wc_sessionAuthenticate', requester.metadata, opened)
  const record: AuthRequest = {
    id,
    pairingTopic: topic,
    requester,
    authPayload,
    expiryTimestamp,
    verifyContext,
    transportType: transport,
  }
  return {
    changes: [{ table: 'auth', key: String(id), value: record }],
    after: () =>
      emit('session_authenticate', {
        id,
        topic,
        params: { requester, authPayload, expiryTimestamp },
        verifyContext,
      }),
  }
}

/** A sign-in is answered: checked, and made a session where it grants one. */
export const onAuthenticated: NonNullable<Method['onResponse']> = async (context, sent, response, opened) => {
  const { tables, relayer, emit } = context
  const authKey = tables.authKey.get(opened.topic)
  const fail = (answer: typeof response): Handled => {
    const kept = keepAnswer(context, sent, answer)
    const changes = authKey ? [...kept.changes, ...forgetAuth(authKey)] : kept.changes
    return { ...kept, changes }
  }
  // A wallet that does not know sign-ins says so and shows the proposal that was sent with it.
  if ('error' in response) return response.error.code === ENGINE_ERRORS.WC_METHOD_UNSUPPORTED ? {} : fail(response)
  const asked = authKey?.payload
  const privateKey = authKey && tables.keychain.get(authKey.publicKey)
  if (!authKey || !asked || privateKey === undefined) return {}
  try {
    const { cacaos, responder } = toObject(response.result)
    const auths = (Array.isArray(cacaos) ? cacaos : []) as readonly Cacao[]
    const peer = parseParticipant(responder, 'authenticate() responder')
    if (auths.length === 0) throw new EngineError('SESSION_SETTLEMENT_FAILED', 'Signature verification failed')
    await checkCacaos(context, auths, [asked])
    const symKey = await deriveSymKey(privateKey, peer.publicKey)
    const topic = await topicOfKey(symKey)
    const self = { publicKey: authKey.publicKey, metadata: context.options.metadata }
    const session = signInSession(context, {
      topic,
      pairingTopic: authKey.pairingTopic,
      self,
      peer,
      controller: peer.publicKey,
      auths,
      transportType: opened.transport,
    })
    const kept = keepAnswer(context, sent, toResult(sent.id, { auths, ...(session && { topic }) }))
    const pairing = tables.pairing.get(authKey.pairingTopic)
    const link = peer.metadata.redirect?.universal
    const proposal = tables.proposal.get(String(authKey.proposalId))
    return {
      changes: [
        ...kept.changes,
        ...forgetAuth(authKey),
        { table: 'sent', key: String(authKey.proposalId) },
        ...(proposal ? ([{ table: 'proposal', key: String(proposal.id) }] as const) : []),
        ...(session
          ? ([
              { table: 'session', key: topic, value: session },
              { table: 'keychain', key: topic, value: symKey },
            ] as const)
          : []),
        ...(pairing
          ? ([{ table: 'pairing', key: pairing.topic, value: { ...pairing, peerMetadata: peer.metadata } }] as const)
          : []),
        ...(link && peer.metadata.redirect?.linkMode
          ? ([{ table: 'linkApp', key: link, value: { at: context.clock.now() } }] as const)
          : []),
      ],
      after() {
        relayer.unsubscribe([opened.topic])
        if (session?.transportType === 'relay')
          relayer.subscribe([topic]).catch(() => context.logger.debug('A session topic waits for the relay.'))
        kept.after()
        if (session) emit('session_connect', { session })
      },
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return fail(errorOf(sent.id, error))
  }
}

function forgetAuth(key: { readonly responseTopic: string; readonly publicKey: string }) {
  return [
    { table: 'authKey', key: key.responseTopic },
    { table: 'keychain', key: key.publicKey },
  ] as const
}
