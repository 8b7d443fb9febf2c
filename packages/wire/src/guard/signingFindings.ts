/** What is worth knowing of a message or of typed data before it is signed, beyond what `listFindings` says of permits and orders. */
import type { FindingLevel } from './listFindings.ts'

/** The facts of each finding. */
export type SigningFindingFacts = {
  /** The text signs in to another site than the one that asks. */
  SIGN_IN_FOREIGN: { readonly site: string; readonly origin: string }
  /** The text signs another account in. */
  SIGN_IN_OTHER_ACCOUNT: { readonly address: string }
  SIGN_IN_OTHER_NETWORK: { readonly network: string }
  /** Worded like a sign-in, and not in its form: a reader somewhere may take it for one all the same. */
  SIGN_IN_ODD: Record<never, never>
  /** Of Solana, where a signature over these bytes carries a transaction out. */
  MESSAGE_IS_TRANSACTION: Record<never, never>
  MESSAGE_LIKE_TRANSACTION: Record<never, never>
  MESSAGE_LIKE_HASH: Record<never, never>
  /** No text at all. */
  MESSAGE_IS_BYTES: Record<never, never>
  /** Characters in it show nothing, or move others. */
  TEXT_HIDES: Record<never, never>
  /** Typed data that names no chain holds on every one. */
  TYPED_ANY_CHAIN: Record<never, never>
  /** Others must sign the transaction too. Solana. */
  OTHERS_SIGN: { readonly count: number }
  /** Somebody else pays for the transaction. Solana. */
  OTHER_PAYS: { readonly payer: string }
  /** What it may cost is far above what the network takes. In its coin's base units. */
  FEE_HIGH: { readonly fee: bigint }
}
export type SigningFindingCode = keyof SigningFindingFacts

/** `blocked`: it is not signed, whatever somebody says. */
export type SigningLevel = FindingLevel | 'blocked'

/** One finding. */
export type SigningFinding = {
  [Code in SigningFindingCode]: {
    readonly code: Code
    readonly level: SigningLevel
    readonly facts: SigningFindingFacts[Code]
  }
}[SigningFindingCode]

/** How much each finding matters. */
export const SIGNING_LEVELS: Readonly<Record<SigningFindingCode, SigningLevel>> = {
  SIGN_IN_FOREIGN: 'blocked',
  SIGN_IN_OTHER_ACCOUNT: 'blocked',
  SIGN_IN_OTHER_NETWORK: 'warning',
  SIGN_IN_ODD: 'danger',
  MESSAGE_IS_TRANSACTION: 'blocked',
  MESSAGE_LIKE_TRANSACTION: 'danger',
  MESSAGE_LIKE_HASH: 'danger',
  MESSAGE_IS_BYTES: 'warning',
  TEXT_HIDES: 'danger',
  TYPED_ANY_CHAIN: 'warning',
  OTHERS_SIGN: 'note',
  OTHER_PAYS: 'note',
  FEE_HIGH: 'danger',
}

/** Adds a finding with its level. */
export function addFinding<Code extends SigningFindingCode>(
  findings: SigningFinding[],
  code: Code,
  facts: SigningFindingFacts[Code],
): void {
  findings.push({ code, level: SIGNING_LEVELS[code], facts } as SigningFinding)
}
