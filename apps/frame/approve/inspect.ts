/** What a node says of a request, and everything that is worth knowing of it (SEC-50). */
import {
  type AddressFacts,
  type AskNode,
  describeCalls,
  type Effects,
  type Finding,
  fetchEffects,
  fetchSolanaEffects,
  listFindings,
  listNamed,
  listSolanaFindings,
  type Operation,
  type SolanaEffects,
  type SolanaOperation,
  UNCHECKED_SOLANA,
} from '@latchkey/wire/guard'
import { base58, base64 } from '@scure/base'
import { cleanEffects } from '../../../packages/latchkey/src/core/features/send/cleanEffects.ts'
import { hasCode } from '../../../packages/latchkey/src/evm/hasCode.ts'
import type { Hex } from '../../../packages/latchkey/src/evm/hex.ts'
import { toChecksumAddress } from '../../../packages/latchkey/src/evm/toChecksumAddress.ts'
import { readDecimals } from './readDecimals.ts'
import type { Reading, TransactionReading } from './readSubject.ts'
import type { ApprovalRequest, DescribedCall } from './types.ts'

/** How long a node may take (ms). What it has not said by then was not checked. */
export const CHECK_LIMIT_MS = 5_000

/** Addresses that nodes are asked about; those beyond them stay unknown. */
const MOST_ADDRESSES = 8

/** What was found of one transaction. */
export type Inspection = {
  readonly effects: Effects
  readonly findings: readonly Finding[]
  /** Calls of Solana, with what tables hold. */
  readonly solana?: readonly SolanaOperation[]
  /** What it takes at most, in the coin's base units; undefined where nobody knows. */
  readonly fee: bigint | undefined
  /** What the operator says of each call of the request. */
  readonly described?: readonly (DescribedCall | undefined)[] | undefined
  /** Of the token of a permission, as it says itself. */
  readonly decimals?: number | undefined
}

/** Looks at every transaction of a request; none for a signature, which changes nothing by itself. Never rejects. */
export async function inspect(
  request: ApprovalRequest,
  reading: Reading,
  limitMs: number = CHECK_LIMIT_MS,
): Promise<readonly Inspection[]> {
  const { account, network, ask } = request
  switch (reading.kind) {
    case 'message':
      return []
    case 'typedData': {
      const chainId = Number(network.slice('eip155:'.length))
      const findings = listFindings({ account, chainId, typedData: reading.meaning })
      return [{ effects: STILL, findings, fee: undefined }]
    }
    case 'permission':
      return [await inspectPermission(ask, reading, limitMs)]
    case 'transaction':
      return inspectEvm(request, reading, limitMs)
    case 'solana':
      return Promise.all(reading.transactions.map((transaction) => inspectSolana(account, ask, transaction, limitMs)))
  }
}

const STILL: Effects = { status: 'simulated', changes: [], isComplete: true }

/** A permission changes nothing by itself; of its token is read what makes its cap legible. */
async function inspectPermission(
  ask: AskNode,
  { permission: { target }, fee }: Extract<Reading, { readonly kind: 'permission' }>,
  limitMs: number,
): Promise<Inspection> {
  let decimals: number | undefined
  await within(limitMs, [
    readDecimals(ask, target).then((found) => {
      decimals = found
    }),
  ])
  return { effects: STILL, findings: [], fee: fee > 0n ? fee : undefined, decimals }
}

/** Looks at all calls as one: what they come to together stands with the first of them. */
async function inspectEvm(
  { account, ask, describe }: ApprovalRequest,
  { calls, fee, isSponsored }: TransactionReading,
  limitMs: number,
): Promise<readonly Inspection[]> {
  const described = await describeAll(calls, { ask, describe, limitMs })
  const operations = calls.flatMap((each, index) => withoutDescribed(each.operations, described[index]))
  const [transaction, ...following] = calls.map((each) => each.transaction)
  if (!transaction) return []
  const addresses = new Map<string, AddressFacts>()
  const balances = new Map<string, bigint>()
  let effects: Effects = { status: 'unchecked' }
  const tokens = operations.flatMap((operation) => (operation.kind === 'approve' ? [operation.token] : []))
  // What has come until then counts.
  await within(limitMs, [
    fetchEffects(transaction, ask, following).then((found) => {
      effects = cleanEffects(found)
    }),
    ...listNamed(operations)
      .slice(0, MOST_ADDRESSES)
      .map(async (address) => addresses.set(address, await readAddress(ask, address))),
    ...[...new Set(tokens)].slice(0, MOST_ADDRESSES).map(async (token) => {
      const data = `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}`
      const balance = toNumber(await ask('eth_call', [{ to: token, data }, 'latest']))
      if (balance !== undefined) balances.set(token, balance)
    }),
  ])
  const toChecksum = (address: string): string => toChecksumAddress(address as Hex)
  const { to } = transaction
  const findings = listFindings({ account, to, operations, effects, addresses, balances, toChecksum })
  return [{ effects, findings, fee: isSponsored ? 0n : fee, described }]
}

