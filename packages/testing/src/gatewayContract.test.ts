/** The wire contract: the SDK's own client into the real gateway, over both databases and real chains. */
import {
  callJsonRpc,
  getAnalyticsConfig,
  getAssetImage,
  getBalance,
  getCurrencyImage,
  getIdentity,
  getSupportedChains,
  getTokenImage,
  getWalletImage,
  getWallets,
} from '@latchkey/wire'
import { createTestClient, http, parseEther } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getDevAccount } from '../../../apps/demo/server/accounts.ts'
import { deployContracts, placeMulticall } from '../../../apps/demo/server/deployContracts.ts'
import type { DemoContracts } from '../../../apps/demo/settings.ts'
import { createGateway as createClient } from '../../latchkey/src/core/services/gateway.ts'
import type { GatewayClient } from '../../latchkey/src/core/services/gatewayClient.ts'
import { parseConfig } from '../../server/src/config.ts'
import { createServices } from '../../server/src/createServices.ts'
import { createGateway } from '../../server/src/gateway/createGateway.ts'
import { createLog } from '../../server/src/gateway/createLog.ts'
import { openDirectory } from '../../server/src/openDirectory.ts'
import { openStorage } from '../../server/src/storage/openStorage.ts'
import { addProject } from '../../server/src/storage/projects.ts'
import type { Storage } from '../../server/src/storage/storage.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { loadEmptyDatabase } from './emptyDatabase.ts'
import { findPostgres, type PostgresServer, startPostgres } from './postgres.ts'

const SHOP = 'https://shop.example'
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const holder = getDevAccount(1).address

let slope: Anvil
let valley: Anvil
let contracts: DemoContracts
let server: PostgresServer | null = null

beforeAll(async () => {
  ;[slope, valley, server] = await Promise.all([
    startAnvil({ chainId: 31_337 }),
    startAnvil({ chainId: 31_338 }),
    startPostgres(),
  ])
  await placeMulticall(slope.url, slope.chainId)
  contracts = await deployContracts(slope.url, slope.chainId)
})
afterAll(async () => {
  await Promise.all([slope?.stop(), valley?.stop(), server?.stop()])
})

const engines = [
  {
    engine: 'pglite',
    available: true,
    open: async () => openStorage({ memory: true, snapshot: await loadEmptyDatabase() }),
  },
  {
    engine: 'postgres',
    available: findPostgres() !== null || Boolean(process.env.CI),
    open: async () => openStorage({ url: (await server?.createDatabase()) ?? '' }),
  },
] as const

