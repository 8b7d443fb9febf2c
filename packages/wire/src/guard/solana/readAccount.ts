/** What stands in an account of Solana. Sources: Solana, SPL Token and Token-2022 (`state.rs`, extensions as type, length and value). */

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_PROGRAMS: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/** An account as a node tells it. Lamports 0 and no data where there is none. */
export type RawAccount = { readonly lamports: bigint; readonly owner: string; readonly data: Uint8Array }

/** An account that holds a token. Amounts in base units. */
export type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate: string | undefined
  readonly delegated: bigint
  readonly closeAuthority: string | undefined
}

export const EMPTY_ACCOUNT: RawAccount = { lamports: 0n, owner: SYSTEM_PROGRAM, data: new Uint8Array() }

/** Bytes of a token account and of a mint without extensions; with some, both are this long and say behind it what they are. */
const TOKEN_ACCOUNT_LENGTH = 165
const MINT_LENGTH = 82

/** Type of the extension by which a mint keeps a fee. */
const TRANSFER_FEE = 1

/** An account of a node's answer in base64; undefined for what has not that form. */
export function readRawAccount(value: unknown): RawAccount | undefined {
  if (value === null) return EMPTY_ACCOUNT
  const { lamports, owner, data } = Object(value) as Readonly<Record<string, unknown>>
  const [text, encoding] = Array.isArray(data) ? (data as readonly unknown[]) : []
  const isNumber = typeof lamports === 'bigint' || (Number.isInteger(lamports) && Number(lamports) >= 0)
  if (!isNumber || typeof owner !== 'string' || typeof text !== 'string' || encoding !== 'base64') return undefined
  try {
    return {
      lamports: BigInt(lamports as number),
      owner,
      data: Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)),
    }
  } catch {
    return undefined
  }
}

/** What a token program keeps of a holder; undefined for every other account. */
export function readTokenAccount(
  { owner: program, data }: RawAccount,
  toBase58: (bytes: Uint8Array) => string,
): TokenAccount | undefined {
  const isHolder = data.length === TOKEN_ACCOUNT_LENGTH || (data.length > TOKEN_ACCOUNT_LENGTH && data[165] === 2)
  // Not yet in use, or closed.
  if (!TOKEN_PROGRAMS.includes(program) || !isHolder || data[108] === 0) return undefined
  const optional = (at: number): string | undefined =>
    data[at] === 1 ? toBase58(data.slice(at + 4, at + 36)) : undefined
  return {
    mint: toBase58(data.slice(0, 32)),
    owner: toBase58(data.slice(32, 64)),
    amount: readUint(data, 64, 8),
    delegate: optional(72),
    delegated: readUint(data, 121, 8),
    closeAuthority: optional(129),
  }
}

/** Decimals of a mint, and whether it keeps a fee of what is sent; undefined for an account that is no mint. */
export function readMint({
  owner,
  data,
}: RawAccount): { readonly decimals: number; readonly hasFee: boolean } | undefined {
  const isMint = data.length === MINT_LENGTH || (data.length > TOKEN_ACCOUNT_LENGTH && data[165] === 1)
  if (!TOKEN_PROGRAMS.includes(owner) || !isMint || data[45] !== 1) return undefined
  let hasFee = false
  for (let at = 166; at + 4 <= data.length; ) {
    const [type, length] = [Number(readUint(data, at, 2)), Number(readUint(data, at + 2, 2))]
    // Two authorities, what was withheld, and two fees: epoch, most, and hundredths of a percent.
    if (type === TRANSFER_FEE && length === 108) {
      hasFee = [at + 4 + 72 + 16, at + 4 + 90 + 16].some((place) => readUint(data, place, 2) > 0n)
    }
    at += 4 + length
  }
  return { decimals: data[44] ?? 0, hasFee }
}

/** A number, the lowest byte first. Bytes that are not there count as 0. */
export function readUint(data: Uint8Array, at: number, width: number): bigint {
  let value = 0n
  for (let index = width - 1; index >= 0; index -= 1) value = value * 256n + BigInt(data[at + index] ?? 0)
  return value
}
