import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../../../../testing/src/anvil.ts'
import type { Connector } from '../../core/types/adapter.ts'
import { describeEvmAdapter } from '../contract/evmContract.ts'
import { playNetwork, playPage } from '../contract/evmPageContract.ts'
import * as entry from './index.ts'

describeEvmAdapter('universal', entry.universal())

it('latchkey/universal gives these names and no others', () => {
  expect(Object.keys(entry)).toEqual(['universal'])
})

describe('universal on a real chain', () => {
  let chain: Anvil
  beforeAll(async () => {
    chain = await startAnvil()
  })
  afterAll(() => chain.stop())

  it('connects, reads the balance, signs and sends', async () => {
    const page = playPage(entry.universal())
    const adapter = entry.universal()({
      networks: [],
      services: { ...page.services, fetch },
      getRpcUrls: () => ['https://127.0.0.1:1/unreachable', chain.url],
    })
    const wallet = page.add({ rpcUrl: chain.url, chainId: chain.chainId, fetch })
    let connectors: readonly Connector[] = []
    adapter.watchConnectors((known) => {
      connectors = known
    })()
    const [connector] = connectors
    if (!connector) throw new Error('no connector')
    const network = playNetwork(chain.chainId)
    const connection = await adapter.connect(connector, { network })
    expect(connection.networkId).toBe('eip155:31337')
    const address = wallet.getAddress()
    const to = '0x00000000000000000000000000000000000000bb'
    expect(await adapter.sendTransaction?.(connection, { to, value: 10n ** 18n })).toMatch(/^0x[0-9a-f]{64}$/)
    const signature = (await adapter.signMessage(connection, 'Grüße, 世界')) as `0x${string}`
    expect(await verifyMessage({ address, message: 'Grüße, 世界', signature })).toBe(true)
    const reading = adapter.fetchBalance?.({ address: to, type: 'eoa' }, network)
    let isOver = false
    const end = (): void => {
      isOver = true
    }
    reading?.then(end, end)
    // The unreachable address is tried three times first. The chain answers in its own time, not in that of this clock.
    while (!isOver) {
      await page.clock.advance(300)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(await reading).toEqual({ value: 10n ** 18n, decimals: 18, symbol: 'ETH' })
  })
})
