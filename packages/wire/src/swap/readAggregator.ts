/**
 * What the data of an aggregator's swap says: the description that its router itself enforces. The way the amount takes lies in
 * data of the aggregator's own and is not read. Sources: KyberSwap's `MetaAggregationRouterV2` and 1inch's `AggregationRouterV6`,
 * published interfaces.
 */
import { type Hex, readAbi } from '../guard/readAbi.ts'
import type { SwapCall } from './swapCall.ts'

const WORD = 'uint256'
const COIN: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** `SwapDescriptionV2`: source and result, receivers and amounts of the source, of fees, recipient, amount, minimum, flags, permit. */
const KYBER_DESCRIPTION = {
  tuple: [
    'address',
    'address',
    { list: 'address' },
    { list: WORD },
    { list: 'address' },
    { list: WORD },
    'address',
    WORD,
    WORD,
    WORD,
    'bytes',
  ],
} as const

/** Flag by which less may be taken than was said, for a share of the minimum. */
const PARTIAL_FILL = 1n

/**
 * Reads `swap` or `swapSimpleMode` of KyberSwap's router. Undefined for any other form, for one that takes more than its amount, takes
 * a fee, brings a permit or may fill in part.
 */
export function readKyberSwap(data: string): SwapCall | undefined {
  const digits = data.toLowerCase().slice(2)
  const description = readKyberDescription(digits.slice(0, 8), digits.slice(8))
  if (description === undefined) return undefined
  const [tokenIn, tokenOut, , amounts, feeReceivers, feeAmounts, recipient, amountIn, minimumOut, flags, permit] =
    description
  const taken = amounts.reduce((sum, amount) => sum + amount, 0n)
  if (taken > amountIn || feeReceivers.length > 0 || feeAmounts.length > 0) return undefined
  if ((flags & PARTIAL_FILL) !== 0n || permit !== '0x') return undefined
  return describe({ tokenIn, tokenOut, amountIn, minimumOut, recipient })
}

function readKyberDescription(selector: string, digits: string) {
  switch (selector) {
    // swap((address,address,bytes,SwapDescriptionV2,bytes))
    case 'e21fd0e9':
      return readAbi([{ tuple: ['address', 'address', 'bytes', KYBER_DESCRIPTION, 'bytes'] }], digits)?.[0][3]
    // swapSimpleMode(address,SwapDescriptionV2,bytes,bytes)
    case '8af033fb':
      return readAbi(['address', KYBER_DESCRIPTION, 'bytes', 'bytes'], digits)?.[1]
    default:
      return undefined
  }
}

/**
 * Reads `swap` of 1inch's router. Undefined for any other form, and for one with a flag: that it may fill in part, needs more of the coin,
 * or spends by Permit2.
 */
export function readInchSwap(data: string): SwapCall | undefined {
  const digits = data.toLowerCase().slice(2)
  // swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)
  if (!digits.startsWith('07ed2379')) return undefined
  const description = { tuple: ['address', 'address', 'address', 'address', WORD, WORD, WORD] } as const
  const values = readAbi(['address', description, 'bytes'], digits.slice(8))
  if (values === undefined) return undefined
  const [tokenIn, tokenOut, , recipient, amountIn, minimumOut, flags] = values[1]
  return flags === 0n ? describe({ tokenIn, tokenOut, amountIn, minimumOut, recipient }) : undefined
}

function describe(swap: Pick<SwapCall, 'tokenIn' | 'tokenOut' | 'amountIn' | 'minimumOut' | 'recipient'>): SwapCall {
  return {
    ...swap,
    isCoinOut: swap.tokenOut === COIN,
    deadline: undefined,
    fee: undefined,
    permit: undefined,
    paysCoin: undefined,
  }
}
