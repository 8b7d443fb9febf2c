/** What is worth knowing of a Solana transaction before it is signed, as codes with facts. Source: SEC-94. */
import { findLookalike, type KnownAddress } from '../findLookalike.ts'
import type { Finding, FindingCode, FindingFacts } from '../listFindings.ts'
import { LEVELS, ORDER } from '../listFindings.ts'
import type { SolanaOperation } from './describeCalls.ts'
import type { SolanaEffects, SolanaRecipient } from './fetchSolanaEffects.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAMS } from './readAccount.ts'

/** Nobody has a key for these. */
const BURNS: readonly string[] = [SYSTEM_PROGRAM, '1nc1nerator11111111111111111111111111111111', ...TOKEN_PROGRAMS]

/** Most lamports that the rent of a new account takes here; Token-2022 accounts with extensions stay below. */
const RENT = 6_000_000n

/** Everything that is worth knowing, the gravest first, each once. Never throws. */
export function listSolanaFindings(input: {
  readonly account: string
  readonly operations: readonly SolanaOperation[]
  readonly found: SolanaEffects
  /** Addresses that the visitor has reason to know. Undefined: nobody remembers, so that none is called new. */
  readonly known?: readonly KnownAddress[] | undefined
  /**
   * Of a plain transfer, the address that was written, which is judged in place of those in the transaction: of a token that is
   * another one, made from it. A program at it is no recipient; of other transactions it may well be.
   */
  readonly recipient?: SolanaRecipient | undefined
  /** The mint of a plain transfer. */
  readonly token?: string | undefined
}): readonly Finding[] {
  const { account, operations, found, known, recipient } = input
  const findings: Finding[] = []
  const seen = new Set<string>()
  const add = <Code extends FindingCode>(code: Code, facts: FindingFacts[Code]): void => {
    const key = JSON.stringify([code, facts], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
    if (!seen.has(key)) findings.push({ code, level: LEVELS[code], facts } as Finding)
    seen.add(key)
  }
  const judgeRecipient = (to: string): void => {
    if (recipient && to !== recipient.address) return
    if (to === account || BURNS.includes(to)) {
      add(to === account ? 'RECIPIENT_SELF' : 'RECIPIENT_BURN', { address: to })
      return
    }
    if (recipient && to === input.token) {
      add('RECIPIENT_TOKEN', { address: to })
      return
    }
    const lookalike = known && findLookalike(to, known)
    if (lookalike) add('RECIPIENT_LOOKALIKE', { address: to, ...lookalike })
    // An account of the very token may get it, whoever owns the account.
    if (recipient?.isOfProgram && (found.gains.get(to) ?? 0n) === 0n) add('RECIPIENT_PROGRAM', { address: to })
    else if (recipient?.isUsed === false) add('RECIPIENT_UNUSED', { address: to })
    if (known && !known.some(({ address }) => address === to)) add('RECIPIENT_NEW', { address: to })
  }
  const isTried = found.effects.status === 'simulated'
  if (recipient) judgeRecipient(recipient.address)
  let said = 0n
  const moved = new Map<string, bigint>()
  for (const operation of operations) {
    switch (operation.kind) {
      case 'pay':
        if (operation.from !== account) break
        said += operation.amount
        judgeRecipient(operation.to)
        break
      case 'moveToken': {
        const from = found.holders.get(operation.from)
        const mint = operation.mint ?? from?.mint
        if (mint !== undefined) moved.set(mint, (moved.get(mint) ?? 0n) + operation.amount)
        if (from && from.owner !== account) add('MOVES_FOREIGN', { token: mint ?? operation.from, from: from.owner })
        if (mint !== undefined && [mint, from?.mint].includes(operation.to)) {
          add('RECIPIENT_TOKEN', { address: operation.to })
        } else judgeRecipient(found.holders.get(operation.to)?.owner ?? operation.to)
        if (mint !== undefined && found.mints.get(mint)?.hasFee) add('TOKEN_FEE', { token: mint, ...toFee(operation) })
        break
      }
      case 'burn':
        moved.set(operation.mint, (moved.get(operation.mint) ?? 0n) + operation.amount)
        break
      case 'approve':
        // Where a node tried it, the account itself says what came of it.
        if (!isTried) {
          add('DELEGATE_SET', { account: operation.token, delegate: operation.delegate })
        }
        break
      case 'setAuthority':
        // Of token accounts the trial says it (below); of a mint, or of what else has an authority, the call alone does.
        if (operation.to !== account && !(isTried && found.holders.has(operation.account))) {
          add('AUTHORITY_CHANGED', { account: operation.account, to: operation.to })
        }
        break
      case 'close':
        if (operation.to !== account) add('CLOSES_TO_OTHER', { account: operation.token, to: operation.to })
        break
      case 'create':
        if (operation.payer === account) said += RENT
        break
      case 'waits':
        add('CAN_WAIT', {})
        break
      case 'unknown':
        add('PROGRAM_UNKNOWN', { program: operation.program })
        break
      case 'revoke':
      case 'harmless':
    }
  }
  for (const handover of found.handovers) {
    if (handover.kind === 'authority') add('AUTHORITY_CHANGED', { account: handover.account, to: handover.to })
    else {
      const { mint, amount: balance = 0n } = found.holders.get(handover.account) ?? {}
      const [token, spender, amount] = [mint ?? handover.account, handover.to, handover.amount]
      if (amount >> 63n) add('APPROVAL_UNLIMITED', { token, spender })
      else if (amount > balance) add('APPROVAL_ABOVE_BALANCE', { token, spender, amount, balance })
      add('DELEGATE_SET', { account: handover.account, delegate: handover.to })
    }
  }
  judgeEffects()
  return findings.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level))

  /** What of a transfer arrives, where a node tried it and nothing else goes to the same account. */
  function toFee({ to, amount }: { readonly to: string; readonly amount: bigint }): {
    fee: bigint | undefined
    arrives: bigint | undefined
  } {
    const isAlone = operations.filter((each) => each.kind === 'moveToken' && each.to === to).length === 1
    const arrives = isAlone ? found.gains.get(to) : undefined
    return { fee: arrives === undefined ? undefined : amount - arrives, arrives }
  }

  function judgeEffects(): void {
    const { effects } = found
    if (effects.status === 'reverts') add('WOULD_FAIL', { reason: effects.reason, isOfFunds: effects.isOfFunds })
    if (effects.status === 'unchecked' || (effects.status === 'simulated' && !effects.isComplete)) {
      add('EFFECTS_UNCHECKED', {})
    }
    if (effects.status !== 'simulated') return
    // Of a program that nobody can read nothing was said, and its effects are all there is.
    if (operations.some(({ kind }) => kind === 'unknown')) return
    for (const change of effects.changes) {
      const lost = change.before - change.after
      const token = change.kind === 'native' ? undefined : change.token
      const expected = token === undefined ? said : (moved.get(token) ?? 0n)
      if (lost > expected) add('LOSES_MORE', { token, said: expected, lost })
    }
  }
}
