import { describe, expect, test } from 'vitest'
import { answerWith, createTestGateway, type NodeRequest } from '../testGateway.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const path = '/v1?projectId=shop&chainId=eip155:31337'
const call = (method: string, id: unknown = 1, params: unknown = []) => ({ jsonrpc: '2.0', id, method, params })
const send = async (
  gateway: ReturnType<typeof createTestGateway>,
  body: unknown,
  at = path,
  headers?: Record<string, string>,
) => {
  const response = await gateway.post(at, JSON.stringify(body), headers)
  return { status: response.status, body: (await response.json()) as never, text: '' }
}
const methodsAsked = (gateway: ReturnType<typeof createTestGateway>) =>
  gateway.asked
    .flatMap((request) => (Array.isArray(request.body) ? request.body : [request.body]))
    .map((each: { method: string }) => each.method)

describe('what passes (SEC-109)', () => {
  test('a listed method goes to the node and its answer comes back under the id of the caller', async () => {
    const gateway = createTestGateway({ answerNode: answerWith({ eth_blockNumber: '0x10' }) })
    expect(await send(gateway, call('eth_blockNumber', 'mine'))).toMatchObject({
      status: 200,
      body: { jsonrpc: '2.0', id: 'mine', result: '0x10' },
    })
  })

  test('the path with a slash is the same', async () => {
    const gateway = createTestGateway({ answerNode: answerWith({ eth_blockNumber: '0x10' }) })
    expect((await send(gateway, call('eth_blockNumber'), path.replace('/v1', '/v1/'))).body).toMatchObject({
      result: '0x10',
    })
  })

  test('the body is JSON whatever the content type says', async () => {
    const gateway = createTestGateway()
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
      const answer = await send(gateway, call('eth_chainId'), path, { 'content-type': type })
      expect(answer.body).toMatchObject({ result: '0x7a69' })
    }
  })

  test('chain id, network version and listening are answered without a node', async () => {
    const gateway = createTestGateway()
    const { body } = await send(gateway, [call('eth_chainId', 1), call('net_version', 2), call('net_listening', 3)])
    expect(body).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x7a69' },
      { jsonrpc: '2.0', id: 2, result: '31337' },
      { jsonrpc: '2.0', id: 3, result: true },
    ])
    expect(gateway.asked).toEqual([])
  })

  test.each([
    'debug_traceTransaction',
    'admin_peers',
    'personal_sign',
    'miner_start',
    'txpool_content',
    'engine_newPayloadV3',
    'anvil_setBalance',
    'evm_mine',
    'hardhat_impersonateAccount',
    'eth_accounts',
    'eth_sendTransaction',
    'eth_sign',
    'eth_newFilter',
    'web3_clientVersion',
    'ETH_CALL',
    ' eth_call',
    'constructor',
    '__proto__',
  ])('SEC-109: %s does not pass', async (method) => {
    const gateway = createTestGateway()
    expect((await send(gateway, call(method))).body).toMatchObject({ id: 1, error: { code: -32601 } })
    expect(gateway.asked).toEqual([])
  })

  test('SEC-109: a refused method cannot be smuggled in a batch, by a nested batch or by a repeated field', async () => {
    const gateway = createTestGateway({ answerNode: answerWith({ eth_blockNumber: '0x10', admin_peers: 'secret' }) })
    const { body } = await send(gateway, [
      call('eth_blockNumber', 1),
      call('admin_peers', 2),
      [call('admin_peers', 3)],
      'admin_peers',
      null,
    ])
    expect(body).toMatchObject([
      { id: 1, result: '0x10' },
      { id: 2, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ])
    await gateway.post(path, '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","method":"admin_peers","params":[]}')
    expect(methodsAsked(gateway)).toEqual(['eth_chainId', 'eth_blockNumber'])
  })

  test('SEC-109: an unknown chain is refused, and no address of the caller is ever asked', async () => {
    const gateway = createTestGateway()
    for (const chainId of ['eip155:1', 'https://evil.example', 'eip155:31337@evil.example', '']) {
      const answer = await send(
        gateway,
        call('eth_blockNumber'),
        `/v1?projectId=shop&chainId=${encodeURIComponent(chainId)}`,
      )
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } })
    }
    expect(gateway.asked).toEqual([])
  })

  test('SEC-109: no header of the caller reaches the node, and no header of the node the caller', async () => {
    const gateway = createTestGateway({
      answerNode: (request, init) => {
        const answer = answerWith({ eth_blockNumber: '0x1' })(request)
        answer.headers.set('set-cookie', 'node=1')
        answer.headers.set('x-node-key', 'hush')
        expect(init.redirect).toBe('error')
        return answer
      },
    })
    const response = await gateway.post(path, JSON.stringify(call('eth_blockNumber')), {
      origin: 'https://shop.example',
      authorization: 'Bearer mine',
      cookie: 'a=b',
      'x-forwarded-for': '1.2.3.4',
    })
    expect([...response.headers.keys()].filter((name) => /cookie|node/.test(name))).toEqual([])
    for (const request of gateway.asked) expect([...request.headers.keys()].sort()).toEqual(['accept', 'content-type'])
  })

  test('JSON-RPC errors of whole requests: no JSON, no origin, no project', async () => {
    const gateway = createTestGateway()
    const broken = await gateway.post(path, '{"jsonrpc":')
    expect([broken.status, await broken.json()]).toMatchObject([
      400,
      { id: null, error: { code: -32700, data: { code: 'BODY_INVALID' } } },
    ])
    const foreign = await gateway.post(path, '{}', { origin: 'https://other.example' })
    expect([foreign.status, await foreign.json()]).toMatchObject([
      403,
      { error: { code: -32600, data: { code: 'ORIGIN_NOT_ALLOWED' } } },
    ])
    const nobody = await gateway.post('/v1?chainId=eip155:31337', '{}')
    expect([nobody.status, await nobody.json()]).toMatchObject([401, { error: { data: { code: 'PROJECT_UNKNOWN' } } }])
  })
})

