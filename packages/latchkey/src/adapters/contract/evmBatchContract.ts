/** How an EVM adapter asks for batches, capabilities, permissions and assets. */
import { describe, expect, it } from 'vitest'
import { drill } from '../../testing/index.ts'
import { ADDRESS, codeOf, count, OTHER_ADDRESS, type Plays, TOKEN } from './evmPageContract.ts'

/** Runs this part of the contract over one adapter. */
export function describeBatch(name: string, { playConnected }: Plays): void {
  describe(`${name}: batches`, () => {
    const HASHES = [`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`] as const
    const CALLS = [
      { to: OTHER_ADDRESS, value: 1n },
      { to: TOKEN, data: '0xabcd' },
    ] as const
    const batch = (page: Awaited<ReturnType<typeof playConnected>>, more: object = {}) =>
      page.adapter.sendCalls?.(page.connection, { calls: CALLS, ...more }) ?? Promise.reject(new Error('no batches'))
    const status = (page: Awaited<ReturnType<typeof playConnected>>, id: string) =>
      page.adapter.fetchCallsStatus?.(page.connection, id) ?? Promise.reject(new Error('no status'))

    it('hands the wallet the batch as version 2.0.0', async () => {
      const page = await playConnected({ script: { wallet_sendCalls: [drill.ok({ id: '0x01', capabilities: {} })] } })
      expect(await batch(page, { atomicRequired: true, capabilities: { a: { optional: true } } })).toEqual({
        id: '0x01',
      })
      expect(page.wallet.calls.find(({ method }) => method === 'wallet_sendCalls')?.params).toEqual([
        {
          version: '2.0.0',
          from: ADDRESS,
          chainId: '0x1',
          atomicRequired: true,
          calls: [
            { to: OTHER_ADDRESS, value: '0x1' },
            { to: TOKEN, data: '0xabcd' },
          ],
          capabilities: { a: { optional: true } },
        },
      ])
    })

    it('reads the bare text that older wallets answer', async () => {
      const page = await playConnected({ script: { wallet_sendCalls: [drill.ok('0x02')] } })
      expect(await batch(page)).toEqual({ id: '0x02' })
    })

    it.each([[null], [''], [{}], [7]])(
      'an answer without an id, %o, is no success, and nothing is sent again',
      async (answer) => {
        const page = await playConnected({ script: { wallet_sendCalls: [drill.ok(answer)] } })
        expect(await codeOf(batch(page))).toBe('UNKNOWN_FAILURE')
        expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
      },
    )

    it.each([
      ['no call', []],
      ['a call without to', [{ data: '0x01' }]],
      ['a name for to', [{ to: 'shop.eth' }]],
      ['data without 0x', [{ to: OTHER_ADDRESS, data: 'abcd' }]],
      ['half a byte', [{ to: OTHER_ADDRESS, data: '0xabc' }]],
    ])('a batch with %s is a mistake of the site', async (_, calls) => {
      const page = await playConnected()
      expect(await codeOf(batch(page, { calls }))).toBe('REQUEST_INVALID')
      expect(count(page.wallet, 'wallet_sendCalls')).toBe(0)
    })

    it.each([
      ['without batches', drill.no(-32601), 'METHOD_NOT_GRANTED'],
      ['without this capability', drill.no(5700), 'METHOD_NOT_GRANTED'],
      ['that cannot do all or nothing', drill.no(5760), 'METHOD_NOT_GRANTED'],
      ['refused', drill.no(4001), 'USER_REJECTED'],
      ['refused for its upgrade', drill.no(5750), 'USER_REJECTED'],
      ['answered by an error around -32601', drill.no(-32603, 'x', { code: -32601 }), 'METHOD_NOT_GRANTED'],
      ['too large', drill.no(5740), 'UNKNOWN_FAILURE'],
    ])('money never twice: a batch %s is asked for once, and no call of it by itself', async (_, answer, code) => {
      const page = await playConnected({ script: { wallet_sendCalls: [answer] } })
      expect(await codeOf(batch(page))).toBe(code)
      expect(count(page.wallet, 'wallet_sendCalls')).toBe(1)
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })

    it('F-18: what went one by one is told by its receipts: pending, done, partly', async () => {
      const [first, second] = HASHES
      const id = `latchkey/eip155:1/2/${first},${second}`
      const mined = (transactionHash: string, state = '0x1') => drill.ok({ transactionHash, status: state })
      const page = await playConnected({
        script: {
          eth_getTransactionReceipt: [
            mined(first),
            drill.ok(null),
            mined(first),
            mined(second),
            mined(first),
            mined(second, '0x0'),
            mined(first),
          ],
        },
      })
      expect(await status(page, id)).toMatchObject({ status: 100 })
      expect(await status(page, id)).toEqual({
        id,
        status: 200,
        atomic: false,
        receipts: HASHES.map((transactionHash) => ({ transactionHash, status: 'success' })),
      })
      expect(await status(page, id)).toMatchObject({ status: 600 })
      // One of two was never sent.
      expect(await status(page, `latchkey/eip155:1/2/${first}`)).toMatchObject({ status: 600 })
    })

    it('has the wallet show a batch', async () => {
      const page = await playConnected({ script: { wallet_showCallsStatus: [drill.ok(null)] } })
      await page.adapter.showCallsStatus?.(page.connection, '0x01')
      expect(page.wallet.calls.at(-1)).toMatchObject({ method: 'wallet_showCallsStatus', params: ['0x01'] })
    })

    it.each([
      [
        { status: 100, atomic: true },
        { status: 100, atomic: true, receipts: [] },
      ],
      [
        { status: 200, atomic: true, receipts: [{ status: '0x1', transactionHash: HASHES[0] }] },
        { status: 200, atomic: true, receipts: [{ status: 'success', transactionHash: HASHES[0] }] },
      ],
      [{ status: 'PENDING' }, { status: 100, atomic: false, receipts: [] }],
      [
        { status: 'CONFIRMED', receipts: [{ status: '0x1', transactionHash: HASHES[0] }] },
        { status: 200, atomic: false, receipts: [{ status: 'success', transactionHash: HASHES[0] }] },
      ],
      [
        { status: 'CONFIRMED', receipts: [{ status: '0x0', transactionHash: HASHES[0] }, 'junk'] },
        { status: 500, atomic: false, receipts: [{ status: 'reverted', transactionHash: HASHES[0] }] },
      ],
    ])('reads the status %j of either form', async (answer, read) => {
      const page = await playConnected({ script: { wallet_getCallsStatus: [drill.ok(answer)] } })
      expect(await status(page, 'batch')).toEqual({ id: 'batch', ...read })
    })

    it.each([[null], ['200'], [{}], [{ status: 'DONE' }]])(
      'a status %j that cannot be read is no success',
      async (answer) => {
        const page = await playConnected({ script: { wallet_getCallsStatus: [drill.ok(answer)] } })
        expect(await codeOf(status(page, 'batch'))).toBe('UNKNOWN_FAILURE')
      },
    )
  })

  describe(`${name}: capabilities, permissions, assets`, () => {
    it('reads capabilities by chain id, in all their spellings, and leaves out what is none', async () => {
      const page = await playConnected({
        script: {
          wallet_getCapabilities: [
            drill.ok({
              '0x0': { assetDiscovery: { supported: true } },
              '0x1': { atomic: { status: 'ready' } },
              '0xa': { atomicBatch: { supported: true } },
              'eip155:137': {
                atomic: { supported: true },
                paymasterService: true,
                auxiliaryFunds: { supported: false },
              },
              8453: { atomicBatch: { status: 'unsupported' }, paymasterService: { status: 'supported' } },
              junk: { atomic: {} },
              '0x89a': null,
            }),
          ],
        },
      })
      expect(await page.adapter.fetchCapabilities?.(page.connection)).toEqual({
        0: { assetDiscovery: { supported: true } },
        1: { atomic: { status: 'ready' } },
        10: { atomicBatch: { supported: true }, atomic: { status: 'supported' } },
        137: {
          atomic: { status: 'supported' },
          paymasterService: { supported: true },
          auxiliaryFunds: { supported: false },
        },
        8453: {
          atomicBatch: { status: 'unsupported' },
          atomic: { status: 'unsupported' },
          paymasterService: { status: 'supported', supported: true },
        },
      })
      expect(page.wallet.calls.find(({ method }) => method === 'wallet_getCapabilities')?.params[0]).toBe(ADDRESS)
    })

    it('F-18: a wallet that cannot say what it can → METHOD_NOT_GRANTED, never an empty answer', async () => {
      const page = await playConnected()
      expect(await codeOf(page.adapter.fetchCapabilities?.(page.connection) ?? Promise.resolve())).toBe(
        'METHOD_NOT_GRANTED',
      )
    })

    it('hands permissions over as the standard has them, in both of its shapes', async () => {
      const granted = { permissionsContext: '0x1', grantedPermissions: [] }
      const page = await playConnected({
        script: {
          wallet_grantPermissions: [drill.ok(granted)],
          wallet_requestExecutionPermissions: [drill.ok([granted])],
          wallet_revokeExecutionPermission: [drill.ok({})],
        },
      })
      const request = { permissions: [{ type: 'native-token-transfer', data: {} }], expiry: 1 }
      expect(await page.adapter.grantPermissions?.(page.connection, request)).toEqual(granted)
      expect(await page.adapter.grantPermissions?.(page.connection, [request])).toEqual([granted])
      await page.adapter.revokePermissions?.(page.connection, { permissionContext: '0x1' })
      expect(page.wallet.calls.slice(-1)).toEqual([
        { method: 'wallet_revokeExecutionPermission', params: [{ permissionContext: '0x1' }] },
      ])
    })

    it('giving permissions back never ends the connection', async () => {
      const page = await playConnected()
      for (const request of [{ eth_accounts: {} }, { permissionsContext: '0x1' }, null]) {
        const giving = page.adapter.revokePermissions?.(page.connection, request)
        expect(await codeOf(giving ?? Promise.resolve())).toBe('REQUEST_INVALID')
      }
      expect(count(page.wallet, 'wallet_revokePermissions')).toBe(0)
    })

    it('lists assets of all chains, whatever case their kinds are in, and drops bad items one by one', async () => {
      const page = await playConnected({
        script: {
          wallet_getCapabilities: [drill.ok({ '0x1': { assetDiscovery: { supported: true } } })],
          wallet_getAssets: [
            drill.ok({
              '0x1': [
                {
                  address: 'native',
                  balance: '0x10',
                  type: 'NATIVE',
                  metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
                },
                { address: TOKEN, balance: '0x5', type: 'ERC20', metadata: { symbol: 'USD', decimals: 6 } },
                { address: TOKEN, balance: 'lots', type: 'erc20' },
                { address: 'nowhere', balance: '0x1', type: 'erc20' },
                { address: TOKEN, balance: '0x1', type: 'points' },
                null,
              ],
              '0xa': [{ address: TOKEN, balance: '0x1', type: 'erc721', metadata: { decimals: -1 } }],
              junk: [{ balance: '0x1', type: 'native' }],
              '0x89': 'junk',
            }),
          ],
        },
      })
      expect(await page.adapter.fetchAssets?.(page.connection)).toEqual([
        { networkId: 'eip155:1', type: 'native', balance: 16n, name: 'Ether', symbol: 'ETH', decimals: 18 },
        { networkId: 'eip155:1', type: 'erc20', address: TOKEN, balance: 5n, symbol: 'USD', decimals: 6 },
        { networkId: 'eip155:10', type: 'erc721', address: TOKEN, balance: 1n },
      ])
    })

    it('assets of some kinds or of one network are asked for, and nothing else is told where the wallet knows no filter', async () => {
      const page = await playConnected({
        script: {
          wallet_getCapabilities: [drill.ok({ '0x1': { assetDiscovery: { supported: true } } })],
          wallet_getAssets: [
            drill.ok({
              '0x1': [
                { address: 'native', balance: '0x10', type: 'native' },
                { address: TOKEN, balance: '0x5', type: 'erc20' },
              ],
              '0xa': [{ address: TOKEN, balance: '0x1', type: 'erc20' }],
            }),
          ],
        },
      })
      const request = { networkId: 'eip155:1', types: ['erc20'] } as const
      expect(await page.adapter.fetchAssets?.(page.connection, request)).toEqual([
        { networkId: 'eip155:1', type: 'erc20', address: TOKEN, balance: 5n },
      ])
      expect(page.wallet.calls.find(({ method }) => method === 'wallet_getAssets')?.params).toEqual([
        { account: ADDRESS, assetTypeFilter: ['erc20'], chainFilter: ['0x1'] },
      ])
    })

    it('a wallet that does not claim to list assets is not asked for them', async () => {
      const page = await playConnected({ script: { wallet_getCapabilities: [drill.ok({ '0x1': {} })] } })
      expect(await codeOf(page.adapter.fetchAssets?.(page.connection) ?? Promise.resolve())).toBe('METHOD_NOT_GRANTED')
      expect(count(page.wallet, 'wallet_getAssets')).toBe(0)
    })
  })
}
