/** The wire contract: the SDK's own client into the real gateway, over both databases and real chains. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  callJsonRpc,
  getAnalyticsConfig,
  getAssetImage,
  getBalance,
  getCurrencyImage,
  getHistory,
  getIdentity,
  getNftImage,
  getNfts,
  getSupportedChains,
  getTokenImage,
  getWalletImage,
  getWallets,
  sendEvent,
} from '@latchkey/wire'
import { getApprovals } from '@latchkey/wire/approvals'
import { callBundler } from '@latchkey/wire/bundler'
import {
  buildApprove,
  buildSwap,
  getAllowance,
  getConvertQuotes,
  getConvertTokens,
  getGasPrice,
} from '@latchkey/wire/convert'
import { getPrices } from '@latchkey/wire/fungible'
import { getName } from '@latchkey/wire/names'
import { generateOnrampUrl, getOnrampOrders, getOnrampQuote, receiveOnrampNews } from '@latchkey/wire/onramp'
import { getOnrampOptions } from '@latchkey/wire/onrampOptions'
import {
  findCoinType,
  getNameNonce,
  getNamesOf,
  getNameZones,
  type NameText,
  registerName,
  releaseName,
  setNameAddress,
  setNameAttributes,
  suggestNames,
  transferName,
  writeNameText,
} from '@latchkey/wire/profile'
import { getSocials } from '@latchkey/wire/socials'
import {
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getDevAccount, getDevKey } from '../../../apps/demo/server/accounts.ts'
import { deployContracts } from '../../../apps/demo/server/deployContracts.ts'
import { hmac } from '../../../apps/demo/server/provider/orders.ts'
import { startProvider } from '../../../apps/demo/server/provider/startProvider.ts'
import type { DemoContracts } from '../../../apps/demo/settings.ts'
import { createGateway as createClient } from '../../latchkey/src/core/services/gateway.ts'
import type { GatewayClient } from '../../latchkey/src/core/services/gatewayClient.ts'
import { parseConfig } from '../../server/src/config.ts'
import { createServices } from '../../server/src/createServices.ts'
import { createGateway } from '../../server/src/gateway/createGateway.ts'
import { createLog } from '../../server/src/gateway/createLog.ts'
import { ROUTES } from '../../server/src/gateway/routes.ts'
import { openDirectory } from '../../server/src/openDirectory.ts'
import { openStorage } from '../../server/src/storage/openStorage.ts'
import { addProject } from '../../server/src/storage/projects.ts'
import type { Storage } from '../../server/src/storage/storage.ts'
import { findTestImageLibrary } from '../../server/src/upstreams/pictures/testPictures.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { loadEmptyDatabase } from './emptyDatabase.ts'
import { placeMulticall } from './placeMulticall.ts'
import { findPostgres, type PostgresServer, startPostgres } from './postgres.ts'

const SHOP = 'https://shop.example'
const ZONE = 'latchkey.test'
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const holder = getDevAccount(1).address
const deployer = getDevAccount(0).address
const SELLER_SECRET = 'nZ4q8Lw1Xc7Vb2Rt9Yp5Km3J'
const SPENDER = '0x00000000000000000000000000000000000000cc'

let slope: Anvil
let valley: Anvil
let contracts: DemoContracts
let server: PostgresServer | null = null
/** Pays for every operation that it is asked about. */
let payer: Server
let payerUrl: string

