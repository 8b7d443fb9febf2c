import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSignedService } from './signedService.ts'
import { readAsked } from './web.ts'

const CLIENT = { clientId: 'latchkey-demo', clientSecret: 'a secret for this machine alone' }

/** One issuer of OpenID Connect on this machine: type a name, and you are that person (`people.ts`). */
export type Identity = {
  /** Such as `http://127.0.0.1:9390`. */
  readonly url: string
  /** `social` of the gateway's `login`. */
  readonly social: readonly Readonly<Record<string, unknown>>[]
  /** `issuers` of the vault's configuration. */
  readonly issuers: readonly { readonly issuer: string; readonly clientIds: readonly string[] }[]
  close(): Promise<void>
}

/** Starts it, below `/<id>` of an address of its own. `gateway` is where people reach the gateway; exactly its callback is registered. */
export async function startIdentity(parameters: {
  id: string
  label: string
  gateway: string
  port: number
}): Promise<Identity> {
  const { id, label, gateway, port } = parameters
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${url}/${id}`
  const { clientId, clientSecret } = CLIENT
  const service = await createSignedService({
    name: id,
    title: label,
    issuer,
    client: () => ({ id: clientId, secret: clientSecret, redirectUris: [`${gateway}/oauth/callback/${id}`] }),
    twists: {},
  })
  server.on('request', (request, response) => {
    const served = async () => {
      if (request.url?.startsWith(`/${id}/`)) return service.serve(await readAsked(request, url), response)
      response.writeHead(404).end()
    }
    served().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })
  return {
    url,
    social: [{ kind: 'oidc', id, label, ...CLIENT, issuer }],
    issuers: [{ issuer, clientIds: [clientId] }],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
