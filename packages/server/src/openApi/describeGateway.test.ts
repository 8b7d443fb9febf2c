import { readFileSync } from 'node:fs'
import { type HistoryPage, WIRE_CODES, type WireCode, type WireErrorBody } from '@latchkey/wire'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createPicture } from '../directory/picture.ts'
import type { GatewayServices } from '../gateway/environment.ts'
import { answerWith, createTestGateway, SHOP } from '../gateway/testGateway.ts'
import { RequestError } from '../RequestError.ts'
import { checkSchema, follow } from './checkSchema.ts'
import { describeGateway, type OpenApi } from './describeGateway.ts'
import type { JsonSchema } from './describeSchema.ts'

type Parameter = { name: string; in: string; required?: boolean; schema: JsonSchema; style?: string; explode?: boolean }
type Answer = {
  description: string
  headers?: Readonly<Record<string, { schema: JsonSchema }>>
  content?: Readonly<Record<string, { schema?: JsonSchema }>>
}
type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  parameters?: readonly (Parameter | { $ref: string })[]
  requestBody?: { content: Readonly<Record<string, { schema: JsonSchema }>> }
  security?: readonly JsonSchema[]
  responses: Readonly<Record<string, Answer & { $ref?: string }>>
}

const folder = new URL('../../', import.meta.url)
const published = parse(readFileSync(new URL('openapi.yaml', folder), 'utf8')) as OpenApi
const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string }

const open = <Part extends object>(part: Part | { $ref: string }): Part =>
  '$ref' in part ? { ...(follow(published, String(part.$ref)) as Part), ...part } : part

const operations = Object.entries(published.paths).flatMap(([path, item]) =>
  Object.entries(open<JsonSchema>(item))
    .filter(([method]) => method !== '$ref')
    .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation: operation as Operation })),
)

function find(method: string, path: string): Operation {
  const found = operations.find((each) => each.path === path && each.method === method)
  if (found === undefined) throw new Error(`${method} ${path} is not in the document`)
  return found.operation
}

/** A page with every field. */
const HISTORY: HistoryPage = {
  data: [
    {
      id: `eip155:31337:0x${'a'.repeat(64)}`,
      metadata: {
        operationType: 'trade',
        hash: `0x${'a'.repeat(64)}`,
        minedAt: '2026-01-01T00:00:00.000Z',
        sentFrom: `0x${'1'.repeat(40)}`,
        sentTo: `0x${'2'.repeat(40)}`,
        status: 'confirmed',
        nonce: 7,
        chain: 'eip155:31337',
        application: null,
        block: 12,
        counterparty: `0x${'2'.repeat(40)}`,
        fee: { amount: '21000', decimals: 18, numeric: '0.000000000000021', symbol: 'ETH', isOwn: true },
        hidden: 'SPAM',
      },
      transfers: [
        {
          fungible_info: {
            name: 'Pine',
            symbol: 'PINE',
            icon: null,
            address: `eip155:31337:0x${'3'.repeat(40)}`,
            isListed: true,
          },
          nft_info: null,
          direction: 'out',
          quantity: { numeric: '1.5', amount: '1500000', decimals: 6 },
          from: `0x${'1'.repeat(40)}`,
          to: `0x${'2'.repeat(40)}`,
          value: null,
          price: null,
        },
        {
          fungible_info: null,
          nft_info: {
            name: null,
            content: null,
            flags: { is_spam: false },
            address: `eip155:31337:0x${'4'.repeat(40)}`,
            tokenId: '1',
          },
          direction: 'in',
          quantity: { numeric: '1', amount: '1', decimals: 0 },
          from: `0x${'2'.repeat(40)}`,
          to: `0x${'1'.repeat(40)}`,
          value: null,
          price: null,
        },
      ],
      moreTransfers: 0,
    },
  ],
  next: 'bmV4dA',
  sources: [
    {
      chainId: 'eip155:31337',
      kind: 'logs',
      state: 'partial',
      code: 'RATE_LIMITED',
      missing: ['transactions', 'older'],
      since: '2025-12-01T00:00:00.000Z',
      readAt: '2026-01-01T00:00:00.000Z',
    },
  ],
}