beforeAll(async () => {
  ;[slope, valley, server] = await Promise.all([
    startAnvil({ chainId: 31_337 }),
    startAnvil({ chainId: 31_338 }),
    startPostgres(),
  ])
  payer = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { id } = JSON.parse(body) as { id: number }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { paymaster: SPENDER, paymasterData: '0x01' } }))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => payer.once('listening', resolve))
  payerUrl = `http://127.0.0.1:${(payer.address() as AddressInfo).port}`
  await placeMulticall(slope.url)
  contracts = await deployContracts(slope.url, slope.chainId)
})
afterAll(async () => {
  payer?.close()
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
    /** Calls that were made here, by their names. */
    const called = new Set<string>()
    const closing: { close?: (() => void) | undefined }[] = []
    afterAll(() => {
      for (const each of closing) each.close?.()
    })
    beforeAll(async () => {
      storage = await open()
      await addProject(storage, { id: 'shop', name: 'Shop', origins: [SHOP], now: 0 })
    })
    afterAll(() => storage?.close())

    function connect(
      projectId = 'shop',
      brokenNode?: string,
      listed?: readonly { address: string; name?: string }[],
      seller?: string,
    ): { client: GatewayClient; time: { now: number }; ask: (url: string, init?: RequestInit) => Promise<Response> } {
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
            tokens: listed
              ? [...listed]
              : [
                  { address: contracts.pine },
                  { address: contracts.dollar, name: 'Listed Dollar' },
                  { address: contracts.wrappedEther },
                  { address: '0x000000000000000000000000000000000000dEaD' },
                ],
            history: { kind: 'otterscan' },
            wrappedNative: contracts.wrappedEther,
            swaps: [{ kind: 'uniswap', router: SPENDER, quoter: SPENDER }],
            delegation: { permissions: ['shop'] },
            bundlers: [
              {
                service: slope.url,
                sponsor: {
                  service: payerUrl,
                  paymaster: SPENDER,
                  targets: [{ address: contracts.pine }],
                  perOperation: '1000',
                  perAccountAndDay: '1000',
                  perProjectAndDay: '5000',
                },
              },
            ],
          },
          { id: 'eip155:31338', name: 'Valley', rpc: [valley.url], nativeCurrency: ether, tokens: [] },
        ],
        names: { zones: [ZONE] },
        onramp: {
          providers:
            seller === undefined
              ? []
              : [
                  {
                    kind: 'sample',
                    name: 'brindle',
                    label: 'Brindle Pay',
                    url: seller,
                    secret: SELLER_SECRET,
                    networks: ['eip155:31337'],
                  },
                ],
        },
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
        imageLibrary: findTestImageLibrary(),
      })
      closing.push(services)
      const app = createGateway({ config, services })
      const client = createClient({
        gatewayUrl: 'https://gate.example',
        projectId,
        clock: { now: () => time.now, after: (delayMs, run) => waitFor(delayMs, run) },
        fetch: async (input, init) => app.request(String(input), { ...init, headers: { origin: SHOP } }),
      })
      const call: GatewayClient['call'] = (endpoint, input, options) => {
        called.add(endpoint.name)
        return client.call(endpoint, input, options)
      }
      const ask = async (url: string, init?: RequestInit): Promise<Response> => app.request(url, init)
      return { client: { ...client, call }, time, ask }
    }

    test('supported chains are the configured ones', async () => {
      expect(await connect().client.call(getSupportedChains, {})).toEqual({
        http: ['eip155:31337', 'eip155:31338'],
        ws: [],
        bundler: ['eip155:31337'],
        sponsored: ['eip155:31337'],
        delegation: ['eip155:31337'],
        permissions: ['eip155:31337'],
      })
    })

    test('a gateway without logins has no service to log in by', async () => {
      expect(await connect().client.call(getSocials, {})).toEqual({ providers: [] })
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
          pricedAt: '2026-01-01T00:00:00.000Z',
          trust: 'listed',
          imitates: null,
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
          pricedAt: '2026-01-01T00:00:00.000Z',
          trust: 'listed',
          imitates: null,
          value: 612.4,
          quantity: { decimals: '6', numeric: '612.4' },
          iconUrl: '',
        },
        {
          name: 'Pine',
          symbol: 'PINE',
          chainId: 'eip155:31337',
          address: `eip155:31337:${contracts.pine}`,
          price: 0,
          pricedAt: null,
          trust: 'listed',
          imitates: null,
          quantity: { decimals: '18', numeric: '240' },
          iconUrl: '',
        },
      ])
    })

    test('NFTs are those that the chain says are held, described by their contract, with pictures that answer', async () => {
      const { client } = connect()
      const address = getDevAccount(0).address
      const { data, next, unavailable } = await client.call(getNfts, { address, chainId: 'eip155:31337' })
      expect({ next, unavailable }).toEqual({ next: null, unavailable: [] })
      expect(data.length).toBeGreaterThan(3)
      expect(data[0]).toMatchObject({
        contract: contracts.shade.toLowerCase(),
        standard: 'ERC721',
        metadata: 'read',
        name: expect.stringMatching(/\w/),
        isSpam: false,
      })
      const imageId = data[0]?.imageUrl?.split('/').at(-1) ?? ''
      expect((await client.call(getNftImage, { imageId, size: 'preview' })).type).toBe('image/webp')
      expect((await client.call(getNfts, { address: holder, chainId: 'eip155:31337' })).data).toEqual([])
    })

    test('a token that came and is on no list is found a while later, marked, and in no total', async () => {
      const { client, time } = connect('shop', undefined, [])
      const read = async () => {
        time.now += 60_000
        return client.call(getBalance, { address: holder, currency: 'usd', chainId: 'eip155:31337' })
      }
      await expect.poll(async () => (await read()).balances.map(({ symbol }) => symbol)).toContain('dUSD')
      const { balances, incomplete } = await read()
      expect(incomplete).toEqual([])
      expect(balances.find(({ symbol }) => symbol === 'dUSD')).toMatchObject({
        quantity: { numeric: '612.4' },
        price: 1,
        trust: 'unlisted',
      })
      expect(balances.find(({ symbol }) => symbol === 'dUSD')).not.toHaveProperty('value')
    })

    test('a token names the address of its picture where that address answers with one, and no address otherwise', async () => {
      const { client } = connect()
      const { balances } = await client.call(getBalance, { address: holder, currency: 'usd', chainId: 'eip155:31337' })
      for (const { symbol, iconUrl } of balances) {
        const picture = client.call(getTokenImage, { id: symbol })
        if (iconUrl) expect((await picture).type).toMatch(/^image\//)
        else await expect(picture).rejects.toMatchObject({ code: 'NOT_FOUND' })
      }
      expect(balances.map(({ iconUrl }) => iconUrl !== '')).toEqual([true, false, false])
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

    test('a history is what the chains say, in pages without a gap or a repeat, and says how whole it is', async () => {
      const { client } = connect()
      const seen: string[] = []
      let cursor: string | undefined
      for (let pages = 0; pages < 20; pages += 1) {
        const page = await client.call(getHistory, { address: deployer, cursor })
        seen.push(...page.data.map((item) => item.id))
        expect(page.sources.map(({ chainId, kind }) => [chainId, kind])).toEqual(
          [
            ['eip155:31337', 'otterscan'],
            ['eip155:31338', 'logs'],
          ].slice(0, page.sources.length),
        )
        if (page.next === null) break
        cursor = page.next
      }
      expect(seen.length).toBeGreaterThan(20)
      expect(new Set(seen).size).toBe(seen.length)
      const { data, sources } = await client.call(getHistory, { address: holder, chainId: 'eip155:31337' })
      expect(sources).toMatchObject([{ state: 'complete', missing: [], code: null }])
      const pine = data.find((item) => item.transfers?.some(({ quantity }) => quantity.numeric === '240'))
      expect(pine).toMatchObject({
        metadata: { operationType: 'receive', status: 'confirmed', counterparty: deployer, hidden: null },
        transfers: [
          {
            direction: 'in',
            fungible_info: { symbol: 'PINE', address: `eip155:31337:${getAddress(contracts.pine)}`, isListed: true },
            quantity: { decimals: 18, amount: '240000000000000000000' },
          },
        ],
      })
    })

    test('a history whose chain is down fails with its code, and among others is named', async () => {
      const { client } = connect('shop', 'http://127.0.0.1:9')
      await expect(client.call(getHistory, { address: holder, chainId: 'eip155:31337' })).rejects.toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
      })
      const { sources } = await client.call(getHistory, { address: holder })
      expect(sources.map(({ chainId, state }) => [chainId, state])).toEqual([
        ['eip155:31337', 'unavailable'],
        ['eip155:31338', 'partial'],
      ])
      await expect(client.call(getHistory, { address: holder, cursor: 'e30' })).resolves.toMatchObject({ data: [] })
      await expect(client.call(getHistory, { address: holder, cursor: 'W10' })).rejects.toMatchObject({
        code: 'INPUT_INVALID',
        facts: { reasons: [{ field: 'cursor' }] },
      })
    })

    test('approvals are what the contract says now, and a chain that is down has none', async () => {
      const { client } = connect()
      const node = createTestClient({ mode: 'anvil', chain: foundry, transport: http(slope.url), pollingInterval: 50 })
        .extend(publicActions)
        .extend(walletActions)
      // What the other tests read is put back.
      const snapshot = await node.snapshot()
      try {
        const hash = await node.writeContract({
          account: deployer,
          address: contracts.pine as Hex,
          abi: erc20Abi,
          functionName: 'approve',
          args: [SPENDER as Hex, 7n * 10n ** 18n],
        })
        expect((await node.waitForTransactionReceipt({ hash })).status).toBe('success')
        const query = { address: deployer, chainId: 'eip155:31337', currency: 'usd', fresh: 'true' } as const
        const { data, unavailable } = await client.call(getApprovals, query)
        expect(unavailable).toEqual([])
        expect(data.filter(({ spender }) => spender.toLowerCase() === SPENDER.toLowerCase())).toMatchObject([
          {
            kind: 'allowance',
            contract: contracts.pine.toLowerCase(),
            amount: (7n * 10n ** 18n).toString(),
            symbol: 'PINE',
          },
        ])
      } finally {
        await node.revert({ id: snapshot })
      }
      const down = connect('shop', 'http://127.0.0.1:9').client
      await expect(
        down.call(getApprovals, { address: holder, chainId: 'eip155:31337', currency: 'usd' }),
      ).rejects.toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
      })
    })

    test('gas has three prices in wei that a transaction is taken at, and a chain that is down has none', async () => {
      const price = await connect().client.call(getGasPrice, { chainId: 'eip155:31337' })
      const block = await createTestClient({ mode: 'anvil', chain: foundry, transport: http(slope.url) }).request({
        method: 'eth_getBlockByNumber' as never,
        params: ['latest', false] as never,
      })
      const base = BigInt((block as { baseFeePerGas: Hex }).baseFeePerGas)
      const tiers = [price.standard, price.fast, price.instant].map(BigInt)
      expect(tiers[0]).toBeGreaterThanOrEqual(base)
      expect([...tiers].sort((a, b) => (a < b ? -1 : 1))).toEqual(tiers)
      await expect(
        connect('shop', 'http://127.0.0.1:9').client.call(getGasPrice, { chainId: 'eip155:31337' }),
      ).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    })

    test('an allowance is what the chain says that the router may take', async () => {
      const { client } = connect()
      const query = {
        tokenAddress: `eip155:31337:${contracts.pine}`,
        userAddress: `eip155:31337:${getDevAccount(2).address}`,
      }
      const node = createTestClient({ mode: 'anvil', chain: foundry, transport: http(slope.url) })
      for (const amount of [0n, 7n * 10n ** 18n, 0n]) {
        await node.request({
          method: 'eth_sendTransaction' as never,
          params: [
            {
              from: getDevAccount(2).address,
              to: contracts.pine,
              data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SPENDER, amount] }),
            },
          ] as never,
        })
        await node.mine({ blocks: 1 })
        expect(await client.call(getAllowance, query)).toEqual({ allowance: String(amount) })
      }
      const native = await client.call(getAllowance, { ...query, tokenAddress: `eip155:31337:${NATIVE}` })
      expect(BigInt(native.allowance)).toBe(2n ** 256n - 1n)
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

    test('a bundler is asked through the gateway, and SEC-124: what is paid for in a day is counted by the database', async () => {
      const { client, time } = connect()
      const call = (method: string, params: unknown[]) =>
        client.call(callBundler, { chainId: 'eip155:31337', body: { jsonrpc: '2.0', id: 1, method, params } })
      const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
      expect(await call('eth_supportedEntryPoints', [])).toMatchObject({ result: [entryPoint] })
      // A chain's node is no bundler and says so.
      expect(await call('eth_getUserOperationReceipt', [`0x${'12'.repeat(32)}`])).toHaveProperty('error')
      const operation = {
        sender: holder,
        nonce: '0x0',
        callData: encodeFunctionData({
          abi: parseAbi(['function executeUserOp(address to, uint256 value, bytes data, uint8 operation)']),
          args: [contracts.pine, 0n, '0x', 0],
        }),
        callGasLimit: '0x64',
        verificationGasLimit: '0x64',
        preVerificationGas: '0x64',
        maxFeePerGas: '0x2',
        maxPriorityFeePerGas: '0x1',
      }
      const ask = () => call('pm_getPaymasterData', [operation, entryPoint, '0x7a69', {}])
      expect(await ask()).toMatchObject({ result: { paymasterData: '0x01' } })
      await expect(ask()).rejects.toMatchObject({ code: 'SPONSOR_BUDGET_SPENT', facts: { status: 403 } })
      time.now += 86_400_000
      expect(await ask()).toMatchObject({ result: { paymasterData: '0x01' } })
    })

    test('the code of a refused JSON-RPC call reaches the caller', async () => {
      const body = { jsonrpc: '2.0' as const, id: 1, method: 'eth_blockNumber' }
      await expect(connect().client.call(callJsonRpc, { chainId: 'eip155:5', body })).rejects.toMatchObject({
        code: 'CHAIN_UNSUPPORTED',
        facts: { status: 400 },
      })
    })

    test('without a chain that names are read from, nothing reads them, and that is said with a code', async () => {
      for (const apiVersion of [undefined, 2] as const) {
        const reading = connect().client.call(getName, { name: 'alice.eth', apiVersion })
        await expect(reading).rejects.toMatchObject({ code: 'CHAIN_UNSUPPORTED' })
      }
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
      const { client } = connect()
      expect(await client.call(getAnalyticsConfig, {})).toEqual({ isAnalyticsEnabled: false })
      const event = {
        eventId: '3f0e7f0a-7c3b-4d1e-9a55-0c2b8d1f6e11',
        url: SHOP,
        domain: 'shop.example',
        timestamp: 1,
        props: { type: 'track', event: 'MODAL_OPEN', properties: {} },
      } as const
      await expect(client.call(sendEvent, { body: event })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('a project that neither file nor database knows is refused with its code', async () => {
      await expect(connect('nobody').client.call(getWallets, {})).rejects.toMatchObject({
        code: 'PROJECT_UNKNOWN',
        facts: { status: 401, requestId: expect.stringMatching(/^[\w-]{36}$/) },
      })
    })

    test('what is worth something is told in one call, what has no known price is absent', async () => {
      const addresses = [`eip155:31337:${contracts.dollar}`, `eip155:31337:${contracts.pine}`]
      const { fungibles } = await connect().client.call(getPrices, { body: { currency: 'eur', addresses } })
      expect(fungibles.map(({ symbol, price, decimals }) => [symbol, price, decimals])).toEqual([['dUSD', 0.9, 6]])
    })

    test('what can be swapped is the coin and the tokens of the list', async () => {
      const { tokens } = await connect().client.call(getConvertTokens, { chainId: 'eip155:31337' })
      expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'PINE', 'dUSD', 'WETH'])
    })

    test('SEC-122: a name of the zone is registered, filled, given on and given up by signatures', async () => {
      const { client, time } = connect()
      const [mira, bruno] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())]
      expect((await client.call(getNameZones, {})).registration).toBe(true)
      const { suggestions } = await client.call(suggestNames, { name: 'miranda' })
      expect(suggestions[0]).toEqual({ name: `miranda.${ZONE}`, registered: false })
      const name = `miranda.${ZONE}`
      const write = async (who: PrivateKeyAccount, text: Pick<NameText, 'action'> & Partial<NameText>) => {
        const { nonce, zones } = await client.call(getNameNonce, { body: {} })
        expect(zones).toEqual([ZONE])
        const timestamp = Math.floor(time.now / 1000)
        return writeNameText({
          name,
          account: `eip155:31337:${who.address}`,
          domain: 'shop.example',
          nonce,
          timestamp,
          ...text,
        })
      }
      const sign = async (who: PrivateKeyAccount, text: Pick<NameText, 'action'> & Partial<NameText>) => {
        const message = await write(who, text)
        const signature = await who.signMessage({ message })
        return { coin_type: findCoinType(31_337), address: who.address, message, signature }
      }
      const first = await sign(mira, { action: 'register', coin_type: findCoinType(31_337), attributes: {} })
      expect(await client.call(registerName, { body: first })).toMatchObject({ name })
      await expect(client.call(registerName, { body: first })).rejects.toMatchObject({
        code: expect.stringMatching(/^NAME_/),
      })
      const attributes = { bio: 'Plants trees.' }
      const filled = await sign(mira, { action: 'attributes', attributes })
      expect(await client.call(setNameAttributes, { name, body: filled })).toEqual(attributes)
      const coin = await sign(mira, { action: 'address', coin_type: 60, address: holder })
      expect(await client.call(setNameAddress, { name, body: coin })).toMatchObject({ 60: { address: holder } })
      const [found] = await client.call(getNamesOf, { address: mira.address })
      expect(found).toMatchObject({ name, attributes })

      const given = await sign(mira, { action: 'transfer', to: bruno.address })
      const recipient_signature = await bruno.signMessage({ message: given.message })
      await client.call(transferName, { name, body: { ...given, recipient_signature } })
      expect(await client.call(getNamesOf, { address: mira.address })).toEqual([])
      expect(await client.call(getNamesOf, { address: bruno.address })).toHaveLength(1)
      const end = await sign(bruno, { action: 'release' })
      expect(await client.call(releaseName, { name, body: end })).toEqual({ released: true })
      expect(await client.call(getNamesOf, { address: bruno.address })).toEqual([])
    })

    test('coins are bought of a provider: quoted, ordered once, paid on its page, told of by signed news, and on the chain', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'latchkey-seller-'))
      let tell: (url: string, init?: RequestInit) => Promise<Response> = async () => new Response(null, { status: 503 })
      const seller = await startProvider({
        port: 0,
        label: 'Brindle Pay',
        secret: SELLER_SECRET,
        folder,
        rpcUrl: slope.url,
        networkId: 'eip155:31337',
        networkName: 'Slope',
        key: getDevKey(8),
        assets: [{ symbol: 'ETH', name: 'Ether', decimals: 18, price: 2_000 }],
        fetch: async (url, init) => tell(String(url), init),
        retryMs: 20,
      })
      try {
        const { client, time, ask } = connect('shop', undefined, undefined, seller.url)
        // Its news carry the time of the wall clock.
        time.now = Date.now()
        const options = await client.call(getOnrampOptions, {})
        expect(options.providers).toMatchObject([{ name: 'brindle', isTest: true, networks: ['eip155:31337'] }])
        expect(options.restrictedTimeZones).toContain('ASIA/SHANGHAI')
        const [purchaseCurrency] = options.purchaseCurrencies
        const [paymentCurrency] = options.paymentCurrencies
        if (!purchaseCurrency || !paymentCurrency) throw new Error('nothing is sold')
        const wanted = { purchaseCurrency, paymentCurrency, network: 'eip155:31337', provider: 'brindle' }
        const quote = await client.call(getOnrampQuote, { body: { ...wanted, amount: '100' } })
        expect(quote).toMatchObject({ isEstimate: false, purchaseAmount: { amount: '0.04905', currency: 'ETH' } })
        await expect(client.call(getOnrampQuote, { body: { ...wanted, amount: '9' } })).rejects.toMatchObject({
          code: 'ASSET_UNSUPPORTED',
        })

        const address = `0x00000000000000000000000000000000000b${engine === 'pglite' ? '0001' : '0002'}`
        const body = {
          destinationWallets: [{ address, assets: ['ETH'] }],
          defaultNetwork: 'eip155:31337',
          provider: 'brindle',
          presetFiatAmount: 100,
          paymentCurrency: 'USD',
          paymentMethod: 'card',
          orderKey: 'k'.repeat(32),
          quotedAmount: quote.purchaseAmount.amount,
        }
        const order = await client.call(generateOnrampUrl, { body })
        const ids = [order.orderId ?? '']
        expect((await client.call(generateOnrampUrl, { body })).orderId).toBe(order.orderId)
        await expect(
          client.call(generateOnrampUrl, { body: { ...body, presetFiatAmount: 200 } }),
        ).rejects.toMatchObject({ code: 'BODY_INVALID' })
        expect(new URL(order.url).searchParams.get('address')).toBe(address)
        expect((await client.call(getOnrampOrders, { ids })).orders).toMatchObject([
          { status: 'created', address, purchaseAmount: '0.04905', isPurchaseKnown: false },
        ])

        const path = '/v1/onramp/webhooks/brindle'
        const news = JSON.stringify({ order: ids[0], status: 'completed', amount: '9' })
        const forged = await ask(path, {
          method: 'POST',
          headers: { 'x-provider-signature': `t=${Math.floor(time.now / 1000)},s=${hmac('another', news)}` },
          body: news,
        })
        expect(forged.status).toBe(401)

        const paid = await fetch(`${seller.url}/pay`, {
          method: 'POST',
          body: new URLSearchParams({ order: new URL(order.url).search.slice(1), card: '4242' }),
          redirect: 'manual',
        })
        expect(paid.status).toBe(303)
        tell = ask
        called.add(receiveOnrampNews.name)
        await vi.waitFor(
          async () => {
            time.now = Date.now()
            const { orders } = await client.call(getOnrampOrders, { ids })
            expect(orders).toMatchObject([{ status: 'completed', purchaseAmount: '0.04905', isPurchaseKnown: true }])
          },
          { timeout: 30_000, interval: 200 },
        )
        expect(
          await createTestClient({ chain: foundry, mode: 'anvil', transport: http(slope.url) }).request({
            method: 'eth_getBalance' as never,
            params: [address, 'latest'] as never,
          }),
        ).toBe(`0x${parseEther('0.04905').toString(16)}`)
        // Older news that come late change nothing.
        const late = JSON.stringify({ order: ids[0], status: 'pending' })
        const seconds = Math.floor(time.now / 1000)
        const taken = await ask(path, {
          method: 'POST',
          headers: { 'x-provider-signature': `t=${seconds},s=${hmac(SELLER_SECRET, `${seconds}.${late}`)}` },
          body: late,
        })
        expect(taken.status).toBe(200)
        expect((await client.call(getOnrampOrders, { ids })).orders).toMatchObject([{ status: 'completed' }])
      } finally {
        await seller.close()
        rmSync(folder, { recursive: true, force: true })
      }
      const { client } = connect()
      expect(await client.call(getOnrampOptions, {})).toMatchObject({ providers: [], purchaseCurrencies: [] })
      const none = { destinationWallets: [{ address: holder }] }
      expect(await client.call(generateOnrampUrl, { body: none })).toMatchObject({ url: '', orderId: null })
    })

    test('the coin is quoted against what wraps it, the swap is built and does what it says, and a router is allowed to spend', async () => {
      const { client } = connect()
      const from = `eip155:31337:${NATIVE}`
      const to = `eip155:31337:${contracts.wrappedEther}`
      const userAddress = `eip155:31337:${holder}`
      const amount = '250000000000000000'
      const { quotes } = await client.call(getConvertQuotes, { amount, from, to, userAddress })
      const wrapper = contracts.wrappedEther.toLowerCase()
      expect(quotes).toMatchObject([
        { fromAmount: amount, toAmount: amount, router: wrapper, feePercent: 0, path: [wrapper] },
      ])
      const { tx } = await client.call(buildSwap, {
        body: { amount, from, to, userAddress, eip155: { slippage: 1 }, minimum: amount, disableEstimate: false },
      })
      expect(tx).toMatchObject({ from: userAddress, value: amount, amount, minimum: amount })
      const node = createTestClient({ mode: 'anvil', chain: foundry, transport: http(slope.url), pollingInterval: 50 })
        .extend(publicActions)
        .extend(walletActions)
      const readBalance = () =>
        node.readContract({
          address: contracts.wrappedEther as Hex,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [holder],
        })
      // What the other tests read is put back.
      const snapshot = await node.snapshot()
      try {
        const before = await readBalance()
        const hash = await node.sendTransaction({
          account: holder,
          to: tx.to.split(':').at(-1) as Hex,
          data: tx.data as Hex,
          value: BigInt(tx.value),
        })
        expect((await node.waitForTransactionReceipt({ hash })).status).toBe('success')
        expect((await readBalance()) - before).toBe(BigInt(amount))
      } finally {
        await node.revert({ id: snapshot })
      }

      const token = `eip155:31337:${contracts.dollar}`
      const allowed = await client.call(buildApprove, { from: token, userAddress, spender: SPENDER, amount: '5000000' })
      expect(allowed.tx).toMatchObject({ from: token, to: token, value: '0' })
      expect(allowed.tx.data).toBe(
        `0x095ea7b3${SPENDER.slice(2).padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`,
      )
      // A contract that no market of the operator's is may not be allowed anything.
      await expect(
        client.call(buildApprove, { from: token, userAddress, spender: holder, amount: '1' }),
      ).rejects.toMatchObject({ code: 'CHAIN_UNSUPPORTED' })
    })

    test('every call of the gateway was made here or in a test of its own: sign-in over both databases, the resolver without one', () => {
      const elsewhere = ['answerResolver', 'answerResolverPost']
      const served = ROUTES.map(({ operation }) => operation)
        .filter(({ tag, endpoint }) => tag !== 'sign-in' && !elsewhere.includes(endpoint.name))
        .map(({ endpoint }) => endpoint.name)
      expect(served.filter((name) => !called.has(name))).toEqual([])
    })
  })
}

function waitFor(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
