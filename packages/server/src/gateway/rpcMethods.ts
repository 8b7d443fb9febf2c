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
  // Runs several calls; what a transaction would change is read with it before it is signed.
  eth_simulateV1: 20,
  eth_syncing: 1,
  eth_estimateUserOperationGas: 5,
  eth_getUserOperationByHash: 1,
  eth_getUserOperationReceipt: 1,
  eth_sendUserOperation: 5,
  eth_supportedEntryPoints: 1,
}

/** What calls of a bundler cost beyond their request. */
const BUNDLER_METHODS: Readonly<Record<string, number>> = {
  eth_sendUserOperation: 5,
  eth_estimateUserOperationGas: 5,
  pm_getPaymasterStubData: 5,
  pm_getPaymasterData: 5,
  pm_sponsorUserOperation: 10,
}

/**
 * The same for Solana: what reads accounts and transactions, and what sends them. Nothing that lists a program's accounts or
 * airdrops. Source: Solana's RPC reference.
 */
export const SOLANA_METHODS: Readonly<Record<string, number>> = {
  getAccountInfo: 1,
  getBalance: 1,
  getBlockHeight: 1,
  getBlockTime: 1,
  getEpochInfo: 1,
  getFeeForMessage: 1,
  getGenesisHash: 1,
  getHealth: 1,
  getLatestBlockhash: 1,
  getMinimumBalanceForRentExemption: 1,
  getMultipleAccounts: 4,
  getRecentPrioritizationFees: 2,
  getSignatureStatuses: 2,
  getSignaturesForAddress: 10,
  getSlot: 1,
  getTokenAccountBalance: 1,
  getTokenAccountsByOwner: 10,
  getTokenSupply: 1,
  getTransaction: 4,
  getVersion: 1,
  isBlockhashValid: 1,
  sendTransaction: 5,
  simulateTransaction: 5,
}

/** Answers that need no node; undefined where one is needed. */
export function answerLocally(method: string, networkId: string): unknown {
  if (!networkId.startsWith('eip155:')) return undefined
  const chainId = networkId.slice('eip155:'.length)
  if (method === 'eth_chainId') return `0x${BigInt(chainId).toString(16)}`
  if (method === 'net_version') return chainId
  if (method === 'net_listening') return true
  return undefined
}

/** What a method costs on a chain, or undefined when it is not passed on. */
export function costOf(method: string, networkId: string): number | undefined {
  const methods = networkId.startsWith('solana:') ? SOLANA_METHODS : RPC_METHODS
  return Object.hasOwn(methods, method) ? methods[method] : undefined
}

/** What a method of a bundler costs beyond its request. */
export function bundlerCostOf(method: string): number {
  return Object.hasOwn(BUNDLER_METHODS, method) ? (BUNDLER_METHODS[method] ?? 0) : 0
}
