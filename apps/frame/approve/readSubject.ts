/** What a request says by its own word, before any node is asked. What could never be signed as it is refused here, in words for whoever asked. */
import {
  decodeTransaction,
  decodeTypedData,
  type EvmTransaction,
  isSigner,
  listSignerFindings,
  listTextFindings,
  listTypedDataFindings,
  type Operation,
  readMessage,
  readText,
  readTypedData,
  type SigningFinding,
  type SolanaMessage,
  type TextReading,
  type TypedDataMeaning,
  type TypedDataReading,
} from '@latchkey/wire/guard'
import { base58 } from '@scure/base'
import { CallError } from '../channel/CallError.ts'
import type { ApprovalRequest, ApprovalSubject, PermissionToSign } from './types.ts'

/** What the account would carry out on eip155: a transaction, or a smart account's calls by one operation. */
export type TransactionReading = {
  /** In their order; all of them happen, or none. */
  readonly calls: readonly { readonly transaction: EvmTransaction; readonly operations: readonly Operation[] }[]
  /** What it takes at most, in wei. */
  readonly fee: bigint
  /** Somebody else pays that. */
  readonly isSponsored?: boolean
  /** The smart account is made by this. */
  readonly deploys?: boolean
  /** The account gets code by this, and keeps its address. */
  readonly isEnabling?: boolean
  /** What of it is signed besides the calls, by name. */
  readonly rest: Readonly<Record<string, unknown>>
}

/** A subject, read. */
export type Reading = { readonly findings: readonly SigningFinding[] } & (
  | { readonly kind: 'message'; readonly said: TextReading }
  | {
      readonly kind: 'typedData'
      readonly tree: Extract<TypedDataReading, { readonly ok: true }>
      readonly meaning: TypedDataMeaning
    }
  | ({ readonly kind: 'transaction' } & TransactionReading)
  | ({ readonly kind: 'permission' } & PermissionToSign)
  | {
      readonly kind: 'solana'
      readonly transactions: readonly { readonly bytes: Uint8Array; readonly message: SolanaMessage }[]
      readonly isSent: boolean
    }
)

/** A request that is for no calls of an account that reads them itself. */
export type PlainRequest = ApprovalRequest & {
  readonly subject: Exclude<ApprovalSubject, { readonly kind: 'operation' }>
}

/** Reads what would be signed, but for what a smart account carries out (`readOperation.ts`). Throws `CallError` for what is none of the network's, not of this account, or out of form. */
export function readSubject({ subject, account, network, host }: PlainRequest): Reading {
  const isSolana = subject.kind === 'solanaMessage' || subject.kind === 'solanaTransactions'
  if (!network.startsWith(isSolana ? 'solana:' : 'eip155:')) throw refuse('The network in use cannot sign this')
  switch (subject.kind) {
    case 'message':
    case 'solanaMessage': {
      const bytes = typeof subject.bytes === 'string' ? toBytes(subject.bytes) : subject.bytes
      const findings = listTextFindings({ bytes, account, origin: host, network })
      return { kind: 'message', said: readText(bytes), findings }
    }
    case 'typedData': {
      const tree = readTypedData(subject.data, BigInt(network.slice('eip155:'.length)))
      if (!tree.ok) throw refuse(`The typed data cannot be signed: ${tree.problem}`)
      return {
        kind: 'typedData',
        tree,
        meaning: decodeTypedData(subject.data),
        findings: listTypedDataFindings(tree),
      }
    }
    case 'transaction': {
      const { transaction } = subject
      if (transaction.from.toLowerCase() !== account.toLowerCase()) throw refuse('from is another account')
      const { nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = transaction
      return {
        kind: 'transaction',
        calls: [{ transaction, operations: decodeTransaction(transaction) }],
        fee: gas * maxFeePerGas,
        rest: { nonce, gas, maxFeePerGas, maxPriorityFeePerGas },
        findings: [],
      }
    }
    case 'permission':
      return { ...subject, findings: [] }
    case 'solanaTransactions': {
      const transactions = subject.transactions.map((bytes) => {
        const message = readMessage(bytes, base58.encode)
        if (!message) throw refuse('That is no transaction')
        if (!isSigner(message, account)) throw refuse('The transaction does not want this account’s signature')
        return { bytes, message }
      })
      const findings = transactions.flatMap(({ message }) => listSignerFindings(message, account))
      return { kind: 'solana', transactions, isSent: subject.isSent, findings: onlyOnce(findings) }
    }
  }
}

/** The refusal of what could never be signed. */
export function refuse(message: string): CallError {
  return new CallError({ message: message.slice(0, 1024), code: -32602, reason: 'REQUEST_INVALID' })
}

function toBytes(hex: string): Uint8Array {
  if (!/^0x(?:[0-9a-f]{2})*$/iu.test(hex)) throw refuse('The message is no bytes')
  return Uint8Array.from(hex.slice(2).match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Several transactions may each be told the same. */
function onlyOnce(findings: readonly SigningFinding[]): readonly SigningFinding[] {
  const toKey = ({ code, facts }: SigningFinding): string =>
    JSON.stringify([code, facts], (_, fact: unknown) => (typeof fact === 'bigint' ? String(fact) : fact))
  return [...new Map(findings.map((finding) => [toKey(finding), finding])).values()]
}