/** Without what a description says in its place: that nobody can read the call. */
function withoutDescribed(
  operations: readonly Operation[],
  described: DescribedCall | undefined,
): readonly Operation[] {
  if (!described) return operations
  return operations.filter((each) => !(each.kind === 'unknown' && each.selector === described.selector))
}

/** What the operator says of the calls, with the decimals of the tokens that it names. */
async function describeAll(
  calls: TransactionReading['calls'],
  { ask, describe, limitMs }: Pick<ApprovalRequest, 'ask' | 'describe'> & { readonly limitMs: number },
): Promise<readonly (DescribedCall | undefined)[]> {
  const found = await describe(calls.map(({ transaction }) => transaction))
  const tokens = new Map<string, number | undefined>()
  const named = found.flatMap((each) => each?.rows.flatMap((row) => (row.kind === 'token' ? [row.token] : [])) ?? [])
  await within(
    limitMs,
    [...new Set(named)].slice(0, MOST_ADDRESSES).map(async (token) => {
      tokens.set(token, await readDecimals(ask, token))
    }),
  )
  return found.map(
    (each) =>
      each && {
        ...each,
        rows: each.rows.map((row) => (row.kind === 'token' ? { ...row, decimals: tokens.get(row.token) } : row)),
      },
  )
}

async function inspectSolana(
  account: string,
  ask: AskNode,
  { bytes, message }: Extract<Reading, { readonly kind: 'solana' }>['transactions'][number],
  limitMs: number,
): Promise<Inspection> {
  let found: SolanaEffects = UNCHECKED_SOLANA
  const transaction = { message, base64: base64.encode(bytes), messageBase64: base64.encode(message.bytes) }
  await within(limitMs, [
    fetchSolanaEffects(transaction, account, ask, base58.encode).then((effects) => {
      found = effects
    }),
  ])
  const operations = describeCalls(message.listCalls(found.tables), base58.encode)
  const findings = listSolanaFindings({ account, operations, found })
  // What a call leaves out, the accounts themselves say: of which mint they are, and whose.
  const solana = operations.map((operation) => {
    if (operation.kind !== 'moveToken') return operation
    const mint = operation.mint ?? found.holders.get(operation.from)?.mint
    return { ...operation, mint, to: found.holders.get(operation.to)?.owner ?? operation.to }
  })
  const fee = found.fee === undefined ? undefined : found.fee + found.rent
  return { effects: cleanEffects(found.effects), findings, solana, fee: message.payer === account ? fee : 0n }
}

async function readAddress(ask: AskNode, address: string): Promise<AddressFacts> {
  const [code, count, coin] = await Promise.all([
    // Each is worth knowing without the others; what no node said makes no finding.
    hasCode(ask, address).catch(() => undefined),
    ask('eth_getTransactionCount', [address, 'latest']).then(toNumber, () => undefined),
    ask('eth_getBalance', [address, 'latest']).then(toNumber, () => undefined),
  ])
  const isUsed = count === undefined || coin === undefined ? undefined : count > 0n || coin > 0n
  return { hasCode: code, isUsed }
}

/** Waits for all of it, and no longer than that. What fails was not said. */
async function within(limitMs: number, work: readonly Promise<unknown>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([Promise.allSettled(work), limit])
  clearTimeout(timer)
}

function toNumber(answer: unknown): bigint | undefined {
  return typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/iu.test(answer) ? BigInt(answer) : undefined
}
