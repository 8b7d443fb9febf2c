import * as v from 'valibot'
import { createToken, hashToken } from '../../custody/tokens.ts'
import type { GatewayApp } from '../../gateway/environment.ts'
import { BODY_LIMIT, readJsonBody } from '../../gateway/middleware/limits.ts'
import { RequestError } from '../../RequestError.ts'
import { addChannel, answerChannel, readChannel } from '../../storage/channels.ts'
import type { Queryable } from '../../storage/storage.ts'
import { createAsk, SocialError } from './provider.ts'

/** Below the gateway's address, where it is the relay itself. */
const OWN_PATH = '/farcaster'

/** What a phone is asked to sign for. */
export type ChannelRequest = { readonly domain: string; readonly siweUri: string; readonly nonce: string }

const authenticated = v.object({
  message: v.pipe(v.string(), v.maxLength(4096)),
  signature: v.pipe(v.string(), v.regex(/^0x([0-9a-fA-F]{2})+$/), v.maxLength(16_384)),
  username: v.optional(v.pipe(v.string(), v.maxLength(128))),
})

/** What a phone answered. Nothing of it is believed but what the signature holds. */
export type ChannelAnswer = v.InferOutput<typeof authenticated>

/** Channels to phones, each for one login. */
export type Channels = {
  /** Opens one: what names it, and what the phone opens. */
  open(request: ChannelRequest, until: number): Promise<{ readonly token: string; readonly url: string }>
  /** What the phone answered; undefined: nothing yet. Throws `SocialError` away. */
  look(token: string): Promise<ChannelAnswer | undefined>
}

const opened = v.object({ channelToken: v.pipe(v.string(), v.maxLength(512)), url: v.pipe(v.string(), v.url()) })
const status = v.variant('state', [
  v.object({ state: v.literal('pending') }),
  v.object({ state: v.literal('completed'), ...authenticated.entries }),
])

/** Channels of a relay elsewhere, by the public calls of Farcaster's (FIP-11). */
export function createRelayChannels(url: string, fetch: typeof globalThis.fetch): Channels {
  const ask = createAsk(fetch)
  const read = async <Schema extends v.GenericSchema>(schema: Schema, answer: Response) => {
    const body = v.safeParse(schema, answer.ok ? await answer.json() : undefined)
    if (!body.success) throw new SocialError('away', 'the relay of Farcaster gave no answer that fits')
    return body.output
  }
  return {
    async open(request) {
      const { channelToken, url: to } = await read(
        opened,
        await ask(`${url}/v1/channel`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...request, acceptAuthAddress: true }),
        }),
      )
      return { token: channelToken, url: to }
    },
    async look(token) {
      const headers = { authorization: `Bearer ${token}` }
      const found = await read(status, await ask(`${url}/v1/channel/status`, { headers }))
      return found.state === 'pending' ? undefined : found
    },
  }
}

/** Channels of the gateway's own, which speaks the same calls to phones. */
export function createOwnChannels(parameters: {
  storage: Queryable
  publicUrl: string
  now: () => number
}): Channels & { mount(app: GatewayApp): void } {
  const { storage, publicUrl, now } = parameters
  const urlOf = (token: string) => `${publicUrl}${OWN_PATH}/siwf?channelToken=${token}`
  const readToken = (header: string | undefined): string => {
    const [, token] = /^Bearer ([\w-]{43})$/.exec(header ?? '') ?? []
    if (token === undefined) throw new RequestError('NOT_FOUND', 'There is no such channel, or it is over.')
    return token
  }
  const find = async (token: string) => {
    const found = await readChannel(storage, hashToken(token), now())
    if (found === undefined) throw new RequestError('NOT_FOUND', 'There is no such channel, or it is over.')
    return found
  }
  const readAnswer = (written: string | null) =>
    written === null ? undefined : v.parse(authenticated, JSON.parse(written))

  return {
    async open(request, until) {
      const token = createToken()
      await addChannel(storage, {
        tokenHash: hashToken(token),
        request: JSON.stringify(request),
        answer: null,
        expiresAt: until,
      })
      return { token, url: urlOf(token) }
    },
    async look(token) {
      const found = await readChannel(storage, hashToken(token), now())
      return readAnswer(found?.answer ?? null)
    },
    mount(app) {
      app.get(`${OWN_PATH}/v1/channel/status`, async (context) => {
        context.set('routeName', 'farcasterStatus')
        const token = readToken(context.req.header('authorization'))
        const { request, answer } = await find(token)
        const signatureParams = JSON.parse(request) as ChannelRequest
        const { nonce } = signatureParams
        if (answer === null) return context.json({ state: 'pending', nonce, url: urlOf(token), signatureParams }, 202)
        return context.json({ state: 'completed', nonce, ...readAnswer(answer) })
      })
      app.post(`${OWN_PATH}/v1/channel/authenticate`, async (context) => {
        context.set('routeName', 'farcasterAuthenticate')
        const token = readToken(context.req.header('authorization'))
        const body = v.safeParse(authenticated, await readJsonBody(context, BODY_LIMIT))
        if (!body.success) throw new RequestError('BODY_INVALID', 'The body does not fit.')
        await find(token)
        // Once: whoever comes second finds it answered.
        const isFirst = await answerChannel(storage, hashToken(token), JSON.stringify(body.output), now())
        if (!isFirst) throw new RequestError('NOT_FOUND', 'There is no such channel, or it is over.')
        return context.json({ state: 'completed' }, 201)
      })
    },
  }
}
