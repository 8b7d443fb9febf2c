/** Who signs and who pays for a Solana transaction, and what it may cost. Sources: Solana, "Transactions", Compute Budget program. */
import { addFinding, type SigningFinding } from '../signingFindings.ts'
import { readUint } from './readAccount.ts'
import type { SolanaCall, SolanaMessage } from './readMessage.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'

/** Units that a call gets where the budget says nothing, and the most of one transaction. Source: Solana, Compute Budget. */
const CALL_UNITS = 200_000n
const MOST_UNITS = 1_400_000n

/** Lamports (0.01 SOL) that no priority is worth. */
const HIGH_FEE = 10_000_000n

/** Whether the account is one of those whose signature the transaction wants. Only then is there anything to sign. */
export function isSigner({ keys, signatureCount }: SolanaMessage, account: string): boolean {
  return keys.slice(0, signatureCount).includes(account)
}

/** What is worth knowing of signers and payer. */
export function listSignerFindings(message: SolanaMessage, account: string): readonly SigningFinding[] {
  const findings: SigningFinding[] = []
  const { payer, signatureCount } = message
  if (signatureCount > 1) addFinding(findings, 'OTHERS_SIGN', { count: signatureCount - 1 })
  if (payer !== account) addFinding(findings, 'OTHER_PAYS', { payer })
  const fee = readPriorityFee(message.listCalls())
  if (payer === account && fee > HIGH_FEE) addFinding(findings, 'FEE_HIGH', { fee })
  return findings
}

/** Lamports that are offered for being first, by the calls' own word. */
function readPriorityFee(calls: readonly SolanaCall[]): bigint {
  const budget = calls.filter(({ program }) => program === COMPUTE_BUDGET)
  const price = budget.find(({ data }) => data[0] === 3)
  const limit = budget.find(({ data }) => data[0] === 2)
  const usual = CALL_UNITS * BigInt(calls.length - budget.length)
  const units = limit ? readUint(limit.data, 1, 4) : usual
  const capped = units > MOST_UNITS ? MOST_UNITS : units
  // The price is in millionths of a lamport.
  return price ? (readUint(price.data, 1, 8) * capped) / 1_000_000n : 0n
}
