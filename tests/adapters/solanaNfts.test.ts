/** The gateway's list of a Solana account's NFTs, over the real runtime behind the facade. */

import { TOKEN_2022_PROGRAM as TOKEN_2022_PROGRAM_ADDRESS } from '@latchkey/testing/solana/calls.ts'
import { type SolanaChain, startSolanaChain } from '@latchkey/testing/solana/startSolanaChain.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../packages/server/src/config.ts'
import { createNfts } from '../../packages/server/src/upstreams/nfts/nfts.ts'
import type { RpcAnswer } from '../../packages/server/src/upstreams/rpcPool.ts'

const OWNER = 'CKEZ4YrdN8apbg1NZKqKyHdLFyjPQ4Uyo4rBhbU2krQt'

let chain: SolanaChain
beforeAll(async () => {
  chain = await startSolanaChain()
})
afterAll(() => chain?.stop())

test('mints of which the runtime made one are listed, of both token programs, and no coin and no edition of many', async () => {
  const make = (decimals: number, amount: bigint, program?: typeof TOKEN_2022_PROGRAM_ADDRESS) =>
    chain.createToken({ decimals, owner: OWNER, amount, program })
  const own = [await make(0, 1n), await make(0, 1n, TOKEN_2022_PROGRAM_ADDRESS)]
  await make(0, 5n)
  await make(6, 1n)
  const networkId = `solana:${chain.genesisHash.slice(0, 32)}`
  const { chains } = parseConfig({
    chains: [
      {
        id: networkId,
        name: 'Solana',
        rpc: [chain.url],
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      },
    ],
  })
  const nfts = createNfts({
    chains,
    pools: new Map([
      [
        networkId,
        {
          networkId,
          async send(calls) {
            const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params: params ?? [] }))
            const response = await fetch(chain.url, { method: 'POST', body: JSON.stringify(body) })
            return (await response.json()) as RpcAnswer[]
          },
        },
      ],
    ]),
    findReceived: async () => ({ tokens: [], coins: [], isWhole: true }),
    describe: async (tokens) =>
      tokens.map(() => ({
        name: null,
        description: null,
        imageUrl: null,
        largeImageUrl: null,
        traits: [],
        metadata: 'none',
      })),
    clock: { now: () => 0 },
  })
  const { data, incomplete } = await nfts.fetchNfts({ address: OWNER })
  expect(data.map(({ contract, standard, quantity }) => [contract, standard, quantity])).toEqual(
    own.sort().map((mint) => [mint, 'METAPLEX', '1']),
  )
  expect(incomplete).toEqual([])
})
