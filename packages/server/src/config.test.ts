import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

const chain = {
  id: 'eip155:1',
  name: 'Ethereum',
  rpc: ['https://node.example'],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}

function problemsOf(written: unknown, environment: Record<string, string> = {}): string[] {
  try {
    parseConfig(written, environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((each) => `${each.key}: ${each.problem}`)
    throw error
  }
  return []
}

test('an empty configuration is a gateway on this machine alone, with no project and no chain', () => {
  expect(parseConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    projects: [],
    chains: [],
    analytics: { enabled: false },
  })
})

test('everything that is wrong is told at once: which key, what was found, what is allowed', () => {
  expect(
    problemsOf({
      port: '80',
      projcts: [],
      chain: [],
      logLevel: 'loud',
      projects: [{ id: 'a b', orgins: [], origins: ['https://shop.example/'] }],
      chains: [{ ...chain, rpc: [], nativeCurrency: { ...chain.nativeCurrency, decimals: -1 } }],
    }),
  ).toEqual([
    'port: found "80", must be a number',
    'projects[0].id: found "a b", must be 1 to 128 letters, digits, hyphens or underscores',
    'projects[0].name: is missing',
    'projects[0].origins[0]: found "https://shop.example/", must be an exact origin such as https://shop.example or http://localhost:5173, no path, no wildcard',
    'chains[0].rpc: found a list, must name at least one node',
    'chains[0].nativeCurrency.decimals: found -1, must be at least 0',
    'logLevel: found "loud", must be "debug" or "info" or "warn" or "error" or "silent"',
    'projects[0].orgins: there is no such key',
    'projcts: there is no such key',
    'chain: there is no such key',
  ])
})

test.each([
  ['no object', []],
  ['a text', 'port'],
  ['nothing', null],
])('%s is no configuration', (_name, written) => {
  expect(() => parseConfig(written)).toThrow(ConfigError)
})

test.each([
  'https://shop.example/',
  'https://shop.example/path',
  'https://*.example',
  'shop.example',
  'null',
  '*',
  'https://SHOP.example',
  'https://shop.example:443',
  'https://user@shop.example',
  'ftp://shop.example',
  'file:///index.html',
])('SEC-106: %j is no exact origin', (origin) => {
  expect(problemsOf({ projects: [{ id: 'a', name: 'A', origins: [origin] }] })).toHaveLength(1)
})

test.each(['https://shop.example', 'https://shop.example:8443', 'http://localhost:5173', 'http://[::1]:3000'])(
  'SEC-106: %j is an exact origin',
  (origin) => {
    expect(problemsOf({ projects: [{ id: 'a', name: 'A', origins: [origin] }] })).toEqual([])
  },
)

test.each([
  ['http://node.example', 1],
  ['http://127.0.0.1:8545', 0],
  ['http://localhost:8545', 0],
  ['http://127.0.0.1.evil.example', 1],
  ['ws://127.0.0.1', 1],
  ['node.example', 1],
])('SEC-92: a node at %s gives %i problems', (rpc, count) => {
  expect(problemsOf({ chains: [{ ...chain, rpc: [rpc] }] })).toHaveLength(count)
})

test('SEC-92: plain http to a node elsewhere has to be asked for', () => {
  const withNode = (node: object) => ({ chains: [{ ...chain, rpc: [node] }] })
  expect(problemsOf(withNode({ url: 'http://geth:8545' }))).toEqual([
    'chains[0].rpc[0].url: must be an https address, or http for this machine; allowHttp: true admits http elsewhere',
  ])
  expect(problemsOf(withNode({ url: 'http://geth:8545', allowHttp: true }))).toEqual([])
})

test('a chain or a project that is listed twice is told', () => {
  const project = { id: 'a', name: 'A', origins: [] }
  expect(problemsOf({ chains: [chain, chain], projects: [project, project] })).toEqual([
    'chains[1].id: eip155:1 is listed twice',
    'projects[1].id: "a" is listed twice',
  ])
})