describe('nodes', () => {
  const byNode = (
    first: (request: NodeRequest) => Response | Promise<Response>,
    results: Record<string, unknown> = { eth_blockNumber: '0x2' },
  ) =>
    createTestGateway({
      answerNode: (request) => (request.url.includes('first') ? first(request) : answerWith(results)(request)),
    })
  const block = call('eth_blockNumber')
  const reply = (error: unknown) => (request: NodeRequest) => {
    if ((request.body as { method?: string }).method === 'eth_chainId') return answerWith({})(request)
    return Response.json({ jsonrpc: '2.0', id: 0, error })
  }

  test.each<[string, (request: NodeRequest) => Response | Promise<Response>]>([
    ['refuses connections', () => Promise.reject(new TypeError('fetch failed'))],
    ['answers 500', () => new Response('oops', { status: 500 })],
    ['answers 401', () => new Response('key hush', { status: 401 })],
    ['answers 429', () => new Response('', { status: 429 })],
    ['answers no JSON', () => new Response('<html>')],
    ['answers JSON that is no JSON-RPC', () => Response.json({ result: 1 })],
    ['answers under another id', () => Response.json({ jsonrpc: '2.0', id: 77, result: '0x7a69' })],
    ['reports its rate limit', reply({ code: -32005, message: 'limit' })],
    ['reports its quota', reply({ code: -32000, message: 'monthly quota exceeded for key first-secret-key' })],
    ['talks without end', () => new Response(' '.repeat(11 * 1024 * 1024))],
  ])('a node that %s is passed over', async (_name, first) => {
    const gateway = byNode(first)
    expect((await send(gateway, block)).body).toMatchObject({ id: 1, result: '0x2' })
  })

  test('SEC-92: a node that names another chain is left out before it is asked anything else', async () => {
    const gateway = byNode(answerWith({ eth_blockNumber: '0xbad' }, '0x1'))
    expect((await send(gateway, block)).body).toMatchObject({ result: '0x2' })
    const toLiar = gateway.asked.filter((request) => request.url.includes('first')).map((request) => request.body)
    expect(toLiar).toMatchObject([{ method: 'eth_chainId' }])
    expect(gateway.log()).toContainEqual(expect.objectContaining({ event: 'wrongChain', networkId: 'eip155:31337' }))
  })

  test('SEC-92: where every node lies nothing is answered', async () => {
    const gateway = createTestGateway({ answerNode: answerWith({ eth_blockNumber: '0xbad' }, '0x1') })
    const answer = await send(gateway, block)
    expect([answer.status, answer.body]).toMatchObject([
      503,
      { id: null, error: { code: -32002, data: { code: 'UPSTREAM_UNAVAILABLE' } } },
    ])
  })

  test('the chain id is asked once, not before every request', async () => {
    const gateway = createTestGateway({ answerNode: answerWith({ eth_blockNumber: '0x2' }) })
    await send(gateway, block)
    await send(gateway, block)
    expect(methodsAsked(gateway)).toEqual(['eth_chainId', 'eth_blockNumber', 'eth_blockNumber'])
  })

  test('a node that failed rests, then is asked first again', async () => {
    let isDown = true
    const gateway = byNode((request) =>
      isDown ? new Response('', { status: 502 }) : answerWith({ eth_blockNumber: '0x1' })(request),
    )
    await send(gateway, block)
    isDown = false
    expect((await send(gateway, block)).body).toMatchObject({ result: '0x2' })
    gateway.time.now += 10_001
    expect((await send(gateway, block)).body).toMatchObject({ result: '0x1' })
  })

  test('a revert is an answer: it is not tried elsewhere and keeps its data', async () => {
    const gateway = byNode(reply({ code: 3, message: 'execution reverted: too poor', data: '0x08c379a0' }))
    expect((await send(gateway, block)).body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 3, message: 'execution reverted: too poor', data: '0x08c379a0' },
    })
    expect(gateway.asked.every((request) => request.url.includes('first'))).toBe(true)
  })

  test('SEC-109: keys and addresses of a node do not leave in its error texts, the log or the metrics', async () => {
    const gateway = byNode(
      reply({
        code: -32602,
        message: 'bad params, see https://first.example/v1/first-secret-key for first-secret-key',
        data: 'plan of first-secret-key',
      }),
    )
    const response = await gateway.post(path, JSON.stringify(block))
    expect(await response.text()).not.toMatch(/first|secret/)
    expect(gateway.logText()).not.toMatch(/secret/)
    expect((await gateway.services.metrics.render()).text).not.toMatch(/secret/)
  })

  test('SEC-109: a key is found by its value wherever a node writes it, and however', async () => {
    const key = 'Kq7/hush+9Zt=41bQ'
    const written = [key, key.toLowerCase(), encodeURIComponent(key), encodeURIComponent(encodeURIComponent(key))]
    const config = {
      chains: [
        {
          id: 'eip155:31337',
          name: 'Slope',
          rpc: [
            `https://first.example/rpc?key=${encodeURIComponent(key)}&plan=open`,
            { url: 'https://second.example/', headers: { authorization: 'Bearer header-hush-77' } },
          ],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        },
      ],
    }
    const said = ['header-hush-77', ...written]
    const answers = [
      ...said.map((text) => reply({ code: -32602, message: `no plan for ${text}` })),
      ...said.map((text) => reply({ code: 3, message: 'reverted', data: { deep: { note: text }, [text]: 1 } })),
      answerWith({ eth_blockNumber: `0x1 ${key}` }),
    ]
    for (const answerNode of answers) {
      const gateway = createTestGateway({ config, answerNode })
      const text = await (await gateway.post(path, JSON.stringify(block))).text()
      expect(text).not.toMatch(/hush/i)
      gateway.services.log.warn({ event: 'x', err: new Error(`asked with ${key} and header-hush-77`) }, key)
      expect(gateway.logText()).not.toMatch(/hush/i)
    }
  })

  test('SEC-107: a node whose answer nests 200,000 levels deep is passed over; where it is the last, that is no fault', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const answerDeep = (request: NodeRequest) =>
      (request.body as { method?: string }).method === 'eth_chainId'
        ? answerWith({})(request)
        : new Response(`{"jsonrpc":"2.0","id":0,"result":${deep}}`)
    expect((await send(byNode(answerDeep), block)).body).toMatchObject({ result: '0x2' })
    const alone = createTestGateway({ answerNode: answerDeep })
    expect(await send(alone, block)).toMatchObject({ status: 503, body: { error: { code: -32002 } } })
    expect(alone.log().filter(({ event }) => event === 'fault')).toEqual([])
  })

  test('SEC-109: when all nodes fail the caller learns no reason and no address', async () => {
    const gateway = createTestGateway({
      answerNode: () => new Response('key second-secret is over its plan', { status: 403 }),
    })
    // The whole answer, because its random id may hold any digits.
    expect(await send(gateway, block)).toEqual({
      status: 503,
      text: '',
      body: {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32002,
          message: 'No node of eip155:31337 answers at the moment.',
          data: { code: 'UPSTREAM_UNAVAILABLE', requestId: expect.stringMatching(UUID) },
        },
      },
    })
  })

  test('a slow node is given up after the time limit of the operator', async () => {
    const gateway = createTestGateway({
      config: { limits: { upstreamTimeoutMs: 100 } },
      answerNode: (request, init) =>
        request.url.includes('first')
          ? new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
          : answerWith({ eth_blockNumber: '0x2' })(request),
    })
    expect((await send(gateway, block)).body).toMatchObject({ result: '0x2' })
  })
})

