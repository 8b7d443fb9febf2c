import { topicOfKey } from '../../crypto/hashes.ts'
import { createKeyPair, deriveSymKey } from '../../crypto/keys.ts'
import { EngineError } from '../../errors.ts'
import { toResult } from '../../rules/jsonRpc.ts'
import type { Call } from '../call.ts'
import { checkCacaos } from '../checkCacaos.ts'
import { undo } from '../outbound.ts'
import { outcomeOf } from '../outcomeOf.ts'
import { answerKey } from '../recordKeys.ts'
import {
  forgetSignIn,
  keepAuthAnswer,
  requireAuthRequest,
  sealAuthAnswer,
  sendAuthAnswer,
  signInSession,
} from '../signIn.ts'

/**
 * `approveSessionAuthenticate`: answers a sign-in with signed objects, and makes a session where their capability grants one. That
 * session is the wallet's to update, as any other (quirk 20.2 is not copied). Session and answer are on disk before the app is told
 * of them.
 */
export const approveSessionAuthenticate: Call<'approveSessionAuthenticate'> = (context, { id, auths }, { callId }) =>
  context.turns(`auth:${id}`, async () => {
    const { tables, relayer, options } = context
    const request = requireAuthRequest(context, id)
    if (!Array.isArray(auths) || auths.length === 0)
      throw new EngineError('MISSING_OR_INVALID', 'approveSessionAuthenticate() auths')
    await checkCacaos(context, auths, [request.authPayload])
    const keys = await createKeyPair(context.random)
    const { publicKey } = keys
    const symKey = await deriveSymKey(keys.privateKey, request.requester.publicKey)
    const topic = await topicOfKey(symKey)
    const session = signInSession(context, {
      topic,
      pairingTopic: request.pairingTopic,
      self: { publicKey, metadata: options.metadata },
      peer: request.requester,
      controller: publicKey,
      auths,
      transportType: request.transportType,
    })
    const answer = toResult(id, { cacaos: auths, responder: { publicKey, metadata: options.metadata } })
    const sealed = await sealAuthAnswer(context, { ...request, transport: request.transportType }, answer, keys)
    const result = session ? { session } : {}
    const forgetting = forgetSignIn(context, request)
    const pairing = tables.pairing.get(request.pairingTopic)
    const { redirect } = request.requester.metadata
    await tables.commit([
      ...forgetting.changes,
      ...keepAuthAnswer(request, answer, sealed),
      outcomeOf(context, callId, result),
      ...(session
        ? ([
            { table: 'session', key: topic, value: session },
            { table: 'keychain', key: topic, value: symKey },
          ] as const)
        : []),
      ...(pairing
        ? ([
            {
              table: 'pairing',
              key: pairing.topic,
              value: { ...pairing, active: true, peerMetadata: request.requester.metadata },
            },
          ] as const)
        : []),
      ...(redirect?.linkMode && redirect.universal
        ? ([{ table: 'linkApp', key: redirect.universal, value: { at: context.clock.now() } }] as const)
        : []),
    ])
    try {
      // Listening comes first: the app may ask as soon as it has the answer.
      if (session?.transportType === 'relay') await relayer.subscribe([topic])
      await sendAuthAnswer(context, sealed, 'answer')
    } catch (error) {
      relayer.unsubscribe([topic])
      await undo(context, [
        ...forgetting.rollback,
        { table: 'outcome', key: callId },
        { table: 'session', key: topic },
        { table: 'keychain', key: topic },
        ...(pairing ? ([{ table: 'pairing', key: pairing.topic, value: pairing }] as const) : []),
      ])
      throw error
    }
    // Nobody waits for this: an answer that stays is sent once more at most, and dropped by the app.
    tables.commit([{ table: 'sent', key: answerKey(id) }]).catch(() => undefined)
    return result
  })
