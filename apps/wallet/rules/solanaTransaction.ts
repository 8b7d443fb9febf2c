import { base58 } from '@scure/base'

/** A serialised Solana transaction, as far as a signer must understand it. Source: Solana's transaction format, legacy and v0. */
export type SolanaTransaction = {
  readonly bytes: Uint8Array
  readonly message: Uint8Array
  readonly signatureCount: number
  /** Base58, signers first. */
  readonly accounts: readonly string[]
  readonly signers: readonly string[]
  readonly instructions: readonly {
    readonly program: string
    readonly accounts: readonly string[]
    readonly data: Uint8Array
  }[]
  /** Accounts that are looked up in tables on the chain, which this wallet does not read. */
  readonly lookedUpCount: number
}

/** Programs by address. Source: Solana's own programs. */
const PROGRAMS: Readonly<Record<string, string>> = {
  '11111111111111111111111111111111': 'System',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'Token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'Token 2022',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Associated Token',
  ComputeBudget111111111111111111111111111111: 'Compute Budget',
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'Memo',
}

/** The length of a signature, and of a key, in bytes. */
const SIGNATURE_LENGTH = 64
const KEY_LENGTH = 32

/** Reads a transaction. Throws when the bytes are none, or hold more or less than one. */
export function parseSolanaTransaction(bytes: Uint8Array): SolanaTransaction {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error('The transaction ends early.')
    at += length
    return bytes.slice(at - length, at)
  }
  const takeByte = (): number => take(1)[0] ?? 0
  const takeCount = (): number => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = takeByte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new Error('The transaction holds a number that is too long.')
  }
  const signatureCount = takeCount()
  take(signatureCount * SIGNATURE_LENGTH)
  const message = bytes.slice(at)
  const version = message[0] ?? 0
  const isVersioned = version >= 0x80
  if (isVersioned && version !== 0x80)
    throw new Error('The transaction is of a version that this wallet does not read.')
  if (isVersioned) takeByte()
  const signerCount = takeByte()
  take(2)
  const accounts = Array.from({ length: takeCount() }, () => base58.encode(take(KEY_LENGTH)))
  take(KEY_LENGTH)
  const nameOf = (index: number): string => accounts[index] ?? 'looked up on the chain'
  const instructions = Array.from({ length: takeCount() }, () => {
    const program = nameOf(takeByte())
    const used = Array.from(take(takeCount()), nameOf)
    return { program, accounts: used, data: take(takeCount()) }
  })
  let lookedUpCount = 0
  if (isVersioned) {
    for (let left = takeCount(); left > 0; left -= 1) {
      take(KEY_LENGTH)
      // Those that may be written to, then those that are only read.
      lookedUpCount += take(takeCount()).length
      lookedUpCount += take(takeCount()).length
    }
  }
  if (at !== bytes.length) throw new Error('The transaction is longer than it says.')
  if (signerCount !== signatureCount || signerCount > accounts.length)
    throw new Error('The transaction miscounts its signers.')
  return {
    bytes,
    message,
    signatureCount,
    accounts,
    signers: accounts.slice(0, signerCount),
    instructions,
    lookedUpCount,
  }
}

/** The transaction with one more signature in its place. Throws when that account signs nothing in it. */
export function addSolanaSignature(transaction: SolanaTransaction, address: string, signature: Uint8Array): Uint8Array {
  const place = transaction.signers.indexOf(address)
  if (place < 0) throw new Error('The transaction does not ask for a signature of this account.')
  const signed = transaction.bytes.slice()
  // Up to 127 signatures their count takes one byte.
  signed.set(signature, 1 + place * SIGNATURE_LENGTH)
  return signed
}

/** What each instruction does, in words where this wallet knows them. */
export function describeInstructions(transaction: SolanaTransaction): readonly string[] {
  return transaction.instructions.map(({ program, accounts, data }) => {
    const name = PROGRAMS[program] ?? program
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (name === 'System' && data.length === 12 && view.getUint32(0, true) === 2) {
      return `Transfer ${formatLamports(view.getBigUint64(4, true))} SOL to ${accounts[1] ?? 'nobody'}`
    }
    if (name === 'Memo') return `Memo: ${new TextDecoder().decode(data)}`
    return `Call ${name}`
  })
}

/** Lamports as SOL, without rounding. */
export function formatLamports(lamports: bigint): string {
  const text = lamports.toString().padStart(10, '0')
  return `${text.slice(0, -9)}.${text.slice(-9)}`.replace(/\.?0+$/, '')
}
