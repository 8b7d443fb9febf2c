import { NATIVE_TOKEN } from '@latchkey/wire/swap'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Market } from './market.ts'

const abi = parseAbi(['function deposit() payable', 'function withdraw(uint256 wad)'])

/**
 * The contract that wraps a chain's coin, as a market of the two: one for one, without a fee, an allowance or a limit. Source:
 * WETH9.
 */
export function createWrapMarket(wrappedNative: Hex): Market {
  return {
    kind: 'wrap',
    // It is called, but never allowed to spend.
    router: undefined,
    takesPermit: false,
    async quote({ sell, buy, amount }) {
      const wraps = sell === NATIVE_TOKEN && buy === wrappedNative
      if (!wraps && (sell !== wrappedNative || buy !== NATIVE_TOKEN)) return undefined
      return {
        router: wrappedNative,
        amountOut: amount,
        priceImpact: 0,
        feePercent: 0,
        path: [wrappedNative],
        build: async () => ({
          to: wrappedNative,
          data: wraps
            ? encodeFunctionData({ abi, functionName: 'deposit' })
            : encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] }),
          value: wraps ? amount : 0n,
        }),
      }
    },
  }
}
