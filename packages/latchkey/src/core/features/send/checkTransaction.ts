/** What is worth knowing of a transaction or a permit of eip155 before a wallet is asked to sign it. Source: SEC-94. */
import {
  type AddressFacts,
  decodeTransaction,
  decodeTypedData,
  type Effects,
  type EvmTransaction,
  fetchEffects,
  listFindings,
  listNamed,
  type Operation,
} from '@latchkey/wire/guard'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { lazy } from '../../lazy.ts'
import type { Connection, TransactionRequest } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { type ChainView, readChain, toChecksum } from '../../ways/readChain.ts'
import { cleanEffects } from './cleanEffects.ts'
import { listKnown } from './recipients.ts'
import { CHECK_LIMIT_MS, type TransactionCheck } from './transactionCheck.ts'

/** Addresses that nodes are asked about; those of a batch beyond them stay unknown. */
const MOST_ADDRESSES = 8

/** A transaction, several of them, typed data as `eth_signTypedData_v4` is handed it (an object or its JSON), or a bare hash. */
export type CheckRequest =
  | (TransactionRequest & {
      /** Code that the account lends itself along with it (EIP-7702); `chainId` 0 stands for every chain. */
      readonly authorizations?:
        | readonly { readonly address: string; readonly chainId?: bigint | undefined }[]
        | undefined
    })
  | { readonly typedData: string | object }
  /** One after the other, as a wallet carries out a batch (EIP-5792). */
  | { readonly calls: readonly TransactionRequest[] }
  /** Of Solana, as bytes with its signatures or room for them. */
  | { readonly transaction: Uint8Array }
  /** A hash to be signed as it is (`eth_sign`). */
  | { readonly hash: string }

/** What a request says by itself, before any node is asked. */
export type SaidRequest = Pick<TransactionCheck, 'operations' | 'typedData' | 'solana'> & { readonly isBlind: boolean }

/**
 * Decodes a request, asks a node what it would change, and lists what is worth knowing. Asks no wallet anything. Never rejects
 * for a node: what could not be read makes no finding, or `EFFECTS_UNCHECKED`. Rejects with `REQUEST_INVALID` for what no
 * wallet could send.
 */
export async function checkTransaction(
  instance: Instance,
  parameters: {
    readonly connection: Connection
    readonly request: CheckRequest
    /** The recipient as it was typed, for its checksum. Default: the request's `to`. */
    readonly recipient?: string | undefined
  },
): Promise<TransactionCheck> {
  const { connection, request } = parameters
  if ('transaction' in request) {
    const { checkSolanaTransaction } = await lazy(instance, import('./checkSolanaTransaction.ts'), 'read')
    return checkSolanaTransaction(instance, connection, request.transaction)
  }
  const [account] = connection.accounts
  const { networkId } = connection
  const chainId = Number(networkId.slice(networkId.indexOf(':') + 1))
  const from = account?.address ?? ''
  const input = { account: from, chainId, known: listKnown(instance, 'eip155'), toChecksum }
  const { operations, typedData, isBlind } = decodeRequest(connection, request)
  const transactions = toTransactions(from, request)
  if (transactions.length === 0) {
    const findings = listFindings({ ...input, typedData, isBlind })
    return { operations, typedData, effects: { status: 'unchecked' }, findings }
  }
  const { effects, addresses, balances } = await askNodes(instance, connection, transactions, operations)
  const findings = listFindings({
    ...input,
    to: parameters.recipient ?? ('to' in request ? request.to : undefined),
    operations,
    effects,
    addresses,
    balances,
  })
  return { operations, typedData: undefined, effects, findings }
}

/** What a request says, without any node. Throws `REQUEST_INVALID` for what no wallet could send. */
export function decodeRequest({ accounts }: Connection, request: CheckRequest): SaidRequest {
  // Read along with what a node says, since a transaction may name its accounts by tables on the chain.
  if ('transaction' in request) return { operations: [], typedData: undefined, isBlind: false }
  if ('typedData' in request) {
    return { operations: [], typedData: decodeTypedData(request.typedData), isBlind: false }
  }
  const operations = toTransactions(accounts[0]?.address ?? '', request).flatMap(decodeTransaction)
  return { operations, typedData: undefined, isBlind: 'hash' in request }
}

