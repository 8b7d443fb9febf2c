/**
 * What the data of a swap says, read strictly: only the few forms that a gateway of ours builds, and nothing beside them. Sources:
 * Uniswap/swap-router-contracts (SwapRouter02), Uniswap/v2-periphery (Router02), published interfaces.
 */
import { type AbiType, type AbiValues, type Hex, readAbi } from '../guard/readAbi.ts'
import type { RouterKind } from './markets.ts'
import { readInchSwap, readKyberSwap } from './readAggregator.ts'
import type { SwapCall } from './swapCall.ts'

/** Stand for whoever calls, and for the router itself. Source: SwapRouter02, `Constants`. */
export const MSG_SENDER: Hex = '0x0000000000000000000000000000000000000001'
export const ADDRESS_THIS: Hex = '0x0000000000000000000000000000000000000002'

/** One trade, before what is done with its result. */
type Trade = Pick<SwapCall, 'tokenIn' | 'tokenOut' | 'amountIn'> & { readonly minimum: bigint; readonly to: Hex }

/** What follows a trade whose result stayed with the router. */
type Closing = {
  readonly token: Hex | undefined
  readonly minimum: bigint
  readonly to: Hex
  readonly fee: SwapCall['fee']
}

const WORD = 'uint256'

/**
 * Reads a swap that `from` sends to a router. Undefined for any other form, also for one with a call too many: what is not
 * understood whole is not a swap. What wraps the coin is no router and swaps nothing: `checkSwap` reads that, as `checkSolanaSwap`
 * reads swaps of Solana.
 */
export function readSwap(from: string, data: string, kind: RouterKind = 'uniswap'): SwapCall | undefined {
  if (kind === 'wrap' || kind === 'jupiter') return undefined
  return kind === 'kyberswap' ? readKyberSwap(data) : kind === '1inch' ? readInchSwap(data) : readUniswap(from, data)
}

function readUniswap(from: string, data: string): SwapCall | undefined {
  const digits = data.toLowerCase().slice(2)
  const sender = from.toLowerCase() as Hex
  return digits.startsWith('5ae401dc') ? readRouter02(sender, digits.slice(8)) : readV2(sender, digits)
}

/** `multicall(uint256 deadline, bytes[] data)`: the only form of SwapRouter02 that has a deadline. */
function readRouter02(sender: Hex, digits: string): SwapCall | undefined {
  const outer = readAbi([WORD, { list: 'bytes' }], digits)
  if (outer === undefined) return undefined
  const [deadline, calls] = outer
  const rest = calls.map((call) => call.slice(2))
  const permit = rest[0]?.startsWith('f3995c67') ? readPermit(rest.shift() ?? '') : undefined
  if (permit === null) return undefined
  const trade = readTrade(rest.shift() ?? '')
  const closing = rest.length === 0 ? undefined : readClosing(rest.shift() ?? '')
  if (trade === undefined || closing === null || rest.length > 0) return undefined
  // What stays with the router is anybody's, and what has left it cannot be handed on.
  if ((trade.to === ADDRESS_THIS) !== (closing !== undefined)) return undefined
  if (closing?.token !== undefined && closing.token !== trade.tokenOut) return undefined
  const minimum = closing === undefined || closing.minimum < trade.minimum ? trade.minimum : closing.minimum
  const to = closing?.to ?? trade.to
  const fee = closing?.fee
  return {
    tokenIn: trade.tokenIn,
    tokenOut: trade.tokenOut,
    amountIn: trade.amountIn,
    minimumOut: fee === undefined ? minimum : minimum - (minimum * fee.bips) / 10_000n,
    recipient: to === MSG_SENDER ? sender : to,
    deadline,
    isCoinOut: closing !== undefined && closing.token === undefined,
    fee,
    permit,
    paysCoin: undefined,
  }
}

/** `selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)`: its spender is the router. Null where it is out of form. */
function readPermit(call: string): SwapCall['permit'] | null {
  const values = readAbi(['address', WORD, WORD, 'uint8', 'bytes32', 'bytes32'], call.slice(8))
  return values === undefined ? null : { token: values[0], amount: values[1] }
}

