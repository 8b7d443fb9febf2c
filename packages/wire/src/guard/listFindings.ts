/** What is worth knowing before a transaction is signed, as codes with facts; words are chosen where they are shown. Source: SEC-94. */
import type { OrderItem, TypedDataMeaning } from './decodeTypedData.ts'
import type { Effects } from './effects.ts'
import { findLookalike, type KnownAddress } from './findLookalike.ts'
import { MAX_UINT256, type Operation } from './operations.ts'
import type { Hex } from './readAbi.ts'

/** How much it matters: `danger` asks for a deliberate yes, `warning` is said aloud, `note` is worth reading. */
export type FindingLevel = 'danger' | 'warning' | 'note'

/** The facts of each finding. Addresses as they stand in the transaction; amounts in base units. */
export type FindingFacts = {
  /** Looks like an address that the visitor knows, and is another one; `positions` of its characters differ. */
  RECIPIENT_LOOKALIKE: { readonly address: string; readonly known: KnownAddress; readonly positions: readonly number[] }
  /** Upper and lower case do not fit: a character is wrong. */
  RECIPIENT_CHECKSUM: { readonly address: string }
  /** What arrives here is lost. */
  RECIPIENT_BURN: { readonly address: string }
  /** The contract of the token that is sent. */
  RECIPIENT_TOKEN: { readonly address: string }
  RECIPIENT_CONTRACT: { readonly address: string }
  /** What belongs to a program gets a plain transfer: a mint, another token's account, a program itself. Solana. */
  RECIPIENT_PROGRAM: { readonly address: string }
  RECIPIENT_SELF: { readonly address: string }
  /** Never sent a transaction and holds nothing. */
  RECIPIENT_UNUSED: { readonly address: string }
  /** Never sent to from here. */
  RECIPIENT_NEW: { readonly address: string }
  /** A contract is called where there is none. */
  CONTRACT_MISSING: { readonly address: string }
  APPROVAL_UNLIMITED: { readonly token: string; readonly spender: string }
  APPROVAL_ABOVE_BALANCE: {
    readonly token: string
    readonly spender: string
    readonly amount: bigint
    readonly balance: bigint
  }
  /** An allowance for somebody who is no contract: no honest site asks for that. */
  APPROVAL_TO_ACCOUNT: { readonly token: string; readonly spender: string }
  APPROVAL_ALL: { readonly token: string; readonly operator: string }
  /** A signature that lets a spender take tokens, without a transaction. */
  PERMIT: {
    readonly standard: 'erc2612' | 'erc3009' | 'dai' | 'permit2Allowance' | 'permit2Transfer'
    readonly spender: string
    readonly tokens: readonly string[]
    readonly isUnlimited: boolean
  }
  /** Another account's tokens are signed away, or for another chain, or for a contract that is not the one it says. */
  PERMIT_FOREIGN: { readonly what: 'owner' | 'chain' | 'contract' }
  PERMIT_UNREADABLE: { readonly primaryType: string }
  /** A signature by which whoever fills the order takes what is given. */
  ORDER: { readonly gives: readonly OrderItem[]; readonly gets: readonly OrderItem[] }
  /** An order by which the account gets nothing. */
  ORDER_FOR_NOTHING: { readonly gives: readonly OrderItem[] }
  /** A signature over a hash (`eth_sign`): nobody can say what it is of, a transaction perhaps. */
  SIGNS_BLINDLY: Record<never, never>
  /** The code at an address may act as the account; `isEverywhere`: on every chain. Source: EIP-7702. */
  ACCOUNT_DELEGATED: { readonly address: string; readonly isEverywhere: boolean }
  /** Somebody else's tokens are moved. */
  MOVES_FOREIGN: { readonly token: string; readonly from: string }
  /** Somebody else controls an account afterwards: a token account, or the account itself. Solana. */
  AUTHORITY_CHANGED: { readonly account: string; readonly to: string | undefined }
  /** Somebody may take from a token account afterwards. Solana. */
  DELEGATE_SET: { readonly account: string; readonly delegate: string }
  /** What is left in a token account that is closed goes to somebody else. Solana. */
  CLOSES_TO_OTHER: { readonly account: string; readonly to: string }
  /** A program that is not known is called; undefined where a table names it that could not be read. Solana. */
  PROGRAM_UNKNOWN: { readonly program: string | undefined }
  /** By a nonce it stays valid as long as its sender likes. Solana. */
  CAN_WAIT: Record<never, never>
  /** The mint keeps a fee of what is sent. Both amounts undefined where no node tried it. Token-2022. */
  TOKEN_FEE: { readonly token: string; readonly fee: bigint | undefined; readonly arrives: bigint | undefined }
  CALL_UNKNOWN: { readonly address: string; readonly selector: string | undefined }
  /** A known function, with arguments that a contract may read in another way. */
  CALL_UNREADABLE: { readonly address: string; readonly selector: string | undefined }
  CONTRACT_CREATED: Record<never, never>
  /** The node says that it would fail. */
  WOULD_FAIL: { readonly reason: string | undefined; readonly isOfFunds: boolean }
  /** The account loses more than the data says. `token` undefined: of the network's own coin. */
  LOSES_MORE: { readonly token: string | undefined; readonly said: bigint; readonly lost: bigint }
  EFFECTS_UNCHECKED: Record<never, never>
}
export type FindingCode = keyof FindingFacts

