import { encodeFunctionData, encodePacked, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ConfigInput } from '../../config.ts'
import { answerWith, createTestGateway, type NodeRequest } from '../testGateway.ts'

const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const SHOP_CONTRACT: Hex = `0x${'c0'.repeat(20)}`
const OTHER: Hex = `0x${'d0'.repeat(20)}`
const PAYMASTER: Hex = `0x${'e0'.repeat(20)}`
const ACCOUNT: Hex = `0x${'a1'.repeat(20)}`
const HASH: Hex = `0x${'12'.repeat(32)}`
const MULTI_SEND: Hex = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const PLANT: Hex = '0xdeadbeef'

const sponsor = {
  paymaster: PAYMASTER,
  context: { policy: 'trees' },
  targets: [{ address: SHOP_CONTRACT, methods: [PLANT] }],
  perOperation: '1000000000000000',
  perAccountAndDay: '2000000000000000',
  perProjectAndDay: '9000000000000000',
}
const configWith = (bundlers: NonNullable<NonNullable<ConfigInput['chains']>[number]['bundlers']>): ConfigInput => ({
  chains: [
    {
      id: 'eip155:31337',
      name: 'Slope',
      rpc: ['https://first.example/'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      bundlers,
    },
    {
      id: 'eip155:1',
      name: 'Bare',
      rpc: ['https://first.example/'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ],
})
const BOTH = configWith([
  { service: 'https://bundler.example/rpc?apikey=bundler-secret-key', sponsor },
  { name: 'spare', service: { url: 'https://spare.example/', headers: { authorization: 'Bearer spare-secret' } } },
])

const path = '/v1/bundler?projectId=shop&chainId=eip155:31337'
const open = (
  answerNode: (request: NodeRequest) => Response | Promise<Response>,
  options: Partial<Parameters<typeof createTestGateway>[0]> = {},
) => createTestGateway({ config: BOTH, answerNode, ...options })
const ask = async (gateway: ReturnType<typeof createTestGateway>, method: string, params?: unknown, at = path) => {
  const response = await gateway.post(
    at,
    JSON.stringify({ jsonrpc: '2.0', id: 7, method, ...(params !== undefined && { params }) }),
  )
  return { status: response.status, body: (await response.json()) as unknown }
}
const asked = (gateway: ReturnType<typeof createTestGateway>) =>
  gateway.asked.map(({ url, body }) => [url, (body as { method: string }).method])

const execute = (to: Hex, value: bigint, data: Hex, kind = 0) =>
  encodeFunctionData({
    abi: parseAbi(['function executeUserOp(address to, uint256 value, bytes data, uint8 operation)']),
    args: [to, value, data, kind],
  })
const batch = (...calls: readonly (readonly [Hex, Hex])[]) =>
  execute(
    MULTI_SEND,
    0n,
    encodeFunctionData({
      abi: parseAbi(['function multiSend(bytes transactions)']),
      args: [
        `0x${calls
          .map(([to, data]) =>
            encodePacked(
              ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
              [0, to, 0n, BigInt(data.length / 2 - 1), data],
            ).slice(2),
          )
          .join('')}`,
      ],
    }),
    1,
  )
const operation = {
  sender: ACCOUNT,
  nonce: '0x0',
  callData: execute(SHOP_CONTRACT, 0n, `${PLANT}00`),
  callGasLimit: '0x186a0',
  verificationGasLimit: '0x186a0',
  preVerificationGas: '0xc350',
  maxFeePerGas: '0x3b9aca00',
  maxPriorityFeePerGas: '0x1',
}
const signed = { ...operation, signature: '0x1234' }
const stub = {
  paymaster: PAYMASTER,
  paymasterData: '0xabcd',
  paymasterVerificationGasLimit: '0x30d40',
  paymasterPostOpGasLimit: '0x0',
}

describe('what passes', () => {
  test('an operation goes to the first bundler of the chain, and the named one on demand', async () => {
    const gateway = open(answerWith({ eth_sendUserOperation: HASH }))
    const sent = await ask(gateway, 'eth_sendUserOperation', [signed, ENTRY_POINT])
    expect(sent).toEqual({ status: 200, body: { jsonrpc: '2.0', id: 7, result: HASH } })
    await ask(gateway, 'eth_sendUserOperation', [signed, ENTRY_POINT], `${path}&bundler=spare`)
    expect(asked(gateway)).toEqual([
      ['https://bundler.example/rpc?apikey=bundler-secret-key', 'eth_chainId'],
      ['https://bundler.example/rpc?apikey=bundler-secret-key', 'eth_sendUserOperation'],
      ['https://spare.example/', 'eth_chainId'],
      ['https://spare.example/', 'eth_sendUserOperation'],
    ])
  })

  test('an operation is handed to a bundler once, whatever that says', async () => {
    const gateway = open((request) =>
      (request.body as { method: string }).method === 'eth_chainId'
        ? answerWith({})(request)
        : new Response('', { status: 502 }),
    )
    expect(await ask(gateway, 'eth_sendUserOperation', [signed, ENTRY_POINT])).toMatchObject({
      status: 503,
      body: { error: { data: { code: 'UPSTREAM_UNAVAILABLE' } } },
    })
    expect(asked(gateway).filter(([, method]) => method === 'eth_sendUserOperation')).toHaveLength(1)
  })

  test('a refusal of the bundler is an answer', async () => {
    const gateway = open((request) => {
      const { id, method } = request.body as { id: number; method: string }
      if (method === 'eth_chainId') return answerWith({})(request)
      return Response.json({ jsonrpc: '2.0', id, error: { code: -32500, message: 'AA25 invalid account nonce' } })
    })
    expect((await ask(gateway, 'eth_sendUserOperation', [signed, ENTRY_POINT])).body).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32500, message: 'AA25 invalid account nonce' },
    })
  })

  test('the entry point is known without asking', async () => {
    const gateway = open(() => Promise.reject(new TypeError('fetch failed')))
    expect((await ask(gateway, 'eth_supportedEntryPoints', [])).body).toMatchObject({ result: [ENTRY_POINT] })
  })

  test('SEC-106: a page that is not on the list of its project is refused as JSON-RPC has it', async () => {
    const gateway = open(answerWith({ eth_sendUserOperation: HASH }))
    const stranger = await gateway.post(path, '{}', { origin: 'https://other.example' })
    expect([stranger.status, await stranger.json()]).toMatchObject([
      403,
      { error: { data: { code: 'ORIGIN_NOT_ALLOWED' } } },
    ])
  })

  test.each([
    ['another method', 'eth_blockNumber', []],
    ['a method of the debugger', 'debug_bundler_sendBundleNow', []],
    ['a name that every object has', 'constructor', []],
  ])('SEC-109: %s does not pass', async (_, method, params) => {
    const gateway = open(answerWith({}))
    expect((await ask(gateway, method, params)).body).toMatchObject({ id: 7, error: { code: -32601 } })
    expect(gateway.asked).toEqual([])
  })

  test.each<[string, unknown]>([
    ['for another entry point', [signed, '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789']],
    ['with a field that is none', [{ ...signed, eip7702: {} }, ENTRY_POINT]],
    ['without a signature', [operation, ENTRY_POINT]],
    ['with bytes that are none', [{ ...signed, callData: '0x123' }, ENTRY_POINT]],
    ['that is a list', [[signed], ENTRY_POINT]],
    ['with a third parameter', [signed, ENTRY_POINT, {}]],
    ['that has no parameters', undefined],
  ])('SEC-54: an operation %s does not pass', async (_, params) => {
    const gateway = open(answerWith({ eth_sendUserOperation: HASH }))
    expect((await ask(gateway, 'eth_sendUserOperation', params)).body).toMatchObject({ error: { code: -32602 } })
    expect(gateway.asked).toEqual([])
  })

  test('SEC-124: no address of the caller is ever asked: a bundler is one of the configuration, by its name', async () => {
    const gateway = open(answerWith({}))
    for (const name of ['https://evil.example', 'evil.example', 'other', 'constructor'])
      expect(
        (await ask(gateway, 'eth_getUserOperationReceipt', [HASH], `${path}&bundler=${encodeURIComponent(name)}`))
          .status,
      ).toBe(400)
    expect((await ask(gateway, 'eth_getUserOperationReceipt', [HASH], path.replace('31337', '1'))).body).toMatchObject({
      error: { data: { code: 'BUNDLER_UNKNOWN' } },
    })
    expect((await ask(gateway, 'eth_getUserOperationReceipt', [HASH], path.replace('31337', '5'))).body).toMatchObject({
      error: { data: { code: 'CHAIN_UNSUPPORTED' } },
    })
    expect(gateway.asked).toEqual([])
  })

  test('SEC-118: keys of a bundler leave in no answer and in no line of the log', async () => {
    const gateway = open((request) => {
      const { id, method } = request.body as { id: number; method: string }
      if (method === 'eth_chainId') return answerWith({})(request)
      return Response.json({ jsonrpc: '2.0', id, error: { code: -32500, message: 'key bundler-secret-key is over' } })
    })
    expect(JSON.stringify(await ask(gateway, 'eth_sendUserOperation', [signed, ENTRY_POINT]))).not.toMatch(/secret/)
    expect(gateway.logText()).not.toMatch(/secret/)
  })

  test('chains with a bundler, and those on which somebody pays, are told', async () => {
    const response = await open(answerWith({})).get('/v1/supported-chains?projectId=shop')
    expect(await response.json()).toMatchObject({ bundler: ['eip155:31337'], sponsored: ['eip155:31337'] })
  })
})

