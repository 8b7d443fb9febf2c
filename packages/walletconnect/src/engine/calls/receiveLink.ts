import { openEnvelope, readEnvelope } from '../../crypto/envelope.ts'
import { EngineError } from '../../errors.ts'
import type { Pairing } from '../../records.ts'
import { parseLinkModeUrl } from '../../rules/parseLinkModeUrl.ts'
import type { Call } from '../call.ts'
import { LINK_START_MS, PAIRING_SECONDS, WAITING_LIMIT } from '../constants.ts'
import { nowSeconds } from '../context.ts'

/**
 * `receiveLink`: a message that another app sent by a link. On a session it goes on by links from then on. Where nothing is known
 * of its topic, a passing pairing stands for it.
 */
export const receiveLink: Call<'receiveLink'> = async (context, { url }, { signal }) => {
  const { tables, options, clock, startedAt } = context
  const { topic, envelope } = parseLinkModeUrl(url)
  const { linkMode, universal } = options.metadata.redirect ?? {}
  if (!linkMode || !universal || !context.openLink)
    throw new EngineError('MISSING_OR_INVALID', 'link: this client does not speak link mode')
  // The link that started this process comes before there is a listener; the wait is bounded also where the clock was set back.
  const leftMs = Math.min(LINK_START_MS, startedAt + LINK_START_MS - clock.now())
  if (leftMs > 0) await new Promise<void>((resolve) => void clock.after(leftMs, resolve))
  if (signal?.aborted) throw new EngineError('ABORTED')
  const session = tables.session.get(topic)
  const symKey = tables.keychain.get(topic)
  if (session && session.transportType !== 'link_mode') {
    // A link shows its topic and anyone can open one; only the peer can seal an envelope.
    const read = readEnvelope(envelope)
    if (read.type !== 0 || symKey === undefined) throw new EngineError('MISSING_OR_INVALID', 'link')
    openEnvelope(read, symKey)
    await tables.commit([{ table: 'session', key: topic, value: { ...session, transportType: 'link_mode' } }])
  }
  if (symKey === undefined && !tables.authKey.has(topic) && !tables.pairing.has(topic)) {
    if (tables.pairing.keys().length >= WAITING_LIMIT) return undefined
    const expiry = nowSeconds(context) + PAIRING_SECONDS
    const passing: Pairing = { topic, expiry, relay: { protocol: 'irn' }, active: false }
    await tables.commit([{ table: 'pairing', key: topic, value: passing }])
  }
  const arrival = { topic, message: envelope, attestation: '', relayAttestation: undefined } as const
  await context.receive({ ...arrival, transport: 'link_mode' })
  return undefined
}