/** One finding. */
export type Finding = {
  [Code in FindingCode]: { readonly code: Code; readonly level: FindingLevel; readonly facts: FindingFacts[Code] }
}[FindingCode]

/** How much each finding matters. */
export const LEVELS: Readonly<Record<FindingCode, FindingLevel>> = {
  RECIPIENT_LOOKALIKE: 'danger',
  RECIPIENT_CHECKSUM: 'danger',
  RECIPIENT_BURN: 'danger',
  RECIPIENT_TOKEN: 'danger',
  RECIPIENT_PROGRAM: 'danger',
  RECIPIENT_CONTRACT: 'warning',
  RECIPIENT_SELF: 'warning',
  RECIPIENT_UNUSED: 'warning',
  RECIPIENT_NEW: 'note',
  CONTRACT_MISSING: 'danger',
  APPROVAL_UNLIMITED: 'danger',
  APPROVAL_ABOVE_BALANCE: 'danger',
  APPROVAL_TO_ACCOUNT: 'danger',
  APPROVAL_ALL: 'danger',
  PERMIT: 'danger',
  PERMIT_FOREIGN: 'danger',
  PERMIT_UNREADABLE: 'danger',
  ORDER: 'warning',
  ORDER_FOR_NOTHING: 'danger',
  SIGNS_BLINDLY: 'danger',
  ACCOUNT_DELEGATED: 'danger',
  MOVES_FOREIGN: 'warning',
  AUTHORITY_CHANGED: 'danger',
  DELEGATE_SET: 'danger',
  CLOSES_TO_OTHER: 'danger',
  PROGRAM_UNKNOWN: 'warning',
  CAN_WAIT: 'warning',
  TOKEN_FEE: 'note',
  CALL_UNKNOWN: 'warning',
  CALL_UNREADABLE: 'danger',
  CONTRACT_CREATED: 'note',
  WOULD_FAIL: 'danger',
  LOSES_MORE: 'danger',
  EFFECTS_UNCHECKED: 'note',
}
/** The gravest first. */
export const ORDER: readonly FindingLevel[] = ['danger', 'warning', 'note']

/** What is known of an address from the chain; what is left out is not known, and nothing is said of it. */
export type AddressFacts = {
  readonly hasCode?: boolean | undefined
  /** Whether it has ever sent a transaction, or holds some of the coin. */
  readonly isUsed?: boolean | undefined
}

