/**
 * Transactions as bytes: written and read without a library, so that every site can send. Source: Solana,
 * "Transactions" (message header, account order, compact-u16, version prefix).
 */
import { toBase58 } from '../../core/values/base58.ts'
import { joinBytes, parseAddress } from './address.ts'

/** One call of a program. The shape is that of `Instruction` in @solana/kit. */
export type SolanaInstruction = {
  /** Base58. */
  readonly programAddress: string
  /** What an account is to the call: bit 0 of `role` is writable, bit 1 signer, as `AccountRole` of @solana/kit numbers it. */
  readonly accounts?: readonly { readonly address: string; readonly role: number }[] | undefined
  readonly data?: ArrayLike<number> | undefined
}

/** Message formats that we write. */
export type MessageVersion = 'legacy' | 0

/** A transaction taken apart: one signature a signer, 64 zeros for each that has not signed. */
export type WireTransaction = {
  readonly signatures: readonly Uint8Array[]
  readonly message: Uint8Array
}

/** Bytes of an Ed25519 signature. */
export const SIGNATURE_LENGTH = 64

/** Largest transaction that validators take, in bytes. Source: Solana, `PACKET_DATA_SIZE`. */
export const TRANSACTION_LIMIT = 1_232

const WRITABLE = 1
const SIGNER = 2

/** Writes a message. Throws a plain error for an address that is none, and for more accounts than one byte counts. */
export function encodeMessage(parameters: {
  payer: string
  /** Base58. */
  blockhash: string
  instructions: readonly SolanaInstruction[]
  version: MessageVersion
  /** Addresses by the table on the chain that holds them, in its order: of version 0, those that neither sign nor are called are named by their place there. */
  tables?: Readonly<Record<string, readonly string[]>> | undefined
}): Uint8Array {
  const { payer, blockhash, instructions, version } = parameters
  const tables = version === 0 ? Object.entries(parameters.tables ?? {}) : []
  const roles = new Map<string, number>([[payer, WRITABLE | SIGNER]])
  for (const { programAddress, accounts = [] } of instructions) {
    for (const { address, role } of [...accounts, { address: programAddress, role: 0 }])
      roles.set(address, (roles.get(address) ?? 0) | (role & 3))
  }
  const programs = new Set(instructions.map(({ programAddress }) => programAddress))
  const lookups = tables.map(([table, held]) => {
    const take = (wanted: number): readonly string[] =>
      [...roles].flatMap(([address, role]) => {
        const isTaken = role === wanted && !programs.has(address) && held.lastIndexOf(address, 255) !== -1
        return isTaken && tables.find(([, others]) => others.lastIndexOf(address, 255) !== -1)?.[0] === table
          ? [address]
          : []
      })
    return { table, held, writable: take(WRITABLE), readonly: take(0) }
  })
  const used = lookups.filter(({ writable, readonly }) => writable.length + readonly.length > 0)
  const looked = [...used.flatMap(({ writable }) => writable), ...used.flatMap(({ readonly }) => readonly)]
  // Signers first, of each kind the writable ones first; the payer is the first of all.
  const own = [...roles].filter(([address]) => !looked.includes(address))
  const statics = [WRITABLE | SIGNER, SIGNER, WRITABLE, 0].flatMap((wanted) =>
    own.flatMap(([address, role]) => (role === wanted ? [address] : [])),
  )
  const keys = [...statics, ...looked]
  if (keys.length > 256) throw new Error('a message has at most 256 accounts')
  const count = (test: (role: number) => boolean) => own.filter(([, role]) => test(role)).length
  const header = Uint8Array.of(
    count((role) => role >= SIGNER),
    count((role) => role === SIGNER),
    count((role) => role === 0),
  )
  const calls = instructions.map(({ programAddress, accounts = [], data = [] }) =>
    joinBytes([
      Uint8Array.of(keys.indexOf(programAddress)),
      encodeLength(accounts.length),
      Uint8Array.from(accounts, ({ address }) => keys.indexOf(address)),
      encodeLength(data.length),
      Uint8Array.from(data),
    ]),
  )
  return joinBytes([
    version === 0 ? Uint8Array.of(0x80) : new Uint8Array(),
    header,
    encodeLength(statics.length),
    ...[...statics, blockhash].map(demandAddress),
    encodeLength(calls.length),
    ...calls,
    ...(version === 0 ? [encodeLength(used.length)] : []),
    ...used.flatMap(({ table, held, writable, readonly }) => [
      demandAddress(table),
      ...[writable, readonly].flatMap((list) => [
        encodeLength(list.length),
        Uint8Array.from(list, (address) => held.indexOf(address)),
      ]),
    ]),
  ])
}

/** A message with room for its signatures, as wallets take it. */
export function encodeUnsigned(message: Uint8Array): Uint8Array {
  const { signers } = readMessage(message)
  return encodeTransaction({ signatures: signers.map(() => new Uint8Array(SIGNATURE_LENGTH)), message })
}

export function encodeTransaction({ signatures, message }: WireTransaction): Uint8Array {
  return joinBytes([encodeLength(signatures.length), ...signatures, message])
}

/** Takes a transaction apart; undefined for bytes that are none. */
export function decodeTransaction(bytes: Uint8Array): WireTransaction | undefined {
  const length = decodeLength(bytes, 0)
  if (!length || length.value === 0) return undefined
  const messageAt = length.end + length.value * SIGNATURE_LENGTH
  if (messageAt >= bytes.length) return undefined
  const message = bytes.slice(messageAt)
  const signatures = Array.from({ length: length.value }, (_, index) =>
    bytes.slice(length.end + index * SIGNATURE_LENGTH, length.end + (index + 1) * SIGNATURE_LENGTH),
  )
  return readMessage(message).signers.length === length.value ? { signatures, message } : undefined
}

/** Version and signers of a message; no signers where the bytes are no message. Later versions than 0 have none either. */
export function readMessage(message: Uint8Array): {
  readonly version: MessageVersion | undefined
  readonly signers: readonly string[]
} {
  const first = message[0] ?? 0
  const version = first < 0x80 ? 'legacy' : first === 0x80 ? 0 : undefined
  const at = version === 'legacy' ? 0 : 1
  const keys = decodeLength(message, at + 3)
  const count = message[at] ?? 0
  if (version === undefined || !keys || count > keys.value || keys.end + keys.value * 32 > message.length)
    return { version, signers: [] }
  const signers = Array.from({ length: count }, (_, index) =>
    toBase58(message.subarray(keys.end + index * 32, keys.end + (index + 1) * 32)),
  )
  return { version, signers }
}

/** A length as compact-u16: seven bits a byte, the lowest first. */
export function encodeLength(value: number): Uint8Array {
  const bytes: number[] = []
  let left = value
  for (; left > 127; left >>= 7) bytes.push((left & 127) | 128)
  return Uint8Array.from([...bytes, left])
}

function decodeLength(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0
  for (let index = 0; index < 3; index += 1) {
    const byte = bytes[start + index]
    if (byte === undefined) return undefined
    value |= (byte & 127) << (7 * index)
    if (byte < 128) return { value, end: start + index + 1 }
  }
  return undefined
}

function demandAddress(text: string): Uint8Array {
  const bytes = parseAddress(text)
  if (bytes) return bytes
  throw new Error(`${text} is no address`)
}
