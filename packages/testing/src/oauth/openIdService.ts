/** `oidc-provider`, a certified implementation, with a login form of ours. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { personOf } from './people.ts'
import type { ServiceClient } from './plainService.ts'
import { answerHtml, loginPage, readAsked } from './web.ts'

/** Serves it below the path of its issuer. */
export function createOpenIdService(issuer: string, client: ServiceClient) {
  const { pathname } = new URL(issuer)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...client.redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // What a login wants to know stands in the token, as at the great ones.
    conformIdTokenClaims: false,
    ttl: { Interaction: 600, Grant: 600, Session: 3_600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    cookies: { keys: ['a key for tests alone'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `${pathname}/login/${uid}` },
    findAccount: (_context: unknown, login: string) => {
      const { subject, name, email, isVerified } = personOf(login)
      return {
        accountId: login,
        claims: () => ({ sub: subject, name, ...(email !== undefined && { email, email_verified: isVerified }) }),
      }
    },
    // Whoever logged in has agreed.
    loadExistingGrant: async (context: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({
        accountId: context.oidc.session.accountId,
        clientId: context.oidc.client.clientId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()

  return {
    async serve(request: IncomingMessage, response: ServerResponse) {
      const path = request.url ?? '/'
      if (!path.startsWith(`${pathname}/login/`)) {
        request.url = path.slice(pathname.length) || '/'
        Object.assign(request, { originalUrl: path })
        return handle(request, response)
      }
      const { method, form } = await readAsked(request, issuer)
      await provider.interactionDetails(request, response)
      if (method === 'GET') return answerHtml(response, loginPage('Example ID'))
      const result =
        form.get('do') === 'cancel'
          ? { error: 'access_denied', error_description: 'The person said no.' }
          : { login: { accountId: form.get('login') ?? '' } }
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    },
  }
}