/** What findings are made from. Every part that is left out is not known, and makes no finding. */
export type GuardInput = {
  /** Who signs. */
  readonly account: string
  readonly chainId?: number | undefined
  /** The outermost `to`, as it was written, for its checksum. */
  readonly to?: string | undefined
  readonly operations?: readonly Operation[] | undefined
  readonly typedData?: TypedDataMeaning | undefined
  /** True for a signature over a hash that was handed in as it is (`eth_sign`). */
  readonly isBlind?: boolean | undefined
  readonly effects?: Effects | undefined
  /** Addresses that the visitor has reason to know. Undefined: nobody remembers, so that none is called new. */
  readonly known?: readonly KnownAddress[] | undefined
  /** By address in lower case. */
  readonly addresses?: ReadonlyMap<string, AddressFacts> | undefined
  /** What the account holds, by token in lower case. */
  readonly balances?: ReadonlyMap<string, bigint> | undefined
  /** EIP-55, which takes a hash that this room does not bring. */
  readonly toChecksum?: ((address: string) => string) | undefined
}

/** Where coins and tokens are sent to be gone. */
const BURNS: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
])

/** From here on an allowance has no limit that anybody would reach. */
const UNLIMITED = MAX_UINT256 >> 1n

type Add = <Code extends FindingCode>(code: Code, facts: FindingFacts[Code]) => void

/** Everything that is worth knowing, the gravest first, each once. Never throws. */
export function listFindings(input: GuardInput): readonly Finding[] {
  const findings: Finding[] = []
  const seen = new Set<string>()
  const add: Add = (code, facts) => {
    const key = JSON.stringify([code, facts], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
    if (seen.has(key)) return
    seen.add(key)
    findings.push({ code, level: LEVELS[code], facts } as Finding)
  }
  for (const operation of input.operations ?? []) judgeOperation(input, operation, add)
  if (input.isBlind) add('SIGNS_BLINDLY', {})
  if (input.typedData) judgeTypedData(input, input.typedData, add)
  if (input.effects) judgeEffects(input, input.effects, add)
  return findings.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level))
}

function judgeOperation(input: GuardInput, operation: Operation, add: Add): void {
  const account = input.account.toLowerCase()
  switch (operation.kind) {
    case 'pay':
      if (operation.by !== account) return
      if (operation.hasData) judgeContract(input, operation.to, add)
      else judgeRecipient(input, operation.to, undefined, add)
      return
    case 'moveToken':
    case 'moveNft': {
      const { by, from, to, token } = operation
      if (by === account) judgeContract(input, token, add)
      if (from === account) judgeRecipient(input, to, token, add)
      else if (by === account) add('MOVES_FOREIGN', { token, from })
      return
    }
    case 'approve': {
      const { by, owner, token, spender, amount, how } = operation
      if (by === account && how !== 'permit2') judgeContract(input, token, add)
      if (owner !== account || amount === 0n || how === 'decrease') return
      const balance = input.balances?.get(token)
      if (amount > UNLIMITED) add('APPROVAL_UNLIMITED', { token, spender })
      else if (balance !== undefined && amount > balance) {
        add('APPROVAL_ABOVE_BALANCE', { token, spender, amount, balance })
      }
      if (input.addresses?.get(spender)?.hasCode === false) add('APPROVAL_TO_ACCOUNT', { token, spender })
      return
    }
    case 'approveAll':
      if (operation.by !== account) return
      judgeContract(input, operation.token, add)
      if (operation.isApproved) add('APPROVAL_ALL', { token: operation.token, operator: operation.operator })
      return
    case 'create':
      add('CONTRACT_CREATED', {})
      return
    case 'delegate':
      if (operation.to) add('ACCOUNT_DELEGATED', { address: operation.to, isEverywhere: operation.chainId === 0n })
      return
    case 'unknown': {
      const { by, to, selector, reason } = operation
      if (by === account) judgeContract(input, to, add)
      add(reason === 'arguments' ? 'CALL_UNREADABLE' : 'CALL_UNKNOWN', { address: to, selector })
    }
  }
}

