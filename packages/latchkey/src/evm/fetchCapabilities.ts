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

/** Capabilities of EIP-5792 that say no more than whether they are there, each as `{ supported }`. Sources: ERC-7677; ERC-7682. */
const FLAGS = ['paymasterService', 'auxiliaryFunds']

/**
 * Reads capabilities by chain id; chains are written in hexadecimal or decimal, or as CAIP-2 has them. Batches in older forms
 * (`atomicBatch`, `supported` in place of a status) are named `atomic` as well, and what is either there or not is told in one form.
 */
export function parseCapabilities(answer: unknown): Capabilities | undefined {
  if (!isRecord(answer)) return undefined
  const byChain: Record<number, Readonly<Record<string, unknown>>> = {}
  for (const [key, named] of Object.entries(answer)) {
    const chain = key.replace(/^eip155:/, '')
    const chainId = /^(0x0+|0)$/.test(chain) ? EVERY_CHAIN : parseChainId(chain)
    if (chainId === undefined || !isRecord(named)) continue
    const atomic = readAtomic(named.atomic) ?? readAtomic(named.atomicBatch)
    const flags = FLAGS.flatMap((name) => (named[name] === undefined ? [] : [[name, readFlag(named[name])]]))
    byChain[chainId] = { ...named, ...(atomic && { atomic }), ...Object.fromEntries(flags) }
  }
  return byChain
}

const ATOMIC_STATUS = ['supported', 'ready', 'unsupported']

/** Whether batches are carried out as one: by a status, or by the flag of older wallets. */
function readAtomic(said: unknown): Readonly<Record<string, unknown>> | undefined {
  if (said === undefined) return undefined
  const { status, ...rest } = isRecord(said) ? said : {}
  if (ATOMIC_STATUS.some((known) => known === status)) return { ...rest, status }
  return { status: readFlag(said).supported === true ? 'supported' : 'unsupported' }
}

/** Whether it is there: a flag, or an object with one or with a status. */
function readFlag(said: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(said)) return { supported: said === true }
  const { supported, status } = said
  return { ...said, supported: supported === true || (supported === undefined && status === 'supported') }
}

/** One capability on a chain, or the one that holds on every chain; undefined when the wallet names none. */
export function findCapability(capabilities: Capabilities, chainId: number, name: string): unknown {
  return capabilities[chainId]?.[name] ?? capabilities[EVERY_CHAIN]?.[name]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