const receipt = {
  userOpHash: HASH,
  entryPoint: ENTRY_POINT,
  sender: ACCOUNT,
  nonce: '0x0',
  actualGasCost: '0x1',
  actualGasUsed: '0x1',
  success: true,
  logs: [],
  receipt: { transactionHash: HASH, blockHash: HASH, blockNumber: '0x1', gasUsed: '0x1', status: '0x1', logs: [] },
}

describe('a bundler that does what it should not', () => {
  const hostile = (answer: (request: NodeRequest) => Response | Promise<Response>) =>
    open((request) =>
      (request.body as { method: string }).method === 'eth_chainId' ? answerWith({})(request) : answer(request),
    )
  const say = (result: unknown) => (request: NodeRequest) =>
    Response.json({ jsonrpc: '2.0', id: (request.body as { id: number }).id, result })

  test('a receipt is passed on, and none yet is null', async () => {
    expect((await ask(hostile(say(receipt)), 'eth_getUserOperationReceipt', [HASH])).body).toMatchObject({
      result: { userOpHash: HASH, success: true, receipt: { transactionHash: HASH } },
    })
    expect((await ask(hostile(say(null)), 'eth_getUserOperationReceipt', [HASH])).body).toMatchObject({ result: null })
  })

  test.each<[string, string, unknown, (request: NodeRequest) => Response | Promise<Response>]>([
    ['a hash that is none', 'eth_sendUserOperation', [signed, ENTRY_POINT], say('0x12')],
    [
      'the receipt of another operation',
      'eth_getUserOperationReceipt',
      [HASH],
      say({ ...receipt, userOpHash: `0x${'34'.repeat(32)}` }),
    ],
    [
      'the receipt of another entry point',
      'eth_getUserOperationReceipt',
      [HASH],
      say({ ...receipt, entryPoint: OTHER }),
    ],
    ['gas that is no number', 'eth_estimateUserOperationGas', [operation, ENTRY_POINT], say({ callGasLimit: 'lots' })],
    ['HTML', 'eth_getUserOperationReceipt', [HASH], () => new Response('<html>')],
    [
      'more than an answer holds',
      'eth_getUserOperationReceipt',
      [HASH],
      () => new Response(' '.repeat(2 * 1024 * 1024)),
    ],
    [
      'nothing, because it is gone',
      'eth_getUserOperationReceipt',
      [HASH],
      () => Promise.reject(new TypeError('fetch failed')),
    ],
  ])('SEC-54: %s is not passed on', async (_, method, params, answer) => {
    expect(await ask(hostile(answer), method, params)).toMatchObject({
      status: 503,
      body: { id: null, error: { code: -32002, data: { code: 'UPSTREAM_UNAVAILABLE' } } },
    })
  })

  test('SEC-92: a bundler of another chain is asked nothing', async () => {
    const gateway = open(answerWith({ eth_sendUserOperation: HASH }, '0x1'))
    expect((await ask(gateway, 'eth_sendUserOperation', [signed, ENTRY_POINT])).status).toBe(503)
    expect(asked(gateway).map(([, method]) => method)).toEqual(['eth_chainId'])
  })

  test('one that hangs ends in an answer', async () => {
    const gateway = createTestGateway({
      config: { ...BOTH, limits: { upstreamTimeoutMs: 100 } },
      answerNode: (request, init) =>
        (request.body as { method: string }).method === 'eth_chainId'
          ? answerWith({})(request)
          : new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    })
    expect((await ask(gateway, 'eth_sendUserOperation', [signed, ENTRY_POINT])).body).toMatchObject({
      error: { data: { code: 'UPSTREAM_UNAVAILABLE' } },
    })
  })
})

