/** What a wallet says it can do. Source: EIP-5792, `wallet_getCapabilities`. */
import type { Capabilities, Connection } from '../core/types/adapter.ts'
import { parseChainId } from './parseChainId.ts'
import { sayUnreadable, type WalletPort } from './walletPort.ts'

/** Key of what holds on every chain. Source: EIP-5792, chain id `0x0`. */
export const EVERY_CHAIN = 0

/** Asks the wallet what the active account can do, without a prompt. `METHOD_NOT_GRANTED` from wallets that cannot say. */
export async function fetchCapabilities(port: WalletPort, connection: Connection): Promise<Capabilities> {
  const answer = await port.ask('read', connection, 'wallet_getCapabilities', [connection.accounts[0]?.address])
  const capabilities = parseCapabilities(answer)
  if (capabilities) return capabilities
  throw sayUnreadable(connection, 'read', answer)
}

/** Reads capabilities by chain id. Batches in the older form, `atomicBatch`, are named `atomic` as well. */
export function parseCapabilities(answer: unknown): Capabilities | undefined {
  if (!isRecord(answer)) return undefined
  const byChain: Record<number, Readonly<Record<string, unknown>>> = {}
  for (const [key, named] of Object.entries(answer)) {
    const chainId = /^(0x0+|0)$/.test(key) ? EVERY_CHAIN : parseChainId(key)
    if (chainId === undefined || !isRecord(named)) continue
    const { atomic, atomicBatch } = named
    const isOlder = atomic === undefined && isRecord(atomicBatch)
    byChain[chainId] = isOlder
      ? { ...named, atomic: { status: atomicBatch.supported === true ? 'supported' : 'unsupported' } }
      : named
  }
  return byChain
}

/** One capability on a chain, or the one that holds on every chain; undefined when the wallet names none. */
export function findCapability(capabilities: Capabilities, chainId: number, name: string): unknown {
  return capabilities[chainId]?.[name] ?? capabilities[EVERY_CHAIN]?.[name]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
