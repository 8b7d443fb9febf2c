import { expect, test } from 'vitest'
import { createFakeServices } from '../../../../testing/src/createFakeServices.ts'
import type { Network } from '../../core/types/network.ts'
import { createChainRpc } from './createChainRpc.ts'

const FIRST = 'https://gateway.example/v1'
const SECOND = 'https://node.example'
const network: Network = {
  id: 'local',
  chainNamespace: 'solana',
  caipNetworkId: 'solana:local',
  name: 'Local',
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [FIRST, SECOND] } },
}

/** A way to a chain whose first address refuses. `asked` holds the addresses in the order in which they were asked. */
function play(refusal: () => Response) {
  const asked: string[] = []
  const services = createFakeServices({
    fetch: async (input) => {
      asked.push(String(input))
      return String(input) === FIRST ? refusal() : Response.json({ jsonrpc: '2.0', id: 1, result: 7 })
    },
  })
  return { asked, services, rpc: createChainRpc(services, network) }
}

test.each([
  [400, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No such chain.' } }],
  [403, { status: 'FAILED' }],
])('a proxy that refuses with %i is asked once, and the next address answers', async (status, body) => {
  const { asked, rpc } = play(() => Response.json(body, { status }))
  expect(await rpc.request('getBlockHeight', [])).toBe(7)
  expect(asked).toEqual([FIRST, SECOND])
})

test('F-60: a proxy that is busy is tried three times more before the next one', async () => {
  const { asked, services, rpc } = play(() => Response.json({}, { status: 429 }))
  const answer = rpc.request('getBlockHeight', [])
  await services.clock.advance(5_000)
  expect(await answer).toBe(7)
  expect(asked).toEqual([FIRST, FIRST, FIRST, FIRST, SECOND])
})

test('F-60: a node that asks for a pause gets it, and one that asks for more than the limit is passed over', async () => {
  for (const [seconds, tries] of [
    ['2', [0, 2_000, 4_000, 6_000]],
    ['60', [0]],
  ] as const) {
    const { asked, services, rpc } = play(() => Response.json({}, { status: 429, headers: { 'retry-after': seconds } }))
    const answer = rpc.request('getBlockHeight', [])
    for (const at of tries) {
      await services.clock.advance(0)
      expect(asked.filter((url) => url === FIRST)).toHaveLength(tries.indexOf(at as never) + 1)
      await services.clock.advance(2_000)
    }
    expect(await answer).toBe(7)
  }
})
