/** What a swap brought, from the logs of its receipt. Sources: EIP-20, `Transfer`; WETH9, `Deposit` and `Withdrawal`. */
import { lazy } from '../../lazy.ts'
import type { Instance } from '../../types/latchkey.ts'
import { askChain, demandRouter, type Terms } from './buildSteps.ts'
import { isOnSolana } from './rules.ts'

/** First topics: the hashes of `Transfer(address,address,uint256)`, `Deposit(address,uint256)` and `Withdrawal(address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

type Log = { readonly address?: unknown; readonly topics?: unknown; readonly data?: unknown }

/**
 * In base units of what was to be received. Of the coin it is what was unwrapped, by the router or by the account itself, less the
 * operator's fee; undefined where the logs do not say, as those of routers that unwrap nothing themselves.
 */
export async function readReceived(instance: Instance, terms: Terms, hash: string): Promise<bigint | undefined> {
  const { connection, quote } = terms
  if (isOnSolana(quote.networkId)) {
    const { readSolanaReceived } = await lazy(instance, import('./solanaSwap.ts'), 'read')
    return readSolanaReceived(instance, terms, hash)
  }
  const receipt = (await askChain(instance, quote.networkId, 'eth_getTransactionReceipt', [hash])) as {
    readonly logs?: unknown
  } | null
  const logs: readonly Log[] = Array.isArray(receipt?.logs) ? receipt.logs : []
  const { wrappedNative } = demandRouter(instance, quote)
  const own = connection.accounts[0]?.address ?? ''
  const isCoin = quote.to.address === undefined
  const contract = isCoin ? wrappedNative : quote.to.address
  if (contract === undefined) return undefined
  const account = isCoin && !quote.isExact ? quote.router : own
  const place = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
  const amounts = logs.flatMap(({ address, topics, data }): bigint[] => {
    if (String(address).toLowerCase() !== contract.toLowerCase() || !Array.isArray(topics)) return []
    const [event, from, to] = topics.map((topic) => String(topic).toLowerCase())
    const isTransfer = event === TRANSFER && to === place
    // What wraps the coin says it by a deposit, and on some chains by a transfer from nobody.
    const isWrap = quote.isExact && event === DEPOSIT && from === place
    const isMeant = isCoin ? event === WITHDRAWAL && from === place : isTransfer || isWrap
    return isMeant && /^0x[0-9a-f]{64}$/i.test(String(data)) ? [BigInt(String(data))] : []
  })
  if (amounts.length === 0) return undefined
  const sum = amounts.reduce((all, amount) => all + amount, 0n)
  return isCoin ? sum - (sum * BigInt(Math.round(quote.feePercent * 100))) / 10_000n : sum
}
