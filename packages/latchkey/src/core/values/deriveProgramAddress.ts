/**
 * Addresses that programs own: hashes that are no point of Ed25519, so that nobody has their key. Sources: RFC 8032;
 * Solana, "Program derived addresses".
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { fromBase58, toBase58 } from './base58.ts'

/** Prime of the field of Ed25519. */
const P = 2n ** 255n - 19n

/**
 * The address that a program owns for some seeds: the first that is no point of the curve, counting down from 255.
 * Undefined when there is none, which has a chance of 2^-256.
 */
export function deriveProgramAddress(program: string, seeds: readonly Uint8Array[]): string | undefined {
  const programBytes = parse(program)
  if (!programBytes) return undefined
  const before = seeds.flatMap((seed) => [...seed])
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(Uint8Array.of(...before, bump, ...programBytes, ...MARKER))
    if (!isOnCurve(hash)) return toBase58(hash)
  }
  return undefined
}

const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** The account in which an owner holds a token, as wallets agree on; undefined where one of the three is no address. Source: Solana, "Associated Token Account". */
export function deriveTokenAccount(holder: {
  readonly owner: string
  readonly mint: string
  /** The token program of the mint. */
  readonly program: string
}): string | undefined {
  const seeds = [holder.owner, holder.program, holder.mint].flatMap((address) => parse(address) ?? [])
  return seeds.length === 3 ? deriveProgramAddress(ASSOCIATED_TOKEN_PROGRAM, seeds) : undefined
}

function parse(address: string): Uint8Array | undefined {
  const bytes = address.length > 44 ? undefined : fromBase58(address)
  return bytes?.length === 32 ? bytes : undefined
}

/** What ends the text that a program's address is the hash of. */
const MARKER = new TextEncoder().encode('ProgramDerivedAddress')

/** Whether 32 bytes are a point of Ed25519, as `CompressedEdwardsY::decompress` of Solana's runtime decides. Source: RFC 8032, 5.1.3. */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n
  for (let index = 31; index >= 0; index -= 1) y = (y << 8n) + BigInt((bytes[index] ?? 0) & (index === 31 ? 127 : 255))
  const y2 = modulo(y * y)
  const d = modulo(-121665n * power(121666n, P - 2n))
  // x² = (y² - 1) / (d y² + 1), and d y² + 1 is never 0, since -1/d is no square.
  const x2 = modulo((y2 - 1n) * power(modulo(d * y2 + 1n), P - 2n))
  return x2 === 0n || power(x2, (P - 1n) / 2n) === 1n
}

function modulo(value: bigint): bigint {
  const rest = value % P
  return rest < 0n ? rest + P : rest
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = modulo(base)
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}
