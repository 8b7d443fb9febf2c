import { expect, test } from 'vitest'
import { createTestGateway, SHOP } from '../testGateway.ts'

test.each([
  ['IPv4', '8.8.8.8'],
  ['IPv6', '2a00:1450:4001:830::200e'],
])(
  'a provider is told the whole address of a visitor by %s, which needs it to serve them',
  async (_family, address) => {
    const asked: unknown[] = []
    const { app, services } = createTestGateway({
      services: {
        onramp: {
          createOrder: async ({ ip }: { ip: string | undefined }) => {
            asked.push(ip)
            return { url: 'https://pay.example/', orderId: null, provider: null }
          },
        } as never,
      },
    })
    expect(services.onramp).toBeDefined()
    const body = JSON.stringify({ destinationWallets: [{ address: `0x${'a1'.repeat(20)}`, assets: ['ETH'] }] })
    const headers = { 'content-type': 'application/json', origin: SHOP }
    const init = { method: 'POST', body, headers }
    const response = await app.request('/v1/generators/onrampurl?projectId=shop', init, { remoteAddress: address })
    expect([response.status, asked]).toEqual([200, [address]])
  },
)