/** Transactions that a batch may have here. */
const MOST_CALLS = 64

function toTransactions(from: string, request: CheckRequest): readonly EvmTransaction[] {
  if ('typedData' in request || 'hash' in request || 'transaction' in request) return []
  if (!('calls' in request)) return [toTransaction(from, request)]
  if (!Array.isArray(request.calls) || request.calls.length === 0 || request.calls.length > MOST_CALLS) {
    throw new LatchkeyError('REQUEST_INVALID', `calls must be a list of 1 to ${MOST_CALLS}.`, {
      facts: { field: 'calls' },
    })
  }
  return request.calls.map((call: TransactionRequest) => toTransaction(from, Object(call)))
}

/** The request as it is decoded. What has another form than a wallet takes is refused as a wallet's port refuses it. */
function toTransaction(
  from: string,
  request: Exclude<
    CheckRequest,
    { typedData: unknown } | { calls: unknown } | { hash: unknown } | { transaction: unknown }
  >,
): EvmTransaction {
  const { to, value = 0n, data = '0x', authorizations } = request
  const refuse = (field: string, wanted: string): never => {
    throw new LatchkeyError('REQUEST_INVALID', `${field} must be ${wanted}.`, { facts: { field } })
  }
  if (typeof to !== 'string' || !/^(0x)?[0-9a-f]{40}$/i.test(to)) {
    return refuse('to', 'an address of 0x and 40 hexadecimal digits')
  }
  if (typeof data !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(data)) {
    return refuse('data', 'bytes as hexadecimal text that begins with 0x')
  }
  if (typeof value !== 'bigint' || value < 0n || value >> 256n !== 0n) {
    return refuse('value', 'a bigint in base units, from 0 and below 2 ** 256')
  }
  return { from, to: to.length === 40 ? `0x${to}` : to, value, data, authorizations }
}

/** Everything that a node knows of it, within one limit; what is missing was not said in time. */
async function askNodes(
  instance: Instance,
  { networkId }: Connection,
  transactions: readonly EvmTransaction[],
  operations: readonly Operation[],
): Promise<{
  readonly effects: Effects
  readonly addresses: ReadonlyMap<string, AddressFacts>
  readonly balances: ReadonlyMap<string, bigint>
}> {
  const { services, signal, stores } = instance
  const network = findNetwork(stores.networks.get(), networkId)
  const [transaction, ...following] = transactions
  const addresses = new Map<string, AddressFacts>()
  const balances = new Map<string, bigint>()
  let effects: Effects = { status: 'unchecked' }
  const read = (): Awaited<ReturnType<typeof askNodes>> => ({ effects, addresses, balances })
  if (!network || !transaction) return read()
  const parameters = { clock: services.clock, delayMs: CHECK_LIMIT_MS, signal }
  const work = async (until: AbortSignal): Promise<void> => {
    const chain = readChain(instance, network, until)
    const tokens = operations.flatMap((operation) => (operation.kind === 'approve' ? [operation.token] : []))
    await Promise.all([
      fetchEffects(transaction, chain.ask, following).then((found) => {
        effects = cleanEffects(found)
      }),
      ...listNamed(operations)
        .slice(0, MOST_ADDRESSES)
        .map(async (address) => {
          const facts = await readAddress(chain, address)
          if (facts) addresses.set(address, facts)
        }),
      ...[...new Set(tokens)].slice(0, MOST_ADDRESSES).map(async (token) => {
        // What is not known makes no finding.
        const balance = await chain.fetchToken(token, transaction.from).catch(() => undefined)
        if (balance !== undefined) balances.set(token, balance)
      }),
    ])
  }
  // What has come until then counts.
  await withDeadline(parameters, work).catch(() => undefined)
  return read()
}

async function readAddress(chain: ChainView, address: string): Promise<AddressFacts | undefined> {
  const [hasCode, isUsed] = await Promise.all([
    // One of the two is worth knowing without the other.
    chain.hasCode(address).catch(() => undefined),
    chain.isUsed(address).catch(() => undefined),
  ])
  return hasCode === undefined && isUsed === undefined ? undefined : { hasCode, isUsed }
}
