import { createUniswapMaker, type UniswapPlaces } from '@latchkey/testing/uniswap/placeUniswap.ts'
import { parseEther, parseUnits } from 'viem'
import type { DemoContracts } from '../settings.ts'
import { getDevAccount } from './accounts.ts'

/** Pools by fee of v3, or none for v2, with what is in them: a dollar is 2,640 to the ether, and 0.215 to the PINE. */
const POOLS = [
  [500, 'ether', '400', 'dollar', '1056000'],
  [3_000, 'ether', '150', 'dollar', '396000'],
  [undefined, 'ether', '60', 'dollar', '158400'],
  [3_000, 'ether', '120', 'pine', '1473488'],
  [undefined, 'ether', '40', 'pine', '491163'],
] as const

/**
 * Places Uniswap v2 and v3 on a dev chain, with pools of the demo's tokens whose prices agree with those that the gateway is
 * told. PINE and dollars have no pool of their own: a swap of the two goes over ether. Rejects when the chain refuses a step.
 */
export async function placeMarkets(rpcUrl: string, chainId: number, contracts: DemoContracts): Promise<UniswapPlaces> {
  const maker = createUniswapMaker({ rpcUrl, chainId, maker: getDevAccount(0).address })
  const places = await maker.place(contracts.wrappedEther)
  const tokens = {
    ether: { token: contracts.wrappedEther, decimals: 18 },
    dollar: { token: contracts.dollar, decimals: 6 },
    pine: { token: contracts.pine, decimals: 18 },
  }
  await maker.call(contracts.wrappedEther, 'deposit', [], parseEther('800'))
  for (const [fee, first, firstAmount, second, secondAmount] of POOLS) {
    const side = (name: keyof typeof tokens, amount: string) => ({
      token: tokens[name].token,
      amount: parseUnits(amount, tokens[name].decimals),
    })
    await maker.fill(places, { fee, first: side(first, firstAmount), second: side(second, secondAmount) })
  }
  return places
}
