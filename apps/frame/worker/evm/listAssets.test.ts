import { expect, it } from 'vitest'
import { listAssets } from './listAssets.ts'

const OWN = '0x00000000000000000000000000000000000A11cE'
const PINE = `0x${'c1'.repeat(20)}`
const item = (part: object) => ({
  name: 'Ether',
  symbol: 'ETH',
  price: 2000,
  value: 3000,
  quantity: { decimals: '18', numeric: '1.5' },
  ...part,
})
const BALANCES = [
  item({ chainId: 'eip155:1' }),
  item({ chainId: 'eip155:10', value: undefined, quantity: { decimals: '18', numeric: '0' } }),
  item({ name: 'Pine', symbol: 'PINE', address: `eip155:1:${PINE}`, quantity: { decimals: '6', numeric: '0.25' } }),
  item({ name: 'Gift', symbol: 'GIFT', address: `eip155:1:0x${'d1'.repeat(20)}`, trust: 'spam' }),
  item({ name: 'SOL', symbol: 'SOL', chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
]

const open = (answer: () => Response = () => Response.json({ balances: BALANCES })) => {
  const asked: URL[] = []
  const ask = (params: unknown) =>
    listAssets(params, {
      own: [OWN],
      gatewayUrl: 'https://gate.example',
      projectId: 'shop',
      fetch: async (url) => {
        asked.push(new URL(String(url)))
        return answer()
      },
    })
  return { ask, asked }
}

it('lists coins and listed tokens by chain, in base units; nothing that came unasked (SEC-96), nothing of other namespaces', async () => {
  const { ask, asked } = open()
  expect(await ask([{ account: OWN.toLowerCase() }])).toEqual({
    '0x1': [
      {
        address: 'native',
        type: 'native',
        balance: `0x${(15n * 10n ** 17n).toString(16)}`,
        metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, price: 2000, value: 3000, iconUrl: '' },
      },
      {
        address: PINE,
        type: 'erc20',
        balance: '0x3d090',
        metadata: { name: 'Pine', symbol: 'PINE', decimals: 6, price: 2000, value: 3000, iconUrl: '' },
      },
    ],
    '0xa': [expect.objectContaining({ balance: '0x0' })],
  })
  expect(asked[0]?.pathname).toBe(`/v1/account/${OWN.toLowerCase()}/balance`)
  expect(asked[0]?.searchParams.get('chainId')).toBeNull()
})

it('keeps to the chains, kinds and assets that are asked for, and reads one chain alone where one is named', async () => {
  const { ask, asked } = open()
  expect(Object.keys(await ask([{ account: OWN, chainFilter: ['0xA'] }]))).toEqual(['0xa'])
  expect(asked[0]?.searchParams.get('chainId')).toBe('eip155:10')
  const tokens = await ask([{ account: OWN, assetTypeFilter: ['ERC20'] }])
  expect(tokens).toEqual({ '0x1': [expect.objectContaining({ address: PINE })] })
  const named = await ask([
    { account: OWN, assetFilter: { '0x1': [{ address: PINE.toUpperCase().replace('X', 'x') }] } },
  ])
  expect(named).toEqual(tokens)
})

it('refuses another account and other forms, and says where the gateway does not answer', async () => {
  const { ask, asked } = open()
  await expect(ask([{ account: PINE }])).rejects.toMatchObject({ told: { code: 4100 } })
  await expect(ask([])).rejects.toMatchObject({ told: { code: -32602 } })
  await expect(ask([{ account: OWN, chainFilter: ['1'] }])).rejects.toMatchObject({ told: { code: -32602 } })
  expect(asked).toEqual([])
  for (const answer of [() => Response.json({}, { status: 502 }), () => new Response('<html>')])
    await expect(open(answer).ask([{ account: OWN }])).rejects.toMatchObject({ told: { reason: 'NETWORK_FAILED' } })
})