function readTrade(call: string): Trade | undefined {
  const digits = call.slice(8)
  switch (call.slice(0, 8)) {
    // exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))
    case '04e45aaf': {
      const values = readAbi([{ tuple: ['address', 'address', 'uint24', 'address', WORD, WORD, 'uint160'] }], digits)
      if (values === undefined) return undefined
      const [tokenIn, tokenOut, , to, amountIn, minimum, limit] = values[0]
      // A limit of the price makes the trade end early, with less sold than was said.
      return limit === 0n ? { tokenIn, tokenOut, to, amountIn, minimum } : undefined
    }
    // exactInput((bytes,address,uint256,uint256))
    case 'b858183f': {
      const values = readAbi([{ tuple: ['bytes', 'address', WORD, WORD] }], digits)
      if (values === undefined) return undefined
      const [path, to, amountIn, minimum] = values[0]
      const ends = readPath(path)
      return ends && { ...ends, to, amountIn, minimum }
    }
    // swapExactTokensForTokens(uint256,uint256,address[],address)
    case '472b43f3': {
      const values = readAbi([WORD, WORD, { list: 'address' }, 'address'], digits)
      if (values === undefined) return undefined
      const [amountIn, minimum, path, to] = values
      const [tokenIn, tokenOut] = [path[0], path.at(-1)]
      return tokenIn === undefined || tokenOut === undefined || path.length < 2
        ? undefined
        : { tokenIn, tokenOut, to, amountIn, minimum }
    }
    default:
      return undefined
  }
}

/** Tokens of 20 bytes with fees of 3 between them. */
function readPath(path: Hex): Pick<Trade, 'tokenIn' | 'tokenOut'> | undefined {
  const bytes = (path.length - 2) / 2
  if (bytes < 43 || (bytes - 20) % 23 !== 0) return undefined
  return { tokenIn: path.slice(0, 42) as Hex, tokenOut: `0x${path.slice(-40)}` }
}

/** Null where it is none. */
function readClosing(call: string): Closing | null {
  const digits = call.slice(8)
  switch (call.slice(0, 8)) {
    // unwrapWETH9(uint256,address)
    case '49404b7c': {
      const values = readAbi([WORD, 'address'], digits)
      return values === undefined ? null : { token: undefined, minimum: values[0], to: values[1], fee: undefined }
    }
    // unwrapWETH9WithFee(uint256,address,uint256,address)
    case '9b2c0a37': {
      const values = readAbi([WORD, 'address', WORD, 'address'], digits)
      if (values === undefined) return null
      const [minimum, to, bips, recipient] = values
      return { token: undefined, minimum, to, fee: { bips, recipient } }
    }
    // sweepTokenWithFee(address,uint256,address,uint256,address)
    case 'e0e189a0': {
      const values = readAbi(['address', WORD, 'address', WORD, 'address'], digits)
      if (values === undefined) return null
      const [token, minimum, to, bips, recipient] = values
      return { token, minimum, to, fee: { bips, recipient } }
    }
    default:
      return null
  }
}

const V2_ARGUMENTS = [WORD, WORD, { list: 'address' }, 'address', WORD] as const

function readV2(sender: Hex, digits: string): SwapCall | undefined {
  const kind = V2_KINDS[digits.slice(0, 8)]
  if (kind === undefined) return undefined
  const values: AbiValues<typeof V2_ARGUMENTS> | undefined =
    kind === 'coinIn' ? readCoinIn(digits.slice(8)) : readAbi(V2_ARGUMENTS, digits.slice(8))
  if (values === undefined) return undefined
  const [amountIn, minimumOut, path, to, deadline] = values
  const [tokenIn, tokenOut] = [path[0], path.at(-1)]
  if (tokenIn === undefined || tokenOut === undefined || path.length < 2) return undefined
  return {
    tokenIn,
    tokenOut,
    amountIn,
    minimumOut,
    recipient: to === MSG_SENDER ? sender : to,
    deadline,
    isCoinOut: kind === 'coinOut',
    fee: undefined,
    permit: undefined,
    paysCoin: kind === 'coinIn',
  }
}

/** swapExactTokensForTokens, swapExactETHForTokens and swapExactTokensForETH of Router02, which end with a deadline. */
const V2_KINDS: Readonly<Record<string, 'tokens' | 'coinIn' | 'coinOut' | undefined>> = {
  '38ed1739': 'tokens',
  '7ff36ab5': 'coinIn',
  '18cbafe5': 'coinOut',
}

/** What is paid is the value of the transaction, so the amount is not among the arguments: 0 stands for it. */
function readCoinIn(digits: string): AbiValues<typeof V2_ARGUMENTS> | undefined {
  const types = [WORD, { list: 'address' }, 'address', WORD] as const satisfies readonly AbiType[]
  const values = readAbi(types, digits)
  return values === undefined ? undefined : [0n, ...values]
}
