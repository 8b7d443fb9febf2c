import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFrameApp, readFrame } from './createFrameApp.ts'
import { verifyFrame } from './verifyFrame.ts'

const HOSTS = ['https://shop.example', 'https://www.shop.example']

/** A frame of two files, served; `change` writes another byte into one of them first. */
const serve = (change?: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const texts = { 'index.html': '<!doctype html>', 'assets/page-A1.js': 'one()' }
  const hash = (text: string) => createHash('sha256').update(text).digest('base64')
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, hash(text)]))
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries(texts))
    writeFileSync(join(folder, name), name === change ? `${text} ` : text)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ version: '1', files }))
  const app = createFrameApp({
    files: readFrame(folder),
    gatewayUrl: 'https://api.wallet.example',
    vaultOrigin: 'https://vault.wallet.example',
    projects: [
      { id: 'shop', origins: HOSTS },
      { id: 'closed', origins: [] },
    ],
    chains: [{ id: 'eip155:31337', name: 'Slope', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }],
  })
  const ask = (path: string) => app.request(`https://wallet.example${path}`)
  const verify = () =>
    verifyFrame({
      url: 'https://wallet.example',
      manifest: { version: '1', files },
      fetch: (async (url: URL) => app.request(url.href)) as unknown as typeof fetch,
    })
  return { ask, verify, folder, files }
}

const policyOf = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
      const [name = '', ...values] = rule.split(' ')
      return [name, values.join(' ')] as const
    }),
  )

test.each(['/', '/v1/frame?projectId=shop', '/assets/page-A1.js', '/config.json', '/nothing'])(
  'SEC-21, SEC-24, SEC-26: %s has the whole policy, without a wildcard, and nothing unsafe',
  async (path) => {
    const response = await serve().ask(path)
    const policy = policyOf(response)
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self' https://api.wallet.example https://vault.wallet.example",
      'base-uri': "'none'",
      'form-action': "'none'",
      'object-src': "'none'",
      'frame-src': "'none'",
      'worker-src': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'latchkey',
      sandbox: 'allow-scripts allow-same-origin allow-downloads',
    })
    const whole = response.headers.get('content-security-policy') ?? ''
    expect(whole).not.toMatch(/unsafe|\*|blob:|https:(?!\/\/)/)
  },
)

test.each<[string, string]>([
  ['?projectId=shop', HOSTS.join(' ')],
  ['?projectId=closed', "'none'"],
  ['?projectId=nobody', "'none'"],
  ['?projectId=shop%20*', "'none'"],
  ['?projectId=constructor', "'none'"],
  ['', "'none'"],
])('SEC-22: an address with %j may be embedded by %s', async (query, ancestors) => {
  expect(policyOf(await serve().ask(`/v1/frame${query}`)).get('frame-ancestors')).toBe(ancestors)
})

test('SEC-23: asks browsers for passkeys and copying, and for nothing else', async () => {
  const policy = (await serve().ask('/')).headers.get('permissions-policy') ?? ''
  const granted = policy.split(', ').filter((rule) => !rule.endsWith('=()'))
  expect(granted).toEqual([
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
    'clipboard-write=(self)',
  ])
  for (const denied of ['camera', 'geolocation', 'microphone', 'payment', 'storage-access'])
    expect(policy).toContain(`${denied}=()`)
})

test('SEC-25, SEC-27: files are kept for ever and by this origin alone, the page by nobody', async () => {
  const { ask } = serve()
  const [page, file] = [await ask('/v1/frame'), await ask('/assets/page-A1.js')]
  expect([page.headers.get('cache-control'), page.headers.get('content-type')]).toEqual([
    'no-store',
    'text/html; charset=utf-8',
  ])
  expect([file.headers.get('cache-control'), file.headers.get('cross-origin-resource-policy')]).toEqual([
    'public, max-age=31536000, immutable',
    'same-origin',
  ])
  for (const { headers } of [page, file])
    expect([
      headers.get('x-content-type-options'),
      headers.get('referrer-policy'),
      headers.get('x-robots-tag'),
      headers.get('strict-transport-security'),
      headers.get('server'),
    ]).toEqual(['nosniff', 'no-referrer', 'noindex', 'max-age=63072000; includeSubDomains', null])
})

test('SEC-20: takes nothing, and serves no file that is not of the build', async () => {
  const { ask } = serve()
  for (const path of ['/nothing', '/../package.json', '/assets/%2e%2e/manifest', '/assets'])
    expect((await ask(path)).status, path).toBe(404)
  const app = createFrameApp({
    files: new Map([['/index.html', Buffer.from('the page')]]),
    gatewayUrl: 'https://a.example',
    vaultOrigin: 'https://b.example',
    projects: [],
    chains: [],
  })
  for (const method of ['PUT', 'POST', 'PATCH', 'DELETE'])
    expect((await app.request('https://wallet.example/', { method, body: 'x' })).status, method).toBe(404)
  expect(await (await app.request('https://wallet.example/')).text()).toBe('the page')
})

test('SEC-130: a live frame is compared with the build, to the byte', async () => {
  expect(await serve().verify()).toEqual([])
  expect(await serve('assets/page-A1.js').verify()).toEqual(['/assets/page-A1.js: differs'])
  expect(await serve('index.html').verify()).toEqual(['/: differs', '/v1/frame: differs'])
})

test('SEC-130: a file that is not served is told', async () => {
  const { folder, files } = serve()
  const app = createFrameApp({
    files: new Map([...readFrame(folder)].filter(([name]) => !name.startsWith('/assets'))),
    gatewayUrl: 'https://a.example',
    vaultOrigin: 'https://b.example',
    projects: [],
    chains: [],
  })
  const asked = (async (url: URL) => app.request(url.href)) as unknown as typeof fetch
  expect(await verifyFrame({ url: 'https://wallet.example', manifest: { version: '1', files }, fetch: asked })).toEqual(
    ['/assets/page-A1.js: is not served'],
  )
})

test('SEC-45: the frame hears of the servers and of the operator’s own networks by the configuration, and by nobody else', async () => {
  const answer = await serve().ask('/config.json')
  expect(await answer.json()).toEqual({
    gateway: 'https://api.wallet.example',
    vault: 'https://vault.wallet.example',
    networks: [{ id: 'eip155:31337', name: 'Slope', symbol: 'ETH', decimals: 18 }],
    descriptions: [],
  })
})
