/** A network of eip155 as features read it, without a wallet. Sources: EIP-1474; EIP-55. */
import type { AskNode } from '@latchkey/wire/guard'
import { createChainReader } from '../../evm/chainReader.ts'
import { hasCode } from '../../evm/hasCode.ts'
import { type Hex, isHex, parseQuantity, toQuantity } from '../../evm/hex.ts'
import { toChecksumAddress } from '../../evm/toChecksumAddress.ts'
import { type NftTransfer, toNftTransfer } from '../../evm/toNftTransfer.ts'
import { toTransfer } from '../../evm/toTransfer.ts'
import type { SendRequest, TransactionRequest } from '../types/adapter.ts'
import type { Instance } from '../types/latchkey.ts'
import type { Network } from '../types/network.ts'
import { listRpcUrls } from '../values/listRpcUrls.ts'

/** What can be read of a chain. Every rejection is a `FailureError`, `DATA_UNAVAILABLE` when no node served. */
export type ChainView = {
  readonly ask: AskNode
  /** Whether a contract stands at an address; an account with borrowed code (EIP-7702) is none. */
  readonly hasCode: (address: string) => Promise<boolean>
  /** Whether an address has ever sent a transaction, or holds some of the coin. */
  readonly isUsed: (address: string) => Promise<boolean>
  /** What an account holds of the coin, in wei. */
  readonly fetchCoin: (holder: string) => Promise<bigint>
  /** What one unit of gas costs now, in wei. */
  readonly fetchGasPrice: () => Promise<bigint>
  /** Gas units that a transaction would take. */
  readonly estimateGas: (from: string, request: TransactionRequest) => Promise<bigint>
  /** What an account holds of an ERC-20, in base units. */
  readonly fetchToken: (token: string, holder: string) => Promise<bigint>
}

/** Opens a network for reading, at the addresses that the site, its gateway or the network name. */
export function readChain(
  { services, options }: Pick<Instance, 'services' | 'options'>,
  network: Network,
  signal: AbortSignal,
): ChainView {
  const reader = createChainReader(services, network, listRpcUrls(options, network))
  const ask: AskNode = (method, params) => reader.ask(method, params, signal)
  async function askNumber(method: string, params: readonly unknown[]): Promise<bigint> {
    const value = parseQuantity(await ask(method, params))
    if (value === undefined) throw new TypeError(`The node answered no number to ${method}.`)
    return value
  }
  const fetchCoin = (holder: string): Promise<bigint> => askNumber('eth_getBalance', [holder, 'latest'])
  return {
    ask,
    hasCode: (address) => hasCode(ask, address),
    async isUsed(address) {
      const [count, balance] = await Promise.all([
        askNumber('eth_getTransactionCount', [address, 'latest']),
        fetchCoin(address),
      ])
      return count > 0n || balance > 0n
    },
    fetchCoin,
    fetchGasPrice: () => askNumber('eth_gasPrice', []),
    estimateGas: (from, { to, value = 0n, data = '0x' }) =>
      askNumber('eth_estimateGas', [{ from, to, value: toQuantity(value), data }]),
    async fetchToken(token, holder) {
      const data: Hex = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`
      const answer = await ask('eth_call', [{ to: token, data }, 'latest'])
      if (!isHex(answer) || answer.length !== 66) throw new TypeError('The contract answered no number.')
      return BigInt(answer)
    },
  }
}

/** The address in the mixed case that carries its checksum (EIP-55). */
export function toChecksum(address: string): string {
  return toChecksumAddress(address as Hex)
}

/** The transaction that carries out a transfer, as the adapters make it. Throws `REQUEST_INVALID`. */
export function toTransferTransaction(request: SendRequest): TransactionRequest {
  return toTransfer(request)
}

/** The transaction that hands an NFT on. Throws `REQUEST_INVALID`. */
export function toNftTransaction(transfer: NftTransfer): TransactionRequest {
  return toNftTransfer(transfer)
}
