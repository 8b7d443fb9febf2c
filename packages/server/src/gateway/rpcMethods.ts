/**
 * Methods that the proxy passes on, each with its cost in tokens of the rate limit. Everything else is refused: no
 * `debug_`, `admin_`, `personal_`, `miner_`, `txpool_`, `engine_` or filter that a node would have to remember.
 * Sources: SEC-109; the Ethereum execution API specification; ERC-4337 (ERC-7769) for the bundler's methods.
 */
export const RPC_METHODS: Readonly<Record<string, number>> = {
  eth_blobBaseFee: 1,
  eth_blockNumber: 1,
  eth_call: 2,
  eth_createAccessList: 4,
  eth_estimateGas: 4,
  eth_feeHistory: 2,
  eth_gasPrice: 1,
  eth_getBalance: 1,
  eth_getBlockByHash: 2,
  eth_getBlockByNumber: 2,
  eth_getBlockReceipts: 10,
  eth_getBlockTransactionCountByHash: 1,
  eth_getBlockTransactionCountByNumber: 1,
  eth_getCode: 1,
  eth_getLogs: 10,
  eth_getProof: 4,
  eth_getStorageAt: 1,
  eth_getTransactionByBlockHashAndIndex: 1,
  eth_getTransactionByBlockNumberAndIndex: 1,
  eth_getTransactionByHash: 1,
  eth_getTransactionCount: 1,
  eth_getTransactionReceipt: 1,
  eth_getUncleCountByBlockHash: 1,
  eth_getUncleCountByBlockNumber: 1,
  eth_maxPriorityFeePerGas: 1,
  eth_sendRawTransaction: 5,
  eth_syncing: 1,
  eth_estimateUserOperationGas: 5,
  eth_getUserOperationByHash: 1,
  eth_getUserOperationReceipt: 1,
  eth_sendUserOperation: 5,
  eth_supportedEntryPoints: 1,
}

/** Answers that need no node; undefined where one is needed. Source: service reference, section 5.1. */
export function answerLocally(method: string, networkId: string): unknown {
  const chainId = networkId.slice('eip155:'.length)
  if (method === 'eth_chainId') return `0x${BigInt(chainId).toString(16)}`
  if (method === 'net_version') return chainId
  if (method === 'net_listening') return true
  return undefined
}

/** What a method costs, or undefined when it is not passed on. */
export function costOf(method: string): number | undefined {
  return Object.hasOwn(RPC_METHODS, method) ? RPC_METHODS[method] : undefined
}
