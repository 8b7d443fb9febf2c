/** Calls of Solana's programs that tests and the demo make. Sources: System Program; SPL Token; Token-2022; Associated Token Account; Metaplex Token Metadata. */

import type { SolanaInstruction } from '../../../latchkey/src/adapters/solana/wire.ts'
import { deriveProgramAddress } from '../../../latchkey/src/core/values/deriveProgramAddress.ts'
import { decode58 } from './values.ts'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** The newer token program. */
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ASSOCIATED_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

const READ = 0
const WRITE = 1
const SIGN = 2

/** Bytes of a mint. */
export const MINT_SIZE = 82n
/** Bytes of a mint that keeps a fee: a token account's, one for its kind, type and length, and the extension. Source: Token-2022, `TransferFeeConfig`. */
export const FEE_MINT_SIZE = 165n + 1n + 4n + 108n

const bytesOf = decode58

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

/** The account that holds what an owner has of a token, under the program that the token lives under. */
export function findTokenAccount(owner: string, mint: string, program: string): string {
  const found = deriveProgramAddress(ASSOCIATED_PROGRAM, [bytesOf(owner), bytesOf(program), bytesOf(mint)])
  if (found === undefined) throw new Error(`${mint} is no mint`)
  return found
}

export function createAccount(parameters: {
  payer: string
  account: string
  lamports: bigint
  space: bigint
  program: string
}): SolanaInstruction {
  const { payer, account, lamports, space, program } = parameters
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: payer, role: WRITE | SIGN },
      { address: account, role: WRITE | SIGN },
    ],
    data: Buffer.concat([Uint8Array.of(0, 0, 0, 0), u64(lamports), u64(space), bytesOf(program)]),
  }
}

export function transferLamports(from: string, to: string, lamports: bigint): SolanaInstruction {
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: from, role: WRITE | SIGN },
      { address: to, role: WRITE },
    ],
    data: Buffer.concat([Uint8Array.of(2, 0, 0, 0), u64(lamports)]),
  }
}

/** `InitializeTransferFeeConfig` without authorities, and without a most. */
export function keepFee(mint: string, program: string, basisPoints: number): SolanaInstruction {
  const data = Uint8Array.from([26, 0, 0, 0, basisPoints & 255, basisPoints >> 8, ...new Uint8Array(8).fill(255)])
  return { programAddress: program, accounts: [{ address: mint, role: WRITE }], data }
}

/** `InitializeMint2`, with nobody who may freeze. */
export function initializeMint(mint: string, program: string, decimals: number, authority: string): SolanaInstruction {
  const data = Buffer.concat([Uint8Array.of(20, decimals), bytesOf(authority), Uint8Array.of(0)])
  return { programAddress: program, accounts: [{ address: mint, role: WRITE }], data }
}

/** Makes an owner's account for a token, unless it is there. */
export function openTokenAccount(payer: string, owner: string, mint: string, program: string): SolanaInstruction {
  return {
    programAddress: ASSOCIATED_PROGRAM,
    accounts: [
      { address: payer, role: WRITE | SIGN },
      { address: findTokenAccount(owner, mint, program), role: WRITE },
      { address: owner, role: READ },
      { address: mint, role: READ },
      { address: SYSTEM_PROGRAM, role: READ },
      { address: program, role: READ },
    ],
    data: Uint8Array.of(1),
  }
}

export function mintTokens(mint: string, program: string, owner: string, authority: string, amount: bigint) {
  return {
    programAddress: program,
    accounts: [
      { address: mint, role: WRITE },
      { address: findTokenAccount(owner, mint, program), role: WRITE },
      { address: authority, role: SIGN },
    ],
    data: Buffer.concat([Uint8Array.of(7), u64(amount)]),
  } satisfies SolanaInstruction
}

/** `TransferChecked` between two owners' own accounts. */
export function transferTokens(parameters: {
  mint: string
  program: string
  decimals: number
  from: string
  to: string
  amount: bigint
}): SolanaInstruction {
  const { mint, program, decimals, from, to, amount } = parameters
  return {
    programAddress: program,
    accounts: [
      { address: findTokenAccount(from, mint, program), role: WRITE },
      { address: mint, role: READ },
      { address: findTokenAccount(to, mint, program), role: WRITE },
      { address: from, role: SIGN },
    ],
    data: Buffer.concat([Uint8Array.of(12), u64(amount), Uint8Array.of(decimals)]),
  }
}

/** Where a mint's name is kept, and what stands there. */
export function writeMetadata(
  mint: string,
  name: string,
  symbol: string,
): { readonly address: string; readonly data: Uint8Array } {
  const program = bytesOf(METADATA_PROGRAM)
  const address = deriveProgramAddress(METADATA_PROGRAM, [new TextEncoder().encode('metadata'), program, bytesOf(mint)])
  if (address === undefined) throw new Error(`${mint} is no mint`)
  const texts = [name.padEnd(32, '\0'), symbol.padEnd(10, '\0'), ''.padEnd(200, '\0')].flatMap((text) => {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return [length, bytes]
  })
  return { address, data: Buffer.concat([Uint8Array.of(4), new Uint8Array(32), bytesOf(mint), ...texts]) }
}
