import { expect, test } from 'vitest'
import { createGuardedFetch, type GuardedFetchError, type SendPinned } from './guardedFetch.ts'

type Answer = Awaited<ReturnType<SendPinned>>

const page = (text = 'ok'): Answer => ({
  status: 200,
  contentType: 'text/plain',
  location: undefined,
  body: new TextEncoder().encode(text),
})
const redirect = (location: string): Answer => ({ ...page(''), status: 302, location })

function createWorld(
  parameters: {
    hosts?: Readonly<Record<string, readonly (readonly string[])[]>>
    answer?: (url: URL) => Answer | Promise<Answer>
    limits?: { bytes: number; timeoutMs: number; redirects: number }
  } = {},
) {
  const lookups: string[] = []
  const sent: string[] = []
  const guardedFetch = createGuardedFetch({
    resolve: async (hostname) => {
      lookups.push(hostname)
      const rounds = parameters.hosts?.[hostname]
      if (rounds === undefined) throw new Error('ENOTFOUND')
      const round = rounds[Math.min(lookups.filter((each) => each === hostname).length, rounds.length) - 1] ?? []
      return round.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    send: async ({ url, address }) => {
      sent.push(`${url.href} via ${address}`)
      return (parameters.answer ?? (() => page()))(url)
    },
    limits: parameters.limits,
  })
  const reasonOf = (url: string) =>
    guardedFetch(url).then(
      () => 'passed',
      (error: GuardedFetchError) => error.reason,
    )
  return { guardedFetch, reasonOf, lookups, sent }
}

test.each([
  ['plain http', 'http://good.example/', 'schemeDenied'],
  ['a file', 'file:///etc/passwd', 'schemeDenied'],
  ['data', 'data:text/plain,hi', 'schemeDenied'],
  ['gopher', 'gopher://good.example/', 'schemeDenied'],
  ['another port', 'https://good.example:8443/', 'portDenied'],
  ['the http port', 'https://good.example:80/', 'portDenied'],
  ['credentials', 'https://user:pass@good.example/', 'credentialsDenied'],
  ['no address', 'not an address', 'addressInvalid'],
  ['loopback by number', 'https://127.0.0.1/', 'hostDenied'],
  ['loopback in decimal', 'https://2130706433/', 'hostDenied'],
  ['loopback in octal', 'https://0177.0.0.1/', 'hostDenied'],
  ['loopback in hex', 'https://0x7f.1/', 'hostDenied'],
  ['loopback shortened', 'https://127.1/', 'hostDenied'],
  ['loopback in full-width digits', 'https://１２７.０.０.１/', 'hostDenied'],
  ['IPv6 loopback', 'https://[::1]/', 'hostDenied'],
  ['mapped loopback', 'https://[::ffff:127.0.0.1]/', 'hostDenied'],
  ['translated loopback', 'https://[64:ff9b::127.0.0.1]/', 'hostDenied'],
  ['cloud metadata', 'https://169.254.169.254/latest/meta-data/', 'hostDenied'],
  ['a name for a private address', 'https://private.example/', 'hostDenied'],
  ['a name for a public and a private address', 'https://mixed.example/', 'hostDenied'],
  ['a name for mapped loopback', 'https://mapped.example/', 'hostDenied'],
  ['a name that is not there', 'https://nowhere.example/', 'hostUnknown'],
  ['a name without addresses', 'https://empty.example/', 'hostUnknown'],
])('SEC-110: %s is refused and nothing is sent', async (_name, url, reason) => {
  const world = createWorld({
    hosts: {
      'good.example': [['93.184.215.14']],
      'private.example': [['192.168.0.10']],
      'mixed.example': [['93.184.215.14', '10.0.0.1']],
      'mapped.example': [['::ffff:7f00:1']],
      'empty.example': [[]],
    },
  })
  expect(await world.reasonOf(url)).toBe(reason)
  expect(world.sent).toEqual([])
})

test('SEC-110: the checked address is the one that is connected to, and the name is looked up once', async () => {
  const world = createWorld({ hosts: { 'rebind.example': [['93.184.215.14'], ['127.0.0.1']] } })
  await world.guardedFetch('https://rebind.example/a')
  expect(world.sent).toEqual(['https://rebind.example/a via 93.184.215.14'])
  expect(world.lookups).toEqual(['rebind.example'])
})

test('SEC-110: a name that turns private between two redirects is caught', async () => {
  const world = createWorld({
    hosts: { 'rebind.example': [['93.184.215.14'], ['127.0.0.1']] },
    answer: () => redirect('/again'),
  })
  expect(await world.reasonOf('https://rebind.example/')).toBe('hostDenied')
  expect(world.sent).toHaveLength(1)
})

test.each([
  ['loopback', 'https://127.0.0.1/', 'hostDenied'],
  ['http', 'http://good.example/', 'schemeDenied'],
  ['a port', '//good.example:22/', 'portDenied'],
  ['nonsense', 'https://', 'redirectInvalid'],
])('SEC-110: a redirect to %s is refused', async (_name, location, reason) => {
  const world = createWorld({ hosts: { 'good.example': [['93.184.215.14']] }, answer: () => redirect(location) })
  expect(await world.reasonOf('https://good.example/')).toBe(reason)
  expect(world.sent).toHaveLength(1)
})

test('SEC-110: three redirects pass, a fourth does not', async () => {
  const hosts = { 'good.example': [['93.184.215.14']] }
  const steps = (count: number) => (url: URL) =>
    Number(url.searchParams.get('n')) < count ? redirect(`/?n=${Number(url.searchParams.get('n')) + 1}`) : page('there')
  expect(await createWorld({ hosts, answer: steps(3) }).reasonOf('https://good.example/?n=0')).toBe('passed')
  expect(await createWorld({ hosts, answer: steps(4) }).reasonOf('https://good.example/?n=0')).toBe('redirectsTooMany')
})

test('SEC-110: a host that does not answer is given up', async () => {
  const world = createWorld({
    hosts: { 'slow.example': [['93.184.215.14']] },
    answer: () => new Promise(() => undefined),
    limits: { bytes: 100, timeoutMs: 30, redirects: 3 },
  })
  expect(await world.reasonOf('https://slow.example/')).toBe('timeout')
})
