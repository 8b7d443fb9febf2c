import type { ConvertToken } from '@latchkey/wire/convert'
import { checkSolanaSwap } from '@latchkey/wire/solanaSwap'
import { JUPITER } from '@latchkey/wire/swap'
import { toBytes } from 'viem'
import type { ChainConfig } from '../../config.ts'
import { RequestError } from '../../RequestError.ts'
import { isSolanaAddress, tokenAccountAddress } from '../balances/metaplex.ts'
import type { AskJupiter, JupiterWay } from './jupiterSwap.ts'
import { movedError } from './movedError.ts'
import type { Swaps } from './swaps.ts'

/** What swaps on Solana can do: there are no allowances, and gas has no price. */
export type SolanaSwaps = Pick<Swaps, 'listTokens' | 'fetchQuotes' | 'buildSwap'>

/** Slippage of a quote, in hundredths of a percent: it changes what is built, and not what is expected. */
const QUOTE_BIPS = 50

/** Whom a way is asked for where nobody said who swaps: an address that nobody has the key of. Source: Solana, the incinerator. */
const NOBODY = '1nc1nerator11111111111111111111111111111111'

/** Makes them over Jupiter; where nobody is asked they have no token, and refuse the rest. */
export function createSolanaSwaps(parameters: {
  chains: readonly ChainConfig[]
  /** By CAIP-2 id. */
  askers: ReadonlyMap<string, AskJupiter>
  describeTokens: (chain: ChainConfig) => Promise<readonly ConvertToken[]>
}): SolanaSwaps {
  const { chains, askers } = parameters

  function find(networkId: string): AskJupiter {
    const ask = askers.get(networkId)
    if (ask !== undefined) return ask
    throw new RequestError('CHAIN_UNSUPPORTED', `Nothing is swapped on ${networkId} here.`, { field: 'chainId' })
  }

  return {
    async listTokens({ networkId, address }) {
      const chain = chains.find(({ id }) => id === networkId)
      if (chain === undefined) {
        throw new RequestError('CHAIN_UNSUPPORTED', `This gateway has no chain ${networkId}.`, { field: 'chainId' })
      }
      if (!askers.has(networkId)) return []
      const tokens = await parameters.describeTokens(chain)
      return address === undefined ? tokens : tokens.filter((token) => token.address === `${networkId}:${address}`)
    },

    async fetchQuotes({ from, to, amount, userAddress, signal }) {
      const { networkId, sell, buy } = readPair(from, to)
      const account = userAddress === undefined ? NOBODY : (userAddress.split(':').at(-1) ?? NOBODY)
      const request = { sell, buy, amount: BigInt(amount), account, slippageBips: QUOTE_BIPS }
      const way = await find(networkId)(request, signal)
      if (way === undefined || way.amountOut === 0n) throw noWay()
      return [
        {
          id: null,
          fromAmount: amount,
          fromAccount: from,
          toAmount: `${way.amountOut}`,
          toAccount: to,
          router: JUPITER.program,
          priceImpact: way.priceImpact,
          feePercent: 0,
          path: [sell, buy],
        },
      ]
    },

    async buildSwap({ from, to, amount, userAddress, slippage, minimum, signal }) {
      const { networkId, sell, buy } = readPair(from, to)
      const [accountNetwork, account] = readPlace(userAddress, 'userAddress')
      if (accountNetwork !== networkId) refusePlace('userAddress')
      const ask = find(networkId)
      const request = { sell, buy, amount: BigInt(amount), account }
      const first = await ask({ ...request, slippageBips: Math.floor(slippage * 100) }, signal)
      if (first === undefined || first.amountOut === 0n) throw noWay()
      const least = minimum === undefined ? first.minimumOut : BigInt(minimum)
      if (first.amountOut < least) throw movedError()
      // The program counts in hundredths of a percent of what it expects, so that the least is met by a smaller slippage.
      const isKept = first.minimumOut >= least
      const slippageBips = Number(((first.amountOut - least) * 10_000n) / first.amountOut)
      const way = isKept ? first : await ask({ ...request, slippageBips }, signal)
      if (way === undefined || way.minimumOut < least) throw movedError()
      check(way, { ...request, minimumOut: least })
      return {
        tx: {
          from: userAddress,
          to: `${networkId}:${JUPITER.program}`,
          data: '0x',
          amount: `${way.amountOut}`,
          minimum: `${least}`,
          value: '0',
          solana: { calls: way.calls, tables: way.tables },
        },
      }
    },
  }
}

/** What the aggregator built is read before anybody sees it: tokens, amount, minimum and recipient are not its to choose (SEC-97). */
function check(
  { calls }: JupiterWay,
  terms: { account: string; sell: string; buy: string; amount: bigint; minimumOut: bigint },
): void {
  const wrong = checkSolanaSwap(
    calls.map(({ data, ...rest }) => ({ ...rest, data: toBytes(data as `0x${string}`) })),
    {
      ...terms,
      deriveTokenAccount: (holder) =>
        Object.values(holder).every(isSolanaAddress) ? tokenAccountAddress(holder) : undefined,
    },
  )
  if (wrong === 'minimum') throw movedError()
  if (wrong !== undefined) {
    throw new RequestError('UPSTREAM_UNAVAILABLE', `The aggregator built another swap than was asked for: ${wrong}.`, {
      field: 'chainId',
    })
  }
}

function noWay(): RequestError {
  return new RequestError('LIQUIDITY_INSUFFICIENT', 'insufficient liquidity', { field: '' })
}

function readPair(from: string, to: string): { networkId: string; sell: string; buy: string } {
  const [networkId, sell] = readPlace(from, 'from')
  const [other, buy] = readPlace(to, 'to')
  if (networkId !== other) refusePlace('to')
  if (sell === buy) {
    throw new RequestError('ASSET_UNSUPPORTED', 'A token cannot be swapped for itself.', { field: 'to' })
  }
  return { networkId, sell, buy }
}

function readPlace(id: string, field: string): readonly [networkId: string, address: string] {
  const match = /^(solana:[1-9A-HJ-NP-Za-km-z]{1,32}):([1-9A-HJ-NP-Za-km-z]{32,44})$/.exec(id)
  return match?.[1] === undefined || match[2] === undefined ? refusePlace(field) : [match[1], match[2]]
}

function refusePlace(field: string): never {
  throw new RequestError('INPUT_INVALID', `${field} must be on the same chain as the rest.`, { field })
}