for (const { engine, available, open } of engines) {
  describe.skipIf(!available)(`the gateway on ${engine}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
      await addProject(storage, { id: 'shop', name: 'Shop', origins: [SHOP], now: 0 })
    })
    afterAll(() => storage?.close())

    function connect(projectId = 'shop', brokenNode?: string): { client: GatewayClient; time: { now: number } } {
      const time = { now: Date.UTC(2026, 0, 1) }
      const clock = { now: () => time.now }
      const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
      const config = parseConfig({
        chains: [
          {
            id: 'eip155:31337',
            name: 'Slope',
            rpc: [brokenNode ?? slope.url],
            nativeCurrency: ether,
            tokens: [
              { address: contracts.pine },
              { address: contracts.dollar, name: 'Listed Dollar' },
              { address: contracts.wrappedEther },
              { address: '0x000000000000000000000000000000000000dEaD' },
            ],
          },
          { id: 'eip155:31338', name: 'Valley', rpc: [valley.url], nativeCurrency: ether, tokens: [] },
        ],
        prices: [
          {
            kind: 'table',
            prices: {
              [`eip155:31337:${NATIVE}`]: { usd: 2000 },
              [`eip155:31337:${contracts.dollar}`]: { usd: 1, eur: 0.9 },
            },
          },
        ],
      })
      const services = createServices({
        config,
        publicUrl: 'https://gate.example',
        storage,
        directory: openDirectory(config),
        clock,
        log: createLog('silent'),
        fetch: globalThis.fetch,
        resolve: async () => [],
        send: async () => Promise.reject(new Error('nothing here reaches the internet')),
      })
      const app = createGateway({ config, services })
      const client = createClient({
        gatewayUrl: 'https://gate.example',
        projectId,
        clock: { now: () => time.now, after: (delayMs, run) => waitFor(delayMs, run) },
        fetch: async (input, init) => app.request(String(input), { ...init, headers: { origin: SHOP } }),
      })
      return { client, time }
    }

    test('supported chains are the configured ones', async () => {
      expect(await connect().client.call(getSupportedChains, {})).toEqual({
        http: ['eip155:31337', 'eip155:31338'],
        ws: [],
      })
    })

    test('balances are what the chain says, worth most first, with unknown prices left unknown', async () => {
      const { balances } = await connect().client.call(getBalance, {
        address: holder,
        currency: 'usd',
        chainId: 'eip155:31337',
      })
      expect(balances).toEqual([
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId: 'eip155:31337',
          price: 2000,
          value: 1.8426 * 2000,
          quantity: { decimals: '18', numeric: '1.8426' },
          iconUrl: 'https://gate.example/public/getTokenImage/ETH',
        },
        {
          name: 'Listed Dollar',
          symbol: 'dUSD',
          chainId: 'eip155:31337',
          address: `eip155:31337:${contracts.dollar}`,
          price: 1,
          value: 612.4,
          quantity: { decimals: '6', numeric: '612.4' },
          iconUrl: 'https://gate.example/public/getTokenImage/dUSD',
        },
        {
          name: 'Pine',
          symbol: 'PINE',
          chainId: 'eip155:31337',
          address: `eip155:31337:${contracts.pine}`,
          price: 0,
          quantity: { decimals: '18', numeric: '240' },
          iconUrl: 'https://gate.example/public/getTokenImage/PINE',
        },
      ])
    })

    test('prices follow the asked currency', async () => {
      const { balances } = await connect().client.call(getBalance, {
        address: holder,
        currency: 'eur',
        chainId: 'eip155:31337',
      })
      expect(balances.map((item) => [item.symbol, item.price, item.value])).toEqual([
        ['dUSD', 0.9, 612.4 * 0.9],
        ['ETH', 0, undefined],
        ['PINE', 0, undefined],
      ])
    })

    test('a chain without Multicall3 is read too, and a plain zero is shown as zero', async () => {
      const { balances } = await connect().client.call(getBalance, {
        address: '0x00000000000000000000000000000000000000aa',
        currency: 'usd',
        chainId: 'eip155:31338',
      })
      expect(balances.map((item) => [item.symbol, item.quantity.numeric])).toEqual([['ETH', '0']])
    })

    test('a list is remembered for 10 s by address, chain and currency, and forceUpdate reads afresh', async () => {
      const { client, time } = connect()
      const address = '0x00000000000000000000000000000000000000bb'
      const node = createTestClient({ mode: 'anvil', chain: foundry, transport: http(slope.url) })
      const read = async (forceUpdate?: string[]) => {
        const query = { address, currency: 'usd', chainId: 'eip155:31337', forceUpdate } as const
        const { balances } = await client.call(getBalance, query)
        return balances.map((item) => [item.symbol, item.quantity.numeric])
      }
      await node.setBalance({ address, value: parseEther('1') })
      expect(await read()).toEqual([['ETH', '1']])
      await node.setBalance({ address, value: parseEther('2') })
      expect(await read()).toEqual([['ETH', '1']])
      expect(await read([`eip155:31337:${NATIVE}`, `eip155:31337:${contracts.wrappedEther}`])).toEqual([
        ['ETH', '2'],
        ['WETH', '0'],
      ])
      await node.setBalance({ address, value: parseEther('3') })
      time.now += 10_001
      expect(await read()).toEqual([['ETH', '3']])
    })

    test('forceUpdate of something that is no token of the chain is refused', async () => {
      const query = { address: holder, currency: 'usd', chainId: 'eip155:31337' } as const
      for (const id of ['eip155:1:0x0000000000000000000000000000000000000001', 'solana:x:abc', 'eip155:31337:0x12']) {
        await expect(connect().client.call(getBalance, { ...query, forceUpdate: [id] })).rejects.toMatchObject({
          code: 'INPUT_INVALID',
          facts: { status: 400, reasons: [{ field: 'forceUpdate' }] },
        })
      }
    })

    test('a chain that is down is never answered as zero: alone it fails with a code, among others it is named', async () => {
      const { client } = connect('shop', 'http://127.0.0.1:9')
      const query = { address: holder, currency: 'usd' } as const
      await expect(client.call(getBalance, { ...query, chainId: 'eip155:31337' })).rejects.toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        facts: { status: 503 },
      })
      const all = await client.call(getBalance, query)
      expect(all.unavailable).toEqual(['eip155:31337'])
      expect(all.balances.map((item) => item.chainId)).toEqual(['eip155:31338'])
    })

    test('JSON-RPC goes through to the chain, single and in batches, and reverts come back with their data', async () => {
      const { client } = connect()
      const chainId = 'eip155:31337'
      const request = (id: number, method: string, params: unknown[] = []) => ({
        jsonrpc: '2.0' as const,
        id,
        method,
        params,
      })
      expect(
        await client.call(callJsonRpc, { chainId, body: request(7, 'eth_getBalance', [holder, 'latest']) }),
      ).toEqual({ jsonrpc: '2.0', id: 7, result: `0x${parseEther('1.8426').toString(16)}` })
      const transfer = `0xa9059cbb${holder.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
      const batch = await client.call(callJsonRpc, {
        chainId,
        body: [
          request(1, 'eth_chainId'),
          request(2, 'eth_call', [{ from: holder, to: contracts.pine, data: transfer }, 'latest']),
          request(3, 'anvil_setBalance', [holder, '0x0']),
        ],
      })
      expect(batch).toMatchObject([
        { id: 1, result: '0x7a69' },
        { id: 2, error: { code: 3, data: expect.stringMatching(/^0x/) } },
        { id: 3, error: { code: -32601 } },
      ])
    })

    test('the code of a refused JSON-RPC call reaches the caller', async () => {
      const body = { jsonrpc: '2.0' as const, id: 1, method: 'eth_blockNumber' }
      await expect(connect().client.call(callJsonRpc, { chainId: 'eip155:5', body })).rejects.toMatchObject({
        code: 'CHAIN_UNSUPPORTED',
        facts: { status: 400 },
      })
    })

    test('without a main network nobody has a name, and that is remembered by the database', async () => {
      const { client, time } = connect()
      const first = await client.call(getIdentity, { address: holder })
      expect(first).toEqual({ name: null, avatar: null, resolvedAt: new Date(time.now).toISOString() })
      time.now += 60_000
      expect(await connect().client.call(getIdentity, { address: holder.toLowerCase() })).toEqual(first)
    })

    test('the directory is searched, paged and pictured', async () => {
      const { client } = connect()
      const found = await client.call(getWallets, { search: 'metamsk', entries: 3 })
      expect(found.data[0]?.name).toBe('MetaMask')
      const page = await client.call(getWallets, { page: 2, entries: 4 })
      expect([page.count > 500, page.data.length]).toEqual([true, 4])
      const picture = await client.call(getWalletImage, { imageId: found.data[0]?.image_id ?? '' })
      expect([picture.type.startsWith('image/'), picture.size > 100]).toEqual([true, true])
      expect((await client.call(getTokenImage, { id: 'usdc' })).type).toBe('image/svg+xml')
      expect((await client.call(getCurrencyImage, { id: 'USD' })).type).toBe('image/svg+xml')
      expect((await client.call(getAssetImage, { imageId: 'eip155:1' })).size).toBeGreaterThan(100)
      await expect(client.call(getWalletImage, { imageId: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('analytics are off unless the operator takes them', async () => {
      expect(await connect().client.call(getAnalyticsConfig, {})).toEqual({ isAnalyticsEnabled: false })
    })

    test('a project that neither file nor database knows is refused with its code', async () => {
      await expect(connect('nobody').client.call(getWallets, {})).rejects.toMatchObject({
        code: 'PROJECT_UNKNOWN',
        facts: { status: 401, requestId: expect.stringMatching(/^[\w-]{36}$/) },
      })
    })
  })
}

function waitFor(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