/** Every part of the shared services, so that no route is left out. */
const services: Partial<GatewayServices> = {
  relayPublicKey: () => ({ publicKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }, expiresAt: 1 }),
  history: { fetchHistory: async () => ({ page: HISTORY, lifetimeMs: 10_000 }) },
  fetchNftPicture: async () => createPicture(new Uint8Array([1]), 'image/webp'),
  answerResolver: async () => '0x00',
  zone: {
    zones: ['shop.example'],
    isOpen: true,
    holds: (name) => name.endsWith('.shop.example'),
    createNonce: async () => ({ nonce: '0123456789abcdef', timestamp: 1_767_225_600, zones: ['shop.example'] }),
    register: async () => NAME,
    setAttributes: async () => ({ bio: 'Grows pines' }),
    setAddress: async () => NAME.addresses,
    transfer: async () => NAME,
    release: async () => undefined,
    find: async () => NAME,
    findOf: async () => [NAME],
    suggest: async () => [{ name: 'mira.shop.example', registered: true }],
  },
  signIn: {
    createNonce: async () => ({ nonce: '0123456789abcdef', token: 'a-token-of-a-nonce' }),
    authenticate: async () => ({ ok: true, token: 'a-token-of-a-session', session: SESSION }),
    findSessions: async ({ tokens }) => (tokens.length > 0 ? [SESSION] : []),
    endSessions: async () => [SESSION],
  },
}
const NAME = {
  name: 'mira.shop.example',
  registered_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  attributes: { bio: 'Grows pines' },
  addresses: { 60: { address: `0x${'1'.repeat(40)}`, created_at: '2026-01-01T00:00:00.000Z' } },
}
const SESSION = {
  tokenHash: 'hash',
  projectId: 'shop',
  origin: SHOP,
  networkId: 'eip155:1',
  account: `0x${'1'.repeat(40)}`,
  address: `0x${'1'.repeat(40)}`,
  domain: 'shop.example',
  uri: SHOP,
  nonce: '0123456789abcdef',
  issuedAt: Date.UTC(2026, 0, 1),
  expiresAt: Date.UTC(2026, 0, 2),
}

test('the published document is what the schemas of today say', () => {
  expect(published, 'run `npm run openapi`').toEqual(JSON.parse(JSON.stringify(describeGateway({ version }))))
})

describe('the document is sound OpenAPI 3.1', () => {
  test('every reference leads somewhere, and schemas hold known keywords only', () => {
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, each] of Object.entries(value)) {
        if (key === '$ref') follow(published, String(each))
        // Checking nothing against a schema still reads each of its keywords.
        if (key === 'schema') checkSchema(published, each as JsonSchema, undefined)
        visit(each)
      }
    }
    visit(published)
    expect(published.openapi).toMatch(/^3\.1\.\d+$/)
    expect(published.info).toMatchObject({ title: expect.any(String), version })
  })

  test('operations have a name of their own, a known tag, and every name in their path as a parameter', () => {
    const names = Object.values(published.paths).flatMap((item) =>
      '$ref' in item ? [] : Object.values(item).map((operation) => (operation as Operation).operationId),
    )
    expect(new Set(names).size).toBe(names.length)
    const tags = (published.tags as { name: string }[]).map(({ name }) => name)
    for (const { path, operation } of operations) {
      expect(path).toMatch(/^\//)
      expect(tags).toEqual(expect.arrayContaining([...operation.tags]))
      const parameters = (operation.parameters ?? []).map(open<Parameter>)
      expect(new Set(parameters.map((each) => `${each.in} ${each.name}`)).size).toBe(parameters.length)
      const inPath = parameters.filter((each) => each.in === 'path')
      expect(inPath.every(({ required }) => required)).toBe(true)
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      for (const each of parameters) expect(['path', 'query', 'header']).toContain(each.in)
      for (const each of parameters) expect(each.schema).toBeTypeOf('object')
    }
  })

  test('answers have a description, statuses are statuses, and codes stand at their own', () => {
    for (const { operation } of operations) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/)
        const { description } = open<Answer>(answer)
        expect(description).not.toBe('')
        if (Number(status) < 400) continue
        for (const code of description.split(', ')) expect(WIRE_CODES[code as WireCode]).toBe(Number(status))
      }
    }
  })

  test('security names a scheme that is described', () => {
    const schemes = Object.keys(published.components.securitySchemes as object)
    for (const { operation } of operations) {
      for (const each of operation.security ?? []) expect(schemes).toEqual(expect.arrayContaining(Object.keys(each)))
    }
  })
})

