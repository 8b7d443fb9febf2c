/** Uniswap's own contracts on a dev chain, with pools of a chosen depth. Sources: see `contracts.json`. */
import { readFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  concat,
  createTestClient,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
  zeroAddress,
} from 'viem'

const contracts = JSON.parse(readFileSync(new URL('./contracts.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, { readonly bytecode: Hex }>
>

const abi = parseAbi([
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity)',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'function deposit() payable',
])

/** Where Uniswap's contracts stand on a dev chain. */
export type UniswapPlaces = {
  readonly wrappedNative: Address
  readonly v2Factory: Address
  readonly v2Router: Address
  readonly v3Factory: Address
  readonly positions: Address
  readonly quoter: Address
  readonly router: Address
}

/** Lowest and highest price of a v3 pool, as ticks that its fee admits. Source: Uniswap v3 core, `TickMath`, and the spacing of each fee. */
const TICKS: Readonly<Record<number, number>> = { 100: 887_272, 500: 887_270, 3000: 887_220, 10000: 887_200 }

const FAR = 1n << 40n
const GAS = 12_000_000n

/** A pool to be made: both sides, and of v3 its fee. */
export type PoolWish = {
  readonly fee?: number | undefined
  readonly first: { readonly token: Address; readonly amount: bigint }
  readonly second: { readonly token: Address; readonly amount: bigint }
}

/** Places contracts and pools in the name of `maker`, who must hold what the pools get; anvil signs for anybody. */
export function createUniswapMaker(parameters: { rpcUrl: string; chainId: number; maker: Address }) {
  const { rpcUrl, chainId, maker } = parameters
  const chain = defineChain({
    id: chainId,
    name: 'Dev chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const node = createTestClient({ mode: 'anvil', chain, transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)

  async function send(transaction: { to?: Address; data: Hex; value?: bigint }): Promise<Address> {
    const hash = await node.sendTransaction({ account: maker, chain, gas: GAS, ...transaction })
    for (const end = Date.now() + 60_000; ; ) {
      // Asked for until it is there: anvil can tell the number of a block before it has its receipts.
      const receipt = await node.getTransactionReceipt({ hash }).catch(() => undefined)
      if (receipt?.status === 'success') return receipt.contractAddress ?? zeroAddress
      if (receipt !== undefined) throw new Error(`The dev chain reverted ${hash}.`)
      if (Date.now() > end) throw new Error(`The dev chain has no receipt of ${hash}.`)
    }
  }

  async function deploy(
    name: string,
    types: readonly string[] = [],
    values: readonly unknown[] = [],
  ): Promise<Address> {
    const bytecode = contracts[name]?.bytecode
    if (bytecode === undefined) throw new Error(`contracts.json has no ${name}; run npm run uniswap.`)
    const args = encodeAbiParameters(
      types.map((type) => ({ type })),
      values,
    )
    return send({ data: concat([bytecode, args]) })
  }

  const call = (to: Address, functionName: string, args: readonly unknown[], value = 0n): Promise<Address> =>
    send({ to, data: encodeFunctionData({ abi: abi as Abi, functionName, args }), value })

  return {
    deploy,
    call,
    /** Places both versions over what wraps the coin; without one, WETH9 is placed too. */
    async place(wrapped?: Address): Promise<UniswapPlaces> {
      const wrappedNative = wrapped ?? (await deploy('WETH9'))
      const v2Factory = await deploy('UniswapV2Factory', ['address'], [maker])
      const v2Router = await deploy('UniswapV2Router02', ['address', 'address'], [v2Factory, wrappedNative])
      const v3Factory = await deploy('UniswapV3Factory')
      const two = [v3Factory, wrappedNative] as const
      const positions = await deploy(
        'NonfungiblePositionManager',
        ['address', 'address', 'address'],
        [...two, zeroAddress],
      )
      const quoter = await deploy('QuoterV2', ['address', 'address'], two)
      const router = await deploy(
        'SwapRouter02',
        ['address', 'address', 'address', 'address'],
        [v2Factory, v3Factory, positions, wrappedNative],
      )
      return { wrappedNative, v2Factory, v2Router, v3Factory, positions, quoter, router }
    },
    /** Makes a pool over the whole range of prices, or adds to the one that is there. */
    async fill(places: UniswapPlaces, { fee, first, second }: PoolWish): Promise<void> {
      const spender = fee === undefined ? places.v2Router : places.positions
      for (const { token, amount } of [first, second]) await call(token, 'approve', [spender, amount])
      if (fee === undefined) {
        const amounts = [first.amount, second.amount, 0n, 0n]
        await call(places.v2Router, 'addLiquidity', [first.token, second.token, ...amounts, maker, FAR])
        return
      }
      const isOrdered = BigInt(first.token) < BigInt(second.token)
      const [lower, upper] = isOrdered ? [first, second] : [second, first]
      const tick = TICKS[fee]
      if (tick === undefined) throw new Error(`A pool of v3 has no fee of ${fee}.`)
      const price = squareRoot((upper.amount << 192n) / lower.amount)
      await call(places.positions, 'createAndInitializePoolIfNecessary', [lower.token, upper.token, fee, price])
      await call(places.positions, 'mint', [
        {
          token0: lower.token,
          token1: upper.token,
          fee,
          tickLower: -tick,
          tickUpper: tick,
          amount0Desired: lower.amount,
          amount1Desired: upper.amount,
          amount0Min: 0n,
          amount1Min: 0n,
          recipient: maker,
          deadline: FAR,
        },
      ])
    },
  }
}

/** The whole part of a square root, by Newton's method. */
function squareRoot(value: bigint): bigint {
  let root = value
  for (let next = (root + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}