test('SEC-106: the frame of the embedded wallet asks nodes, and which chains there are, for every project, and reads nothing else', async () => {
  const frameOrigin = 'https://wallet.example'
  const mail = { host: '127.0.0.1', port: 25, from: { name: 'Latchkey', address: 'wallet@gate.example' } }
  const login = {
    frameOrigin,
    vault: { origin: 'https://vault.example' },
    keys: { kind: 'development' as const },
    mail,
  }
  const gateway = createTestGateway({ config: { login } })
  const ask = (origin: string, method: string, address: string) =>
    gateway.app.request(address, {
      method,
      headers: { origin },
      ...(method === 'POST' && { body: JSON.stringify(call('eth_chainId')) }),
    })
  const answer = await ask(frameOrigin, 'POST', path)
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, frameOrigin])
  expect((await ask(frameOrigin, 'OPTIONS', path)).status).toBe(204)
  expect((await ask(frameOrigin, 'POST', path.replace('shop', 'nobody'))).status).not.toBe(200)
  const chains = await ask(frameOrigin, 'GET', '/v1/supported-chains?projectId=shop')
  expect([chains.status, chains.headers.get('access-control-allow-origin')]).toEqual([200, frameOrigin])
  expect((await ask(frameOrigin, 'GET', '/v1/supported-chains?projectId=nobody')).status).not.toBe(200)
  expect((await ask(frameOrigin, 'GET', '/getWallets?page=1&entries=4&projectId=shop')).status).toBe(403)
  expect((await ask(`${frameOrigin}.evil.example`, 'POST', path)).status).toBe(403)
})