test('the document has every route of the gateway, and the gateway every path of the document', () => {
  const { app } = createTestGateway({ services })
  const served = app.routes
    .filter(({ method }) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(served.sort())
})

describe('what the gateway answers is what the document says', () => {
  const ADDRESS = `0x${'1'.repeat(40)}`
  const rpc = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
  const named = JSON.stringify({
    coin_type: 60,
    address: ADDRESS,
    message: '{}',
    signature: '0x00',
    recipient_signature: '0x00',
  })
  const event = JSON.stringify({
    eventId: '3f0e7f0a-7c3b-4d1e-9a55-0c2b8d1f6e11',
    url: SHOP,
    domain: 'shop.example',
    timestamp: 1,
    props: { type: 'track', event: 'MODAL_OPEN' },
  })
  const answerNode = answerWith({ eth_getBalance: '0xde0b6b3a7640000', eth_blockNumber: '0x10', eth_getLogs: [] })
  const config = { analytics: { enabled: true } }

  async function check(
    method: string,
    template: string,
    path: string,
    init: RequestInit = {},
    gateway = createTestGateway({ services, config, answerNode }),
  ) {
    const operation = find(method, template)
    const response = await gateway.app.request(path, { method, ...init, headers: { origin: SHOP, ...init.headers } })
    const stated = operation.responses[response.status]
    expect(stated, `${method} ${path} answers ${response.status}`).toBeDefined()
    const answer = open<Answer>(stated as Answer)
    for (const [name, { schema }] of Object.entries(answer.headers ?? {})) {
      const value = response.headers.get(name)
      if (name === 'Set-Cookie' || name === 'Retry-After') continue
      expect(checkSchema(published, schema, value), name).toEqual([])
    }
    const schema = answer.content?.['application/json']?.schema
    const body: unknown = schema === undefined ? undefined : await response.json()
    if (schema !== undefined) expect(checkSchema(published, schema, body)).toEqual([])
    return { operation, response, answer, body }
  }

  test.each([
    ['GET', '/health', '/health', {}],
    ['GET', '/ready', '/ready', {}],
    ['GET', '/relay/public-key', '/relay/public-key', {}],
    ['GET', '/v1/supported-chains', '/v1/supported-chains', {}],
    ['GET', '/v1/socials', '/v1/socials?projectId=shop', {}],
    ['GET', '/v1/identity/{address}', `/v1/identity/${ADDRESS}?projectId=shop`, {}],
    ['GET', '/v1/account/{address}/identity', `/v1/account/${ADDRESS}/identity?projectId=shop`, {}],
    ['GET', '/v1/account/{address}/balance', `/v1/account/${ADDRESS}/balance?currency=usd&projectId=shop`, {}],
    ['GET', '/v1/account/{address}/history', `/v1/account/${ADDRESS}/history?projectId=shop`, {}],
    ['GET', '/v1/profile/account/{name}', '/v1/profile/account/alice.eth?projectId=shop', {}],
    ['GET', '/v1/profile/account/{name}', '/v1/profile/account/nobody.eth?projectId=shop&apiVersion=2', {}],
    ['GET', '/v1/profile/account/{name}', '/v1/profile/account/mira.shop.example?projectId=shop', {}],
    ['POST', '/v1/profile/nonce', '/v1/profile/nonce?projectId=shop', { body: '{}' }],
    ['POST', '/v1/profile/account', '/v1/profile/account?projectId=shop', { body: named }],
    ...['attributes', 'address', 'transfer', 'release'].map(
      (part) =>
        [
          'POST',
          `/v1/profile/account/{name}/${part}`,
          `/v1/profile/account/mira.shop.example/${part}?projectId=shop`,
          { body: named },
        ] as const,
    ),
    ['GET', '/v1/names/resolve/{sender}/{data}', `/v1/names/resolve/${ADDRESS}/0x00`, {}],
    ['POST', '/v1/names/resolve', '/v1/names/resolve', { body: `{"sender":"${ADDRESS}","data":"0x00"}` }],
    ['GET', '/v1/profile/reverse/{address}', `/v1/profile/reverse/${ADDRESS}?projectId=shop`, {}],
    ['GET', '/v1/profile/suggestions/{name}', '/v1/profile/suggestions/mira?projectId=shop', {}],
    ['GET', '/v1/account/{address}/nfts', `/v1/account/${ADDRESS}/nfts?projectId=shop`, {}],
    [
      'GET',
      '/v1/account/{address}/approvals',
      `/v1/account/${ADDRESS}/approvals?currency=usd&fresh=true&projectId=shop`,
      {},
    ],
    ['POST', '/v1', '/v1?chainId=eip155:31337&projectId=shop', { body: rpc('eth_chainId') }],
    ['POST', '/v1/', '/v1/?chainId=eip155:31337&projectId=shop', { body: `[${rpc('eth_blockNumber')},{}]` }],
    ['GET', '/getWallets', '/getWallets?page=1&entries=2&projectId=shop', {}],
    ['GET', '/getWalletImage/{imageId}', '/getWalletImage/logo-1', {}],
    ['GET', '/public/getCurrencyImage/{id}', '/public/getCurrencyImage/USD', {}],
    ['GET', '/public/getNftImage/{imageId}', `/public/getNftImage/eip155:1:${ADDRESS}:7?size=detail`, {}],
    ['GET', '/getAnalyticsConfig', '/getAnalyticsConfig?projectId=shop', {}],
    ['POST', '/e', '/e?projectId=shop', { body: event }],
    ['GET', '/auth/v1/nonce', '/auth/v1/nonce?projectId=shop', {}],
    [
      'POST',
      '/auth/v1/authenticate',
      '/auth/v1/authenticate?projectId=shop',
      { body: '{"message":"m","signature":"0x"}', headers: { 'x-nonce-jwt': 'Bearer a-token-of-a-nonce' } },
    ],
    ['GET', '/auth/v1/me', '/auth/v1/me?projectId=shop', { headers: { authorization: 'Bearer a-token-of-a-session' } }],
    ['POST', '/auth/v1/sign-out', '/auth/v1/sign-out?projectId=shop', { body: '{}' }],
  ] as const)('%s %s, when all is well', async (method, template, path, init) => {
    const { response, answer } = await check(method, template, path, init)
    expect(response.status).toBe(200)
    const [type = ''] = Object.keys(answer.content ?? {})
    expect(response.headers.get('content-type')).toMatch(new RegExp(`^${type.replace('*', '.+')}`))
    expect(response.headers.has('set-cookie')).toBe(answer.headers?.['Set-Cookie'] !== undefined)
    expect(response.headers.has('etag')).toBe(answer.headers?.ETag !== undefined)
  })

  test.each([
    ['/getWallets', '/getWallets?projectId=shop'],
    ['/getWalletImage/{imageId}', '/getWalletImage/logo-1'],
  ])('%s, when the asker has it already', async (template, path) => {
    const { response } = await check('GET', template, path, { headers: { 'if-none-match': '*' } })
    expect(response.status).toBe(304)
  })

  /** Paths for callers of every origin, who know of no project. */
  const forAnyone = [
    '/health',
    '/ready',
    '/metrics',
    '/relay/public-key',
    '/v1/names/resolve/{sender}/{data}',
    '/v1/names/resolve',
    '/v1/onramp/webhooks/{provider}',
  ]
  const refusals = operations
    .filter(({ path }) => !forAnyone.includes(path))
    .map(({ method, path }) => [method, path] as const)

  test.each(refusals)(
    '%s %s, to a project that nobody knows and to a page that is not on the list',
    async (method, template) => {
      const path = template.replace(/\{\w+\}/g, 'a')
      const init = method === 'POST' ? { method, body: '{}' } : {}
      for (const [query, headers, code] of [
        ['projectId=nobody', {}, 'PROJECT_UNKNOWN'],
        ['projectId=shop', { origin: 'https://evil.example' }, 'ORIGIN_NOT_ALLOWED'],
      ] as const) {
        const { answer, body } = await check(method, template, `${path}?${query}`, { ...init, headers })
        expect(answer.description.split(', ')).toContain(code)
        expect(codeOf(body)).toBe(code)
      }
    },
  )

  test.each([
    ['ADDRESS_INVALID', 'GET', '/v1/identity/{address}', '/v1/identity/nobody?projectId=shop', {}],
    ['NOT_FOUND', 'GET', '/v1/profile/account/{name}', '/v1/profile/account/nobody.eth?projectId=shop', {}],
    [
      'CURRENCY_UNSUPPORTED',
      'GET',
      '/v1/account/{address}/balance',
      `/v1/account/${ADDRESS}/balance?currency=dem&projectId=shop`,
      {},
    ],
    [
      'CHAIN_UNSUPPORTED',
      'GET',
      '/v1/account/{address}/balance',
      `/v1/account/${ADDRESS}/balance?currency=usd&chainId=eip155:5&projectId=shop`,
      {},
    ],
    ['INPUT_INVALID', 'GET', '/getWallets', '/getWallets?page=0&projectId=shop', {}],
    ['URL_TOO_LONG', 'GET', '/getWallets', `/getWallets?search=${'a'.repeat(9000)}`, {}],
    ['NOT_FOUND', 'GET', '/getWalletImage/{imageId}', '/getWalletImage/none', {}],
    ['NOT_FOUND', 'GET', '/metrics', '/metrics', {}],
    ['CHAIN_UNSUPPORTED', 'POST', '/v1', '/v1?chainId=eip155:5&projectId=shop', { body: rpc('eth_chainId') }],
    ['BODY_INVALID', 'POST', '/v1', '/v1?chainId=eip155:31337&projectId=shop', { body: 'no JSON' }],
    ['BODY_TOO_LARGE', 'POST', '/e', '/e?projectId=shop', { body: ' '.repeat(17_000) }],
    [
      'BODY_ENCODING_UNSUPPORTED',
      'POST',
      '/e',
      '/e?projectId=shop',
      { body: '{}', headers: { 'content-encoding': 'gzip' } },
    ],
    [
      'SIGN_IN_NONCE_REFUSED',
      'POST',
      '/auth/v1/authenticate',
      '/auth/v1/authenticate?projectId=shop',
      { body: '{"message":"m","signature":"0x"}' },
    ],
    ['SESSION_REFUSED', 'GET', '/auth/v1/me', '/auth/v1/me?projectId=shop', {}],
  ] as const)('%s of %s %s', async (code, method, template, path, init) => {
    const { answer, body } = await check(method, template, path, init)
    expect(codeOf(body)).toBe(code)
    expect(answer.description.split(', ')).toContain(code)
  })

  test('a source that is away, and a gateway that is not ready', async () => {
    const away = async () => {
      throw new RequestError('UPSTREAM_UNAVAILABLE', 'No node answers.')
    }
    const gateway = createTestGateway({
      services: { fetchIdentity: away, checkReady: away },
      answerNode: async () => new Response(null, { status: 500 }),
    })
    const identity = await check('GET', '/v1/identity/{address}', `/v1/identity/${ADDRESS}?projectId=shop`, {}, gateway)
    expect(codeOf(identity.body)).toBe('UPSTREAM_UNAVAILABLE')
    const proxy = await check(
      'POST',
      '/v1',
      '/v1?chainId=eip155:31337&projectId=shop',
      { body: rpc('eth_blockNumber') },
      gateway,
    )
    expect(codeOf(proxy.body)).toBe('UPSTREAM_UNAVAILABLE')
    expect(codeOf((await check('GET', '/ready', '/ready', {}, gateway)).body)).toBe('NOT_READY')
  })

  test('too many calls', async () => {
    const gateway = createTestGateway({ config: { limits: { directory: { capacity: 1, refillPerSecond: 1 } } } })
    await gateway.get('/getWallets?projectId=shop')
    const { response, body } = await check('GET', '/getWallets', '/getWallets?projectId=shop', {}, gateway)
    expect(codeOf(body)).toBe('RATE_LIMITED')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('a project must be named where the document says so, and nowhere else', async () => {
    const gateway = createTestGateway({ services })
    const closed = await Promise.all(
      refusals.map(async ([method, template]) => {
        const response = await gateway.app.request(template.replace(/\{\w+\}/g, 'a'), {
          method,
          ...(method === 'POST' ? { body: '{}' } : {}),
        })
        return response.status === 401 ? `${method} ${template}` : undefined
      }),
    )
    const stated = operations.filter(({ operation }) =>
      operation.parameters?.some((each) => '$ref' in each && each.$ref === '#/components/parameters/neededProjectId'),
    )
    expect(closed.filter((each) => each !== undefined)).toEqual(stated.map(({ method, path }) => `${method} ${path}`))
  })
})

function codeOf(body: unknown): string | undefined {
  const failure = body as Partial<WireErrorBody> & { error?: { data?: { code: string } } }
  return failure.error?.data?.code ?? failure.code
}