describe('who pays', () => {
  const dataOf = (given: object, context?: unknown) => [
    { ...operation, ...given },
    ENTRY_POINT,
    '0x7a69',
    ...(context === undefined ? [] : [context]),
  ]
  const paying = (more: object = {}) =>
    answerWith({
      pm_getPaymasterStubData: { ...stub, ...more },
      pm_getPaymasterData: { ...stub, ...more },
      pm_sponsorUserOperation: { ...stub, ...operation, ...more },
    })

  test('what the rules let is paid for, with the context of the operator in the place of the page’s', async () => {
    const gateway = open(paying())
    for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData']) {
      const { body } = await ask(gateway, method, dataOf({}, { policy: 'everything' }))
      expect(body).toMatchObject({ result: { paymaster: PAYMASTER, paymasterData: '0xabcd' } })
    }
    expect(gateway.asked.at(-1)?.body).toMatchObject({
      params: [{ sender: ACCOUNT }, ENTRY_POINT, '0x7a69', { policy: 'trees' }],
    })
  })

  test('each of the calls of a batch must be one that is paid for', async () => {
    const gateway = open(paying())
    const good = batch([SHOP_CONTRACT, PLANT], [SHOP_CONTRACT, PLANT])
    expect((await ask(gateway, 'pm_getPaymasterData', dataOf({ callData: good }))).body).toHaveProperty('result')
    const bad = batch([SHOP_CONTRACT, PLANT], [OTHER, PLANT])
    expect((await ask(gateway, 'pm_getPaymasterData', dataOf({ callData: bad }))).body).toMatchObject({
      error: { data: { code: 'SPONSOR_REFUSED' } },
    })
  })

  test.each<[string, object]>([
    ['a call of another contract', { callData: execute(OTHER, 0n, PLANT) }],
    ['another function', { callData: execute(SHOP_CONTRACT, 0n, '0x12345678') }],
    ['coin alone', { callData: execute(SHOP_CONTRACT, 1n, '0x') }],
    ['foreign code in the place of the account', { callData: execute(SHOP_CONTRACT, 0n, PLANT, 1) }],
    ['data that cannot be read', { callData: '0xdeadbeef' }],
    ['more than one operation may cost', { callGasLimit: '0xf4240' }],
    ['a price beyond it', { maxFeePerGas: '0x174876e800' }],
    ['no price at all', { maxFeePerGas: undefined }],
    ['a limit that is left out', { callGasLimit: undefined }],
  ])('SEC-124: nobody pays for %s', async (_, given) => {
    const charged: unknown[] = []
    const gateway = open(paying(), { charge: async (each) => void charged.push(each) })
    expect(await ask(gateway, 'pm_getPaymasterData', dataOf(given))).toMatchObject({
      status: 403,
      body: { error: { data: { code: 'SPONSOR_REFUSED' } } },
    })
    expect(charged).toEqual([])
  })

  test('SEC-124: what was promised is charged before it is handed out, by the most that it may cost', async () => {
    const charged: unknown[] = []
    const gateway = open(paying(), { charge: async (each) => void charged.push(each) })
    await ask(gateway, 'pm_getPaymasterStubData', dataOf({}))
    expect(charged).toEqual([])
    await ask(gateway, 'pm_getPaymasterData', dataOf({}))
    expect(charged).toEqual([
      {
        projectId: 'shop',
        networkId: 'eip155:31337',
        account: ACCOUNT,
        day: Math.floor(gateway.time.now / 86_400_000),
        // 100,000 + 100,000 + 50,000 of the operation, and 200,000 of its paymaster, at one gwei.
        cost: 450_000n * 10n ** 9n,
        perAccount: 2n * 10n ** 15n,
        perProject: 9n * 10n ** 15n,
      },
    ])
  })

  test.each(['account', 'project'] as const)(
    'SEC-124: a day of the %s that is spent is told, and nothing is handed out',
    async (whose) => {
      const gateway = open(paying(), { charge: async () => whose })
      for (const method of ['pm_getPaymasterData', 'pm_sponsorUserOperation']) {
        const params = method === 'pm_getPaymasterData' ? dataOf({}) : [operation, ENTRY_POINT]
        const { status, body } = await ask(gateway, method, params)
        expect([status, body]).toMatchObject([403, { error: { data: { code: 'SPONSOR_BUDGET_SPENT' } } }])
        expect(JSON.stringify(body)).not.toContain('abcd')
      }
    },
  )

  test('SEC-124: an answer that names another paymaster is not passed on', async () => {
    const gateway = open(paying({ paymaster: OTHER }))
    for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData'])
      expect((await ask(gateway, method, dataOf({}))).body).toMatchObject({
        error: { data: { code: 'UPSTREAM_UNAVAILABLE' } },
      })
  })

  test('SEC-124: other projects than those of the rule are not paid for, and neither is anybody where there is none', async () => {
    const elsewhere = open(paying(), {
      config: configWith([{ service: 'https://bundler.example/', sponsor: { ...sponsor, projects: ['closed'] } }]),
    })
    const nowhere = open(paying(), { config: configWith([{ service: 'https://bundler.example/' }]) })
    for (const gateway of [elsewhere, nowhere])
      expect((await ask(gateway, 'pm_getPaymasterData', dataOf({}))).body).toMatchObject({
        error: { data: { code: 'SPONSOR_REFUSED' } },
      })
  })

  test('a service that only pays is asked at an address of its own, which names no chain', async () => {
    const service = 'https://payer.example/'
    const gateway = open(paying(), {
      config: configWith([{ service: 'https://bundler.example/', sponsor: { ...sponsor, service } }]),
    })
    await ask(gateway, 'pm_getPaymasterData', dataOf({}))
    expect(asked(gateway)).toEqual([[service, 'pm_getPaymasterData']])
  })
})
