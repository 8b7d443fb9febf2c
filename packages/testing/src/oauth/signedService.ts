/** Apple as far as a login sees it, and with `twist` an issuer that signs what it should not. */
import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { personOf } from './people.ts'
import type { ServiceClient } from './plainService.ts'
import { type Asked, answerHtml, answerJson, loginPage, redirect } from './web.ts'

/** What a test changes of what is signed. */
export type SignedTwists = {
  /** Claims in place of the right ones. */
  claims?: Readonly<Record<string, unknown>> | undefined
  /** The whole token: `none`, another algorithm, a stranger's key. */
  token?: ((claims: JWTPayload) => Promise<string>) | undefined
  /** The address of a callback, before a person is led there. */
  callback?: ((url: URL) => URL) | undefined
}

/** Who the team of an Apple app is, by the key that its client secrets are signed with. */
export type AppleTeam = { readonly teamId: string; readonly keyId: string; readonly publicKey: CryptoKey }

type Code = { readonly query: URLSearchParams; readonly login: string }

/** Serves an issuer below `/<name>`. With a `team` it is as Apple is; otherwise the client's secret is its own. */
export async function createSignedService(parameters: {
  name: string
  /** What its form says it is; its name where absent. */
  title?: string | undefined
  /** Without a slash at the end. */
  issuer: string
  client: () => ServiceClient
  team?: AppleTeam | undefined
  twists: SignedTwists
}) {
  const { name, title = name, issuer, client, team, twists } = parameters
  const pair = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Code>()
  /** Apple tells a name at the first login alone. */
  const known = new Set<string>()

  function authorize({ url, method, form }: Asked, response: ServerResponse) {
    const query = url.searchParams
    const to = query.get('redirect_uri') ?? ''
    const isPosted = query.get('response_mode') === 'form_post'
    if (query.get('client_id') !== client().id || !client().redirectUris.includes(to)) {
      return answerJson(response, { error: 'invalid_request' }, 400)
    }
    if (team && /email|name/.test(query.get('scope') ?? '') && !isPosted) {
      return answerJson(response, { error: 'invalid_request' }, 400)
    }
    if (method === 'GET') return answerHtml(response, loginPage(title))
    const fields = new URLSearchParams({ state: query.get('state') ?? '' })
    if (form.get('do') === 'cancel') fields.set('error', team ? 'user_cancelled_authorize' : 'access_denied')
    else {
      const login = form.get('login') ?? ''
      const code = randomBytes(16).toString('hex')
      codes.set(code, { query, login })
      fields.set('code', code)
      if (team && !known.has(login)) {
        const { name: called, email } = personOf(login)
        fields.set('user', JSON.stringify({ name: { firstName: called, lastName: 'Example' }, email }))
      }
      known.add(login)
    }
    if (isPosted) return answerHtml(response, postingPage(to, fields))
    const back = new URL(to)
    for (const [field, value] of fields) back.searchParams.set(field, value)
    redirect(response, (twists.callback?.(back) ?? back).href)
  }

  async function exchange({ form }: Asked, response: ServerResponse) {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!(await isClient(form))) return answerJson(response, { error: 'invalid_client' }, 400)
    const challenge = code?.query.get('code_challenge')
    const verifier = form.get('code_verifier') ?? ''
    if (!code || (challenge && challenge !== createHash('sha256').update(verifier).digest('base64url'))) {
      return answerJson(response, { error: 'invalid_grant' }, 400)
    }
    const { subject, email, isVerified } = personOf(code.login)
    const now = Math.floor(Date.now() / 1000)
    const claims: JWTPayload = {
      iss: issuer,
      aud: client().id,
      sub: subject,
      iat: now,
      exp: now + 600,
      nonce: code.query.get('nonce') ?? undefined,
      // Apple writes truth as a text.
      ...(email !== undefined && { email, email_verified: team ? String(isVerified) : isVerified }),
      ...twists.claims,
    }
    const signed = await (twists.token?.(claims) ??
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first' }).sign(pair.privateKey))
    answerJson(response, {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: signed,
    })
  }

  async function isClient(form: URLSearchParams): Promise<boolean> {
    const secret = form.get('client_secret') ?? ''
    if (form.get('client_id') !== client().id) return false
    if (!team) return secret === client().secret
    const checked = await jwtVerify(secret, team.publicKey, {
      algorithms: ['ES256'],
      issuer: team.teamId,
      subject: client().id,
      audience: issuer,
      maxTokenAge: '180d',
      // A secret that does not hold is no client.
    }).catch(() => undefined)
    return checked?.protectedHeader.kid === team.keyId
  }

  return {
    async serve(asked: Asked, response: ServerResponse) {
      const path = asked.url.pathname.slice(name.length + 2)
      if (path === 'authorize') return authorize(asked, response)
      if (path === 'token' && asked.method === 'POST') return exchange(asked, response)
      if (path === 'keys') return answerJson(response, { keys: [jwk] })
      if (path !== '.well-known/openid-configuration') return answerJson(response, {}, 404)
      answerJson(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      })
    },
  }
}

/** A form that sends itself, with a button where no script runs. */
function postingPage(to: string, fields: URLSearchParams): string {
  const inputs = [...fields].map(
    ([field, value]) => `<input type="hidden" name="${escapeHtml(field)}" value="${escapeHtml(value)}">`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Back</title><form method="post" action="${escapeHtml(to)}">${inputs.join('')}<button>Continue</button></form><script>document.forms[0].submit()</script></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
