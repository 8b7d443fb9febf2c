/** A Solana transaction before it is signed. Source: Solana, "Transactions" (compact-u16, header, account order, version 0). */

/** One call of a program. Accounts that stand in a table that was not read are undefined. */
export type SolanaCall = {
  readonly program: string | undefined
  readonly accounts: readonly (string | undefined)[]
  readonly data: Uint8Array
}

/** Accounts that a message takes out of a table on the chain, by their places there. */
export type TableLookup = {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

/** A message taken apart. Addresses in base58. */
export type SolanaMessage = {
  /** The message alone, without signatures. */
  readonly bytes: Uint8Array
  readonly payer: string
  /** Every account of the message itself. */
  readonly keys: readonly string[]
  /** What it may change, those of tables not among them. */
  readonly writable: readonly string[]
  readonly signatureCount: number
  readonly lookups: readonly TableLookup[]
  /** The calls; `tables` are the addresses that the tables hold, in the order of `lookups`. */
  readonly listCalls: (tables?: readonly (readonly string[] | undefined)[]) => readonly SolanaCall[]
}

/** Largest transaction that validators take, in bytes. Source: Solana, `PACKET_DATA_SIZE`. */
const TRANSACTION_LIMIT = 1_232

class OutOfForm extends Error {}

/** Takes a transaction with its signatures, or room for them, apart; undefined for bytes that are none. Never throws. */
export function readMessage(
  transaction: Uint8Array,
  toBase58: (bytes: Uint8Array) => string,
): SolanaMessage | undefined {
  if (transaction.length > TRANSACTION_LIMIT) return undefined
  try {
    return read(transaction, toBase58)
  } catch (error) {
    if (error instanceof OutOfForm) return undefined
    throw error
  }
}

function read(transaction: Uint8Array, toBase58: (bytes: Uint8Array) => string): SolanaMessage {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (count > transaction.length - at) throw new OutOfForm()
    at += count
    return transaction.slice(at - count, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  const length = (): number => {
    let value = 0
    for (let index = 0; index < 3; index += 1) {
      const next = byte()
      value |= (next & 127) << (7 * index)
      if (next < 128) return value
    }
    throw new OutOfForm()
  }
  const list = <Item>(one: () => Item): Item[] => Array.from({ length: length() }, one)
  const address = (): string => toBase58(take(32))
  take(length() * 64)
  const start = at
  const first = transaction[at] ?? 0
  const isVersioned = first >= 0x80
  if (isVersioned && byte() !== 0x80) throw new OutOfForm()
  const [signatureCount, readonlySigned, readonlyRest] = [byte(), byte(), byte()]
  const keys = list(address)
  const [payer] = keys
  if (!payer || signatureCount === 0 || signatureCount > keys.length || readonlySigned >= signatureCount) {
    throw new OutOfForm()
  }
  // The blockhash.
  take(32)
  const calls = list(() => {
    const program = byte()
    return { program, accounts: [...take(length())], data: take(length()) }
  })
  const lookups = isVersioned
    ? list(() => ({ table: address(), writable: [...take(length())], readonly: [...take(length())] }))
    : []
  if (at !== transaction.length) throw new OutOfForm()
  const writable = keys.filter((_, index) =>
    index < signatureCount ? index < signatureCount - readonlySigned : index < keys.length - readonlyRest,
  )
  return {
    bytes: transaction.slice(start),
    payer,
    keys,
    writable,
    signatureCount,
    lookups,
    listCalls(tables = []) {
      // Behind the keys of the message come the writable ones of every table, and then the others.
      const all: readonly (string | undefined)[] = [
        ...keys,
        ...lookups.flatMap((lookup, index) => lookup.writable.map((place) => tables[index]?.[place])),
        ...lookups.flatMap((lookup, index) => lookup.readonly.map((place) => tables[index]?.[place])),
      ]
      return calls.map(({ program, accounts, data }) => ({
        program: all[program],
        accounts: accounts.map((place) => all[place]),
        data,
      }))
    },
  }
}
