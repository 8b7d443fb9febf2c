/** What the calls of a Solana transaction say, in words of types. Sources: System program, SPL Token, Token-2022, Associated Token Account. */
import { readUint, SYSTEM_PROGRAM, TOKEN_PROGRAMS } from './readAccount.ts'
import type { SolanaCall } from './readMessage.ts'

/** One thing that a transaction does. Addresses in base58, amounts in base units; `token` is an account that holds one, not its mint. */
export type SolanaOperation =
  | { readonly kind: 'pay'; readonly from: string; readonly to: string; readonly amount: bigint }
  | {
      readonly kind: 'moveToken'
      readonly from: string
      readonly to: string
      /** Undefined where the call does not name it. */
      readonly mint: string | undefined
      readonly amount: bigint
    }
  | { readonly kind: 'approve'; readonly token: string; readonly delegate: string; readonly amount: bigint }
  | { readonly kind: 'revoke'; readonly token: string }
  /** Hands an account over; `to` undefined: to nobody. */
  | { readonly kind: 'setAuthority'; readonly account: string; readonly to: string | undefined }
  | { readonly kind: 'burn'; readonly token: string; readonly mint: string; readonly amount: bigint }
  /** `to` gets what is left of its lamports. */
  | { readonly kind: 'close'; readonly token: string; readonly to: string }
  /** Makes an account; its rent is paid by the payer. */
  | { readonly kind: 'create'; readonly payer: string; readonly account: string }
  /** A nonce takes the place of the blockhash: the transaction does not run out. */
  | { readonly kind: 'waits' }
  /** Nothing that moves anything: budget, memo, a token account brought up to date. */
  | { readonly kind: 'harmless' }
  | { readonly kind: 'unknown'; readonly program: string | undefined }

const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const HARMLESS: readonly string[] = [
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]

/** Says what each call does, in their order. Never throws: what has no known form is unknown. */
export function describeCalls(
  calls: readonly SolanaCall[],
  toBase58: (bytes: Uint8Array) => string,
): readonly SolanaOperation[] {
  return calls.map((call) => describe(call, toBase58) ?? { kind: 'unknown', program: call.program })
}

function describe(
  { program, accounts, data }: SolanaCall,
  toBase58: (bytes: Uint8Array) => string,
): SolanaOperation | undefined {
  const [first, second, third, fourth] = accounts
  if (program === undefined) return undefined
  if (HARMLESS.includes(program)) return { kind: 'harmless' }
  // Create, and CreateIdempotent.
  if (program === ASSOCIATED_TOKEN_PROGRAM) {
    return first && second && (data[0] ?? 0) <= 1 ? { kind: 'create', payer: first, account: second } : undefined
  }
  if (program === SYSTEM_PROGRAM) {
    const kind = data.length >= 4 ? Number(readUint(data, 0, 4)) : -1
    if (kind === 2 && first && second) return { kind: 'pay', from: first, to: second, amount: readUint(data, 4, 8) }
    if (kind === 0 && first && second) return { kind: 'create', payer: first, account: second }
    if (kind === 1 && first) return { kind: 'setAuthority', account: first, to: toBase58(data.slice(4, 36)) }
    return kind === 4 ? { kind: 'waits' } : undefined
  }
  if (!TOKEN_PROGRAMS.includes(program)) return undefined
  const amount = readUint(data, 1, 8)
  switch (data[0]) {
    case 3:
      return first && second ? { kind: 'moveToken', from: first, to: second, mint: undefined, amount } : undefined
    case 12:
      return first && third ? { kind: 'moveToken', from: first, to: third, mint: second, amount } : undefined
    case 4:
      return first && second ? { kind: 'approve', token: first, delegate: second, amount } : undefined
    case 13:
      return first && third ? { kind: 'approve', token: first, delegate: third, amount } : undefined
    case 5:
      return first ? { kind: 'revoke', token: first } : undefined
    case 6: {
      const to = data[2] === 1 && data.length >= 35 ? toBase58(data.slice(3, 35)) : undefined
      return first ? { kind: 'setAuthority', account: first, to } : undefined
    }
    case 8:
    case 15:
      return first && second ? { kind: 'burn', token: first, mint: second, amount } : undefined
    case 9:
      return first && second ? { kind: 'close', token: first, to: second } : undefined
    // TransferCheckedWithFee, of the extension for fees.
    case 26:
      return data[1] === 1 && first && third
        ? { kind: 'moveToken', from: first, to: third, mint: second, amount: readUint(data, 2, 8) }
        : undefined
    // InitializeAccount3, SyncNative, InitializeAccount, InitializeImmutableOwner.
    case 1:
    case 17:
    case 18:
    case 22:
      return fourth === undefined || data[0] === 1 ? { kind: 'harmless' } : undefined
    default:
      return undefined
  }
}
