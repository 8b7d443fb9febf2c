/** A chain of NFTs in memory for this package's tests: logs, and contracts that answer through Multicall3 or without it. */
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  pad,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import type { RpcAnswer, RpcCall, RpcPool } from '../rpcPool.ts'

/** One NFT: where it is kept now may be another than whom it came to. */
export type TestNft = {
  readonly standard: 'ERC721' | 'ERC1155'
  readonly contract: Hex
  readonly tokenId: bigint
  readonly cameTo: Hex
  readonly block: bigint
  readonly holder?: Hex | undefined
  readonly amount?: bigint | undefined
  readonly uri?: string | undefined
  readonly collection?: string | undefined
}

const abi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function uri(uint256 id) view returns (string)',
  'function name() view returns (string)',
])

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'

/** Makes it. `tip` and `nfts` may be changed by a test; `asked` holds each request's methods, `ranges` the blocks asked for logs. */
export function createTestChain(options: { networkId?: string; tip?: bigint; nfts?: TestNft[] } = {}) {
  const chain = { networkId: options.networkId ?? 'eip155:31337', tip: options.tip ?? 100n, nfts: options.nfts ?? [] }
  const asked: string[][] = []
  const ranges: [from: bigint, to: bigint][] = []

  function answer({ method, params }: RpcCall): RpcAnswer {
    if (method === 'eth_blockNumber') return { result: toHex(chain.tip) }
    if (method === 'eth_getLogs') return { result: logs((params as [LogFilter])[0]) }
    if (method === 'eth_call') {
      const [{ to, data }] = params as [{ to: Hex; data: Hex }]
      const result = call(to, data)
      return result === undefined ? { error: { code: 3, message: 'execution reverted' } } : { result }
    }
    return { error: { code: -32601, message: 'no such method' } }
  }

  function logs({ fromBlock, toBlock, topics }: LogFilter): unknown[] {
    const [from, to] = [BigInt(fromBlock), BigInt(toBlock)]
    const wantsSingle = Array.isArray(topics[0])
    if (!wantsSingle) ranges.push([from, to])
    const whom = topics[wantsSingle ? 3 : 2]
    return chain.nfts
      .filter(({ standard, cameTo, block }) => {
        return (standard === 'ERC1155') === wantsSingle && pad(cameTo) === whom && block >= from && block <= to
      })
      .map((nft) => ({
        address: nft.contract,
        blockNumber: toHex(nft.block),
        topics: wantsSingle
          ? [TRANSFER_SINGLE, pad(zeroAddress), pad(zeroAddress), pad(nft.cameTo)]
          : [TRANSFER, pad(zeroAddress), pad(nft.cameTo), toHex(nft.tokenId, { size: 32 })],
        data: wantsSingle ? encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [nft.tokenId, 1n]) : '0x',
      }))
  }

  function call(to: Hex, data: Hex): Hex | undefined {
    if (to.toLowerCase() === MULTICALL) {
      const [calls] = decodeFunctionData({ abi: multicall3Abi, data }).args as readonly [
        readonly { target: Hex; callData: Hex }[],
      ]
      const results = calls.map(({ target, callData }) => {
        const returnData = call(target, callData)
        return { success: returnData !== undefined, returnData: returnData ?? '0x' }
      })
      return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results })
    }
    const { functionName, args } = decodeFunctionData({ abi, data })
    const own = chain.nfts.filter(({ contract }) => contract.toLowerCase() === to.toLowerCase())
    const find = (id: unknown) => own.find(({ tokenId }) => tokenId === id)
    if (functionName === 'name') {
      const text = own[0]?.collection
      return text === undefined ? undefined : encodeFunctionResult({ abi, functionName, result: text })
    }
    if (functionName === 'ownerOf') {
      const nft = find(args[0])
      return nft && encodeFunctionResult({ abi, functionName, result: nft.holder ?? nft.cameTo })
    }
    if (functionName === 'balanceOf') {
      const nft = find(args[1])
      const isHeld = (nft?.holder ?? nft?.cameTo)?.toLowerCase() === args[0].toLowerCase()
      return encodeFunctionResult({ abi, functionName, result: isHeld ? (nft?.amount ?? 1n) : 0n })
    }
    const uri = find(args[0])?.uri
    return uri === undefined ? undefined : encodeFunctionResult({ abi, functionName, result: uri })
  }

  const pool: RpcPool = {
    networkId: chain.networkId,
    async send(calls) {
      asked.push(calls.map(({ method }) => method))
      return calls.map(answer)
    },
  }
  return { chain, pool, asked, ranges, answer }
}

type LogFilter = { fromBlock: Hex; toBlock: Hex; topics: readonly (Hex | null | readonly Hex[])[] }

const MULTICALL = '0xca11bde05977b3631167028862be2a173976ca11'
