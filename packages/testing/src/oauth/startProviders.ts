import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportPKCS8, generateKeyPair } from 'jose'
import { createOpenIdService } from './openIdService.ts'
import { createPlainService, type PlainTwists, type ServiceClient } from './plainService.ts'
import { createSignedService, type SignedTwists } from './signedService.ts'
import { readAsked } from './web.ts'

const CLIENT = { id: 'latchkey-of-tests', secret: 'a secret for tests alone' }

const TEAM = { teamId: 'TEAMID1234', keyId: 'KEYID12345' }

/** Other services on this machine, each with a login form: type a name, and you are that person (`people.ts`). */
export type Providers = {
  /** Such as `http://127.0.0.1:9390`. */
  readonly url: string
  /** `social` of the gateway's `login`: all of them, in this order. */
  readonly social: readonly Readonly<Record<string, unknown>>[]
  /** `issuers` of the vault's configuration. */
  readonly issuers: readonly { readonly issuer: string; readonly clientIds: readonly string[] }[]
  /** What tests change while they run. */
  readonly twists: {
    readonly github: PlainTwists
    readonly discord: PlainTwists
    readonly x: PlainTwists
    readonly facebook: PlainTwists
    readonly apple: SignedTwists
    readonly google: SignedTwists
  }
  close(): Promise<void>
}

/**
 * Starts them in one server: Google, X, Discord, GitHub, Apple and Facebook as far as a login sees them, and `example`, which is a live
 * `oidc-provider`. `gateway` is where people reach the gateway; exactly its callbacks are registered.
 */
export async function startProviders(parameters: { gateway: string; port?: number | undefined }): Promise<Providers> {
  const { gateway, port = 0 } = parameters
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientOf = (name: string): ServiceClient => ({ ...CLIENT, redirectUris: [`${gateway}/oauth/callback/${name}`] })
  const team = await generateKeyPair('ES256', { extractable: true })
  const twists: Providers['twists'] = { github: {}, discord: {}, x: {}, facebook: {}, apple: {}, google: {} }
  const plain = (['github', 'discord', 'x', 'facebook'] as const).map(
    (name) => [name, createPlainService(name, () => clientOf(name), twists[name])] as const,
  )
  const services = new Map<string, (typeof plain)[number][1] | Awaited<ReturnType<typeof createSignedService>>>(plain)
  const signed = async (name: 'google' | 'apple', ofTeam?: Parameters<typeof createSignedService>[0]['team']) =>
    services.set(
      name,
      await createSignedService({
        name,
        issuer: `${url}/${name}`,
        client: () => clientOf(name),
        team: ofTeam,
        twists: twists[name],
      }),
    )
  await signed('google')
  await signed('apple', { ...TEAM, publicKey: team.publicKey })
  const openId = createOpenIdService(`${url}/example`, clientOf('example'))

  server.on('request', (request, response) => {
    const [, name = ''] = (request.url ?? '').split(/[/?]/)
    const service = services.get(name)
    const served = async () => {
      if (name === 'example') return openId.serve(request, response)
      if (service) return service.serve(await readAsked(request, url), response)
      response.writeHead(404).end()
    }
    served().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })

  const client = { clientId: CLIENT.id, clientSecret: CLIENT.secret }
  const addressesOf = (name: string) => ({
    addresses: { authorize: `${url}/${name}/authorize`, token: `${url}/${name}/token`, api: `${url}/${name}/api` },
  })
  return {
    url,
    social: [
      { kind: 'google', ...client, issuer: `${url}/google` },
      { kind: 'x', ...client, ...addressesOf('x') },
      { kind: 'discord', ...client, ...addressesOf('discord') },
      { kind: 'github', ...client, ...addressesOf('github') },
      {
        kind: 'apple',
        clientId: CLIENT.id,
        ...TEAM,
        privateKey: await exportPKCS8(team.privateKey),
        issuer: `${url}/apple`,
      },
      { kind: 'facebook', ...client, ...addressesOf('facebook') },
      { kind: 'oidc', id: 'example', label: 'Example ID', ...client, issuer: `${url}/example` },
    ],
    issuers: ['google', 'apple', 'example'].map((name) => ({ issuer: `${url}/${name}`, clientIds: [CLIENT.id] })),
    twists,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
