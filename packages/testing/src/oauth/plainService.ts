/** GitHub, Discord, X and Facebook as far as a login sees them, each with what is its own. */
import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { personOf } from './people.ts'
import { type Asked, answerHtml, answerJson, loginPage, redirect } from './web.ts'

export type PlainName = 'github' | 'discord' | 'x' | 'facebook'

/** A client that is registered at every service. */
export type ServiceClient = { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] }

/** What a test changes of a service. */
export type PlainTwists = {
  /** Facebook: the app that tokens are said to be of. */
  appId?: string | undefined
  /** Every answer of the token endpoint is this. */
  tokenAnswer?: { readonly status: number; readonly body: unknown } | undefined
}

type Code = { readonly query: URLSearchParams; readonly login: string }

/** Serves one of them below `/<name>`: `authorize`, `token`, and its API. */
export function createPlainService(name: PlainName, client: () => ServiceClient, twists: PlainTwists) {
  const codes = new Map<string, Code>()
  const tokens = new Map<string, string>()

  function authorize({ url, method, form }: Asked, response: ServerResponse) {
    const query = url.searchParams
    const to = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== client().id || !client().redirectUris.includes(to)) {
      return answerJson(response, { error: 'redirect_uri_mismatch' }, 400)
    }
    if (method === 'GET') return answerHtml(response, loginPage(name))
    const back = new URL(to)
    back.searchParams.set('state', query.get('state') ?? '')
    if (form.get('do') === 'cancel') {
      back.searchParams.set('error', 'access_denied')
      if (name === 'facebook') back.searchParams.set('error_reason', 'user_denied')
    } else {
      const code = randomBytes(16).toString('hex')
      codes.set(code, { query, login: form.get('login') ?? '' })
      back.searchParams.set('code', code)
    }
    redirect(response, back.href)
  }

  function exchange({ form, headers }: Asked, response: ServerResponse) {
    if (twists.tokenAnswer) return answerJson(response, twists.tokenAnswer.body, twists.tokenAnswer.status)
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!isClient(headers.authorization, form)) return answerJson(response, { error: 'invalid_client' }, 401)
    const challenge = code?.query.get('code_challenge')
    const isProven =
      challenge === null || challenge === undefined || challenge === s256(form.get('code_verifier') ?? '')
    if (!code || !isProven || form.get('redirect_uri') !== code.query.get('redirect_uri')) {
      return name === 'github'
        ? answerJson(response, {
            error: 'bad_verification_code',
            error_description: 'The code passed is incorrect or expired.',
          })
        : answerJson(response, { error: 'invalid_grant' }, 400)
    }
    const token = randomBytes(16).toString('hex')
    tokens.set(token, code.login)
    const scope = name === 'github' ? 'read:user,user:email' : 'identify email'
    if (name === 'github' && headers.accept !== 'application/json') {
      response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded' })
      return response.end(`access_token=${token}&scope=${scope}&token_type=bearer`)
    }
    answerJson(response, { access_token: token, scope, ...(name !== 'facebook' && { token_type: 'bearer' }) })
  }

  /** X wants HTTP Basic, the others take the form. */
  function isClient(authorization: string | undefined, form: URLSearchParams): boolean {
    const { id, secret } = client()
    if (name !== 'x') return form.get('client_id') === id && form.get('client_secret') === secret
    const [, sent = ''] = /^Basic (.+)$/.exec(authorization ?? '') ?? []
    // RFC 6749, 2.3.1: both parts are written as in a form.
    const parts = Buffer.from(sent, 'base64')
      .toString()
      .split(':')
      .map((part) => new URLSearchParams(`v=${part}`).get('v'))
    return parts.length === 2 && parts[0] === id && parts[1] === secret
  }

  function callApi({ url, headers }: Asked, path: string, response: ServerResponse) {
    if (name === 'facebook' && path === 'debug_token') {
      const { id, secret } = client()
      if (url.searchParams.get('access_token') !== `${id}|${secret}`) return answerJson(response, { error: {} }, 400)
      const is_valid = tokens.has(url.searchParams.get('input_token') ?? '')
      return answerJson(response, { data: { app_id: twists.appId ?? id, is_valid } })
    }
    const [, token = ''] = /^bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
    const login = tokens.get(token)
    if (login === undefined) return answerJson(response, { message: 'Bad credentials' }, 401)
    const { subject, name: called, email, isVerified } = personOf(login)
    const number = numberOf(subject)
    if (name === 'github' && path === 'user') return answerJson(response, { id: number, login: called, email: null })
    if (name === 'github' && path === 'user/emails') {
      const own = email === undefined ? [] : [{ email, primary: true, verified: isVerified }]
      return answerJson(response, [{ email: `old.${called}@people.example`, primary: false, verified: true }, ...own])
    }
    if (name === 'discord' && path === 'users/@me') {
      return answerJson(response, { id: String(number), username: called, email: email ?? null, verified: isVerified })
    }
    if (name === 'x' && path === '2/users/me') {
      return answerJson(response, { data: { id: String(number), username: called, name: called } })
    }
    if (name === 'facebook' && path === 'me') {
      return answerJson(response, { id: String(number), name: called, ...(email !== undefined && { email }) })
    }
    answerJson(response, { message: 'Not Found' }, 404)
  }

  return {
    serve(asked: Asked, response: ServerResponse) {
      const path = asked.url.pathname.slice(name.length + 2)
      if (path === 'authorize') return authorize(asked, response)
      if (path === 'token' && asked.method === 'POST') return exchange(asked, response)
      callApi(asked, path.replace(/^api\//, ''), response)
    },
  }
}

/** The services count people; the same name has the same number. */
function numberOf(subject: string): number {
  return createHash('sha256').update(subject).digest().readUInt32BE(0)
}

function s256(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