/** Of an address that gets what the account loses. */
function judgeRecipient(input: GuardInput, to: Hex, token: Hex | undefined, add: Add): void {
  const { known, toChecksum, addresses } = input
  const written = input.to?.toLowerCase() === to ? (input.to ?? to) : to
  const isMixed = written !== written.toLowerCase() && !/^0x[0-9A-F]{40}$/.test(written)
  const address = toChecksum?.(to) ?? written
  if (isMixed && toChecksum && written !== address) add('RECIPIENT_CHECKSUM', { address: written })
  const plain = BURNS.has(to)
    ? 'RECIPIENT_BURN'
    : to === token
      ? 'RECIPIENT_TOKEN'
      : to === input.account.toLowerCase() && 'RECIPIENT_SELF'
  if (plain) {
    add(plain, { address })
    return
  }
  const lookalike = known && findLookalike(address, known)
  if (lookalike) add('RECIPIENT_LOOKALIKE', { address, ...lookalike })
  const facts = addresses?.get(to)
  if (facts?.hasCode) add('RECIPIENT_CONTRACT', { address })
  else if (facts?.isUsed === false) add('RECIPIENT_UNUSED', { address })
  if (known && !known.some((each) => each.address.toLowerCase() === to)) add('RECIPIENT_NEW', { address })
}

function judgeContract({ addresses }: GuardInput, address: Hex, add: Add): void {
  if (addresses?.get(address)?.hasCode === false) add('CONTRACT_MISSING', { address })
}

function judgeTypedData({ account, chainId }: GuardInput, meaning: TypedDataMeaning, add: Add): void {
  if (meaning.kind === 'unreadable') add('PERMIT_UNREADABLE', { primaryType: meaning.primaryType })
  if (meaning.kind === 'order') {
    const { gives, gets, offerer } = meaning
    if (gives.length === 0) return
    if (gets.every(({ amount }) => amount === 0n)) add('ORDER_FOR_NOTHING', { gives })
    else add('ORDER', { gives, gets })
    if (offerer !== account.toLowerCase()) add('PERMIT_FOREIGN', { what: 'owner' })
    if (chainId !== undefined && meaning.chainId !== chainId) add('PERMIT_FOREIGN', { what: 'chain' })
  }
  if (meaning.kind !== 'permit') return
  const { standard, spender, approvals, owner } = meaning
  if (approvals.every(({ amount }) => amount === 0n)) return
  const tokens = approvals.map(({ token }) => token)
  const isUnlimited = approvals.some(({ amount }) => amount > UNLIMITED)
  add('PERMIT', { standard, spender, tokens, isUnlimited })
  if (owner !== undefined && owner !== account.toLowerCase()) add('PERMIT_FOREIGN', { what: 'owner' })
  if (chainId !== undefined && meaning.chainId !== chainId) add('PERMIT_FOREIGN', { what: 'chain' })
  if (!meaning.isCanonical) add('PERMIT_FOREIGN', { what: 'contract' })
}

function judgeEffects(input: GuardInput, effects: Effects, add: Add): void {
  if (effects.status === 'reverts') {
    const { reason, isOfFunds } = effects
    add('WOULD_FAIL', { reason, isOfFunds })
  }
  if (effects.status === 'unchecked' || (effects.status === 'simulated' && !effects.isComplete)) {
    add('EFFECTS_UNCHECKED', {})
  }
  if (effects.status !== 'simulated') return
  const { operations = [], account } = input
  // Of a call that nobody can read nothing was said, and its effects are all there is.
  if (operations.some(({ kind }) => kind === 'unknown' || kind === 'create')) return
  for (const change of effects.changes) {
    const lost = change.before - change.after
    const token = change.kind === 'native' ? undefined : change.token
    const said = sumSaid(operations, account.toLowerCase(), change)
    if (lost > said) add('LOSES_MORE', { token, said, lost })
  }
}

type Change = Extract<Effects, { status: 'simulated' }>['changes'][number]

/** What the data says that the account gives of one thing. */
function sumSaid(operations: readonly Operation[], account: string, change: Change): bigint {
  let sum = 0n
  for (const operation of operations) {
    if (operation.kind === 'pay' && change.kind === 'native' && operation.by === account) sum += operation.amount
    if (change.kind === 'native') continue
    if (operation.kind === 'moveToken' && operation.token === change.token && operation.from === account) {
      sum += change.kind === 'token' && change.standard === 'erc721' ? 1n : operation.amount
    }
    if (operation.kind === 'moveNft' && operation.token === change.token && operation.from === account) {
      for (const { id, amount } of operation.items) if (change.kind === 'token' || change.id === id) sum += amount
    }
  }
  return sum
}
