/**
 * Transactions as sites have them: bytes, objects of @solana/kit, and objects of @solana/web3.js 1. Told apart by their
 * shape, so that no library is asked for.
 */
import { LatchkeyError } from '../../core/errors/LatchkeyError.ts'
import {
  decodeTransaction,
  encodeTransaction,
  readMessage,
  SIGNATURE_LENGTH,
  type SolanaInstruction,
  TRANSACTION_LIMIT,
} from './wire.ts'

/** `Transaction` of @solana/kit, as far as we read it. */
export type KitTransaction = {
  readonly messageBytes: { readonly length: number; readonly [index: number]: number }
  readonly signatures: Readonly<Record<string, { readonly length: number; readonly [index: number]: number } | null>>
}

/** `Transaction` or `VersionedTransaction` of @solana/web3.js 1, as far as we read it. */
export type Web3Transaction = {
  serialize(options?: { requireAllSignatures?: boolean; verifySignatures?: boolean }): Uint8Array
}

/** A transaction of a site: wire bytes, or an object of one of the two libraries. */
export type SolanaTransaction = Uint8Array | KitTransaction | Web3Transaction

/** `TransactionInstruction` of @solana/web3.js 1, as far as we read it. */
export type Web3Instruction = {
  readonly programId: { toBase58(): string }
  readonly keys: readonly {
    readonly pubkey: { toBase58(): string }
    readonly isSigner: boolean
    readonly isWritable: boolean
  }[]
  readonly data: Uint8Array
}

/**
 * A site's transaction as bytes. Rejects what a wallet could only stumble over with `OPTION_INVALID`: an object that is
 * none, one that is not complete, or one that the connected account has no part in.
 */
export function toWireTransaction(transaction: SolanaTransaction, address: string): Uint8Array {
  const bytes = toBytes(transaction)
  const decoded = decodeTransaction(bytes)
  if (!decoded) throw invalid('This is no Solana transaction.')
  if (bytes.length > TRANSACTION_LIMIT) throw invalid(`A transaction has at most ${TRANSACTION_LIMIT} bytes.`)
  if (!readMessage(decoded.message).signers.includes(address))
    throw invalid('The connected account is no signer of this transaction.')
  return bytes
}

/** The signed bytes as an object of the kind that the site gave. */
export function fromWireTransaction<Given extends SolanaTransaction>(given: Given, bytes: Uint8Array): Given {
  if (given instanceof Uint8Array) return bytes as SolanaTransaction as Given
  if (isKitTransaction(given)) return toKitTransaction(given, bytes) as SolanaTransaction as Given
  const { constructor: library } = given as unknown as {
    constructor: { from?: (bytes: Uint8Array) => Given; deserialize?: (bytes: Uint8Array) => Given }
  }
  const signed = library.deserialize?.(bytes) ?? library.from?.(bytes)
  if (signed) return signed
  throw invalid('The signed transaction cannot be read by the library of this object; pass bytes.')
}

/** A site's instruction in one shape. */
export function toInstruction(instruction: SolanaInstruction | Web3Instruction): SolanaInstruction {
  if (!('programId' in instruction)) return instruction
  return {
    programAddress: instruction.programId.toBase58(),
    accounts: instruction.keys.map(({ pubkey, isSigner, isWritable }) => ({
      address: pubkey.toBase58(),
      role: isSigner ? (isWritable ? 3 : 2) : isWritable ? 1 : 0,
    })),
    data: instruction.data,
  }
}

function toBytes(transaction: SolanaTransaction): Uint8Array {
  if (transaction instanceof Uint8Array) return transaction
  if (isKitTransaction(transaction)) {
    const signatures = Object.values(transaction.signatures).map((signature) =>
      signature ? Uint8Array.from(signature) : new Uint8Array(SIGNATURE_LENGTH),
    )
    return encodeTransaction({ signatures, message: Uint8Array.from(transaction.messageBytes) })
  }
  if (!isWeb3Transaction(transaction))
    throw invalid('A transaction is bytes, or an object of @solana/kit or @solana/web3.js.')
  try {
    // A Buffer is a Uint8Array; a copy is one and nothing more.
    return Uint8Array.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
  } catch (cause) {
    throw invalid('The transaction is not complete: it needs its fee payer and a recent blockhash.', cause)
  }
}

/** Whether this is an object of web3.js. */
export function isWeb3Transaction(transaction: SolanaTransaction): transaction is Web3Transaction {
  return typeof (transaction as Partial<Web3Transaction> | null)?.serialize === 'function'
}

function isKitTransaction(transaction: SolanaTransaction): transaction is KitTransaction {
  return typeof transaction === 'object' && transaction !== null && 'messageBytes' in transaction
}

/** What the wallet gave back; the lifetime and whatever else the site's object holds stay. */
function toKitTransaction(given: KitTransaction, bytes: Uint8Array): KitTransaction {
  const decoded = decodeTransaction(bytes)
  if (!decoded) throw invalid('The wallet answered no transaction that can be read.')
  const signatures = readMessage(decoded.message).signers.map((address, index) => {
    const signature = decoded.signatures[index]
    return [address, signature?.some((byte) => byte !== 0) ? signature : null] as const
  })
  return Object.freeze({
    ...given,
    messageBytes: decoded.message,
    signatures: Object.freeze(Object.fromEntries(signatures)),
  })
}

function invalid(text: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('OPTION_INVALID', text, { cause })
}