test('only chains of eip155 and solana are served, each with tokens of its own kind', () => {
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const mint = { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }
  expect(problemsOf({ chains: [{ ...chain, id: 'bip122:000000000019d6689c085ae165831e93' }] })).toHaveLength(1)
  expect(problemsOf({ chains: [{ ...chain, id: solana, tokens: [mint] }] })).toEqual([])
  expect(problemsOf({ chains: [{ ...chain, tokens: [mint] }] })[0]).toMatch(/^chains\[0\]\.tokens\[0\]\.address: /)
})

test('a price feed on a chain that is not there is told', () => {
  const feed = { chainId: 'eip155:5', address: `0x${'1'.repeat(40)}`, currency: 'usd' }
  expect(
    problemsOf({ chains: [chain], prices: [{ kind: 'feed', feeds: { [`eip155:1:0x${'e'.repeat(40)}`]: feed } }] }),
  ).toEqual([
    `prices[0].feeds["eip155:1:0x${'e'.repeat(40)}"].chainId: found "eip155:5", must be one of the chains: eip155:1`,
  ])
})

test('environment variables win over the file', () => {
  const environment = {
    LATCHKEY_HOST: '0.0.0.0',
    LATCHKEY_PORT: '9000',
    LATCHKEY_DATA: '/var/lib/latchkey',
    LATCHKEY_LOG_LEVEL: 'warn',
    DATABASE_URL: 'postgres://db.example/latchkey',
  }
  expect(parseConfig({ port: 1, host: 'here', logLevel: 'debug' }, environment)).toMatchObject({
    host: '0.0.0.0',
    port: 9000,
    dataDir: '/var/lib/latchkey',
    logLevel: 'warn',
    databaseUrl: 'postgres://db.example/latchkey',
  })
})

test('a port of the environment that is none is told by its name', () => {
  expect(problemsOf({}, { LATCHKEY_PORT: 'http' })).toEqual(['LATCHKEY_PORT: found "http", must be a port number'])
})

test('SEC-118: secrets come from variables that begin with LATCHKEY_, and from no others', () => {
  const written = (url: string) => ({
    chains: [{ ...chain, rpc: [{ url: 'https://node.example', headers: { key: url } }] }],
  })
  const node = parseConfig(written('env:LATCHKEY_KEY'), { LATCHKEY_KEY: 'abc' }).chains[0]?.rpc[0]
  expect(node).toMatchObject({ headers: { key: 'abc' } })
  expect(problemsOf(written('env:LATCHKEY_KEY'))[0]).toBe(
    'chains[0].rpc[0].headers.key: the environment variable LATCHKEY_KEY is not set',
  )
  expect(problemsOf({ chains: [{ ...chain, rpc: ['env:LATCHKEY_KEY'] }] })).toEqual([
    'chains[0].rpc[0]: the environment variable LATCHKEY_KEY is not set',
  ])
  expect(problemsOf(written('env:HOME'), { HOME: '/root' })[0]).toContain('only variables that begin with LATCHKEY_')
})

test.each([
  ['short', 'a1B2c3D4'],
  ['empty', ''],
  ['repeated', 'abababababababababababababab'],
  ['a default', 'change-me-please-0123456789-abcdef'],
  ['a project id', 'kV3mZr8QpX1tYw7NcB5dLs2H'],
])('SEC-118: a secret that is %s is refused at the start', (_name, token) => {
  const projects = [{ id: 'kV3mZr8QpX1tYw7NcB5dLs2H', name: 'A', origins: [] }]
  expect(problemsOf({ metrics: { token }, projects })).toHaveLength(1)
})

test('SEC-118: a good secret passes, and no message shows a secret that does not', () => {
  expect(problemsOf({ metrics: { token: 'kV3mZr8QpX1tYw7NcB5dLs2H' } })).toEqual([])
  const told = problemsOf({
    metrics: { token: 'hush-hush' },
    databaseUrl: 'mysql://root:hush@db',
    chains: [{ ...chain, rpc: ['http://node.example/hush', { url: 'wss://node.example/hush', headers: 'hush' }] }],
  })
  expect(told).toHaveLength(3)
  expect(told.join()).not.toContain('hush')
})

