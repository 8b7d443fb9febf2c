import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
} from 'openid-client'
import * as v from 'valibot'
import { checkSubject, createAsk, type Identity, type Provider, readName, SocialError } from './provider.ts'

/** Where a service is. `api`: its API's root. */
export type Addresses = { readonly authorize: string; readonly token: string; readonly api: string }

/** Asks the service's API as the person. */
type AskApi = (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>

/** What one service has of its own. */
type Service = {
  readonly label: string
  readonly addresses: Addresses
  readonly scope: string
  /** How the app names itself to the token endpoint. */
  readonly secret: 'form' | 'basic'
  readonly again: Readonly<Record<string, string>>
  /** Who it is, by its API. `app`: what the token must have been made for. */
  read(
    ask: AskApi,
    app: { readonly clientId: string; readonly clientSecret: string; readonly token: string },
  ): Promise<{ subject: string; userName: unknown; email: unknown }>
}

const id = v.union([v.pipe(v.number(), v.integer()), v.string()])
const name = v.optional(v.unknown())

/** The services that sign nothing. Source: spec 5.9, and each one's documentation. */
export const PLAIN_SERVICES = {
  github: {
    label: 'GitHub',
    addresses: {
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      api: 'https://api.github.com',
    },
    scope: 'read:user user:email',
    secret: 'form',
    again: { prompt: 'select_account' },
    async read(ask) {
      const user = v.parse(v.object({ id, login: name }), await ask('/user'))
      // The profile has only an address that the person made public, checked or not.
      const mails = v.parse(
        v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() })),
        await ask('/user/emails'),
      )
      const own = mails.find(({ primary, verified }) => primary && verified)
      return { subject: String(user.id), userName: user.login, email: own?.email }
    },
  },
  discord: {
    label: 'Discord',
    addresses: {
      authorize: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
      api: 'https://discord.com/api',
    },
    scope: 'identify email',
    secret: 'form',
    again: { prompt: 'consent' },
    async read(ask) {
      const user = v.parse(
        v.object({ id, username: name, email: v.nullish(v.string()), verified: v.optional(v.boolean()) }),
        await ask('/users/@me'),
      )
      return { subject: String(user.id), userName: user.username, email: user.verified === true ? user.email : null }
    },
  },
  x: {
    label: 'X',
    addresses: {
      authorize: 'https://x.com/i/oauth2/authorize',
      token: 'https://api.x.com/2/oauth2/token',
      api: 'https://api.x.com',
    },
    scope: 'users.read tweet.read',
    secret: 'basic',
    again: {},
    async read(ask) {
      const { data } = v.parse(v.object({ data: v.object({ id, username: name }) }), await ask('/2/users/me'))
      return { subject: String(data.id), userName: data.username, email: null }
    },
  },
  facebook: {
    label: 'Facebook',
    addresses: {
      authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: 'https://graph.facebook.com/v23.0/oauth/access_token',
      api: 'https://graph.facebook.com/v23.0',
    },
    scope: 'public_profile email',
    secret: 'form',
    again: { auth_type: 'reauthenticate' },
    async read(ask, { clientId, clientSecret, token }) {
      const checked = v.parse(
        v.object({ data: v.object({ app_id: v.string(), is_valid: v.boolean() }) }),
        await ask('/debug_token', { input_token: token, access_token: `${clientId}|${clientSecret}` }),
      )
      if (checked.data.app_id !== clientId || !checked.data.is_valid) {
        throw new SocialError('refused', 'the token is of another app')
      }
      const user = v.parse(
        v.object({ id, name, email: v.optional(v.string()) }),
        await ask('/me', { fields: 'id,name,email' }),
      )
      return { subject: String(user.id), userName: user.name, email: user.email }
    },
  },
} as const satisfies Readonly<Record<string, Service>>

/** A provider by OAuth 2 alone, whose addresses stand here and not at the provider. Source: SEC-66. */
export function createPlainProvider(parameters: {
  kind: keyof typeof PLAIN_SERVICES
  clientId: string
  clientSecret: string
  addresses: Addresses | undefined
  redirectUri: string
  fetch: typeof globalThis.fetch
}): Provider {
  const { kind, clientId, clientSecret, redirectUri } = parameters
  const service: Service = PLAIN_SERVICES[kind]
  const { authorize, token, api } = parameters.addresses ?? service.addresses
  const ask = createAsk(parameters.fetch)
  const configuration = new Configuration(
    // Whoever answers is known by the address that only this provider leads back to, because none of them says who it is.
    { issuer: authorize, authorization_endpoint: authorize, token_endpoint: token },
    clientId,
    undefined,
    service.secret === 'basic' ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret),
  )
  configuration[customFetch] = async (url, init) => readTokenAnswer(await ask(url, init as RequestInit))
  if (new URL(token).protocol === 'http:') allowInsecureRequests(configuration)

  return {
    id: kind,
    label: service.label,
    icon: null,
    response: 'query',
    async lead({ state, verifier }, isAgain) {
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: service.scope,
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isAgain && service.again),
      })
    },
    async finish({ url }, { state, verifier }): Promise<Identity> {
      const tokens = await authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      })
      const askApi: AskApi = async (path, query = {}) => {
        const answer = await ask(`${api}${path}?${new URLSearchParams(query)}`, {
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${tokens.access_token}`,
            'user-agent': 'latchkey-gateway',
          },
        })
        if (!answer.ok) throw new SocialError('refused', `the service's API answered ${answer.status}`)
        return answer.json()
      }
      const person = await service.read(askApi, { clientId, clientSecret, token: tokens.access_token })
      const address = typeof person.email === 'string' ? parseMailAddress(person.email) : undefined
      return {
        issuer: kind,
        subject: checkSubject(person.subject),
        contact: address?.address ?? null,
        userName: readName(person.userName),
        idToken: null,
      }
    },
  }
}

/** GitHub answers failures with 200, and Facebook leaves out what kind its tokens are: as RFC 6749 has them. */
async function readTokenAnswer(answer: Response): Promise<Response> {
  if (!answer.ok) return answer
  const text = await answer.text()
  const again = { status: answer.status, headers: { 'content-type': answer.headers.get('content-type') ?? '' } }
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), v.looseObject({})), text)
  if (!body.success) return new Response(text, again)
  const { error, access_token, token_type } = body.output
  if (typeof error === 'string') return Response.json(body.output, { status: 400 })
  const isShort = access_token !== undefined && token_type === undefined
  return isShort ? Response.json({ ...body.output, token_type: 'bearer' }) : new Response(text, again)
}