test('every gateway is a relay unless told otherwise, with bounds on everything that clients can fill', () => {
  expect(parseConfig({}).relay).toEqual({
    enabled: true,
    publicUrls: [],
    requireProject: true,
    shares: { address: 0.1, project: 0.1 },
    maxFrameBytes: 1_048_576,
    maxTtlSeconds: 2_592_000,
    maxSockets: 10_000,
    maxTopicsPerClient: 5_000,
    maxMessagesPerTopic: 10_000,
    maxMailboxBytes: 1_073_741_824,
    calls: { capacity: 4_000, refillPerSecond: 400 },
    callsPerAddress: { capacity: 20_000, refillPerSecond: 2_000 },
    bytesPerAddress: { capacity: 67_108_864, refillPerSecond: 262_144 },
    pacePerAddress: { capacity: 262_144, refillPerSecond: 262_144 },
    connections: { capacity: 600, refillPerSecond: 20 },
  })
})

test('a relay that cannot work is told: addresses that are none, NATS without a shared database', () => {
  expect(
    problemsOf({ relay: { publicUrls: ['relay.example'], nats: { servers: [] }, maxFrameBytes: 10, frames: 1 } }),
  ).toEqual([
    'relay.publicUrls[0]: found "relay.example", must be a wss address',
    'relay.maxFrameBytes: found 10, must be at least 65536',
    'relay.nats.servers: found a list, must name at least one server',
    'relay.frames: there is no such key',
  ])
  expect(problemsOf({ relay: { nats: { servers: ['nats://127.0.0.1'] } } })).toEqual([
    'relay.nats: needs PostgreSQL (DATABASE_URL): the embedded database admits one process',
  ])
  expect(problemsOf({ relay: { nats: { servers: ['nats://127.0.0.1'] } } }, { DATABASE_URL: 'postgres://db' })).toEqual(
    [],
  )
})

test.each([
  ['a chain that has no published market', { id: 'eip155:5', swaps: [{ kind: 'uniswap' }] }, 'chains[0].swaps[0]'],
  [
    'a router without what it is asked by',
    { id: 'eip155:1', swaps: [{ kind: 'uniswap', router: `0x${'1'.repeat(40)}` }] },
    'chains[0].swaps[0]',
  ],
  [
    'a market on a chain of which it is not known what wraps the coin',
    { id: 'eip155:5', swaps: [{ kind: 'uniswap', v2Router: `0x${'1'.repeat(40)}` }] },
    'chains[0].wrappedNative',
  ],
  [
    'a fee where the router takes none',
    {
      id: 'eip155:1',
      swaps: [
        { kind: 'uniswap', v2Router: `0x${'1'.repeat(40)}`, fee: { percent: 1, recipient: `0x${'2'.repeat(40)}` } },
      ],
    },
    'chains[0].swaps[0].fee',
  ],
  [
    'a fee above what routers admit',
    { id: 'eip155:1', swaps: [{ kind: 'uniswap', fee: { percent: 2, recipient: `0x${'2'.repeat(40)}` } }] },
    'chains[0].swaps[0].fee.percent',
  ],
])('%s is refused where it stands', (_name, chain, key) => {
  const written = {
    chains: [
      {
        name: 'Chain',
        rpc: ['https://node.example'],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        ...chain,
      },
    ],
  }
  expect(() => parseConfig(written)).toThrow(ConfigError)
  try {
    parseConfig(written)
  } catch (error) {
    expect((error as ConfigError).problems.map((problem) => problem.key)).toEqual([key])
  }
})

test('a published market needs nothing but its kind', () => {
  const { chains } = parseConfig({
    chains: [
      {
        id: 'eip155:8453',
        name: 'Base',
        rpc: ['https://node.example'],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        swaps: [{ kind: 'uniswap' }],
      },
    ],
  })
  expect(chains[0]?.swaps).toEqual([{ kind: 'uniswap', fees: [100, 500, 3_000, 10_000], via: [] }])
})
