/** Which entries of a history are hidden until the visitor asks for them. Source: SEC-95, SEC-96. */
import type { HiddenReason } from '@latchkey/wire'
import { findLookalike } from '@latchkey/wire/guard'
import { looksLikeSpam } from '../nfts/looksLikeSpam.ts'
import type { RawMove, RawTransaction } from './upstream.ts'

/** What is known of a token for this. Texts as the contract tells them, cleaned. */
export type TokenLabel = {
  readonly name: string | null
  readonly symbol: string | null
  /** Whether the operator lists it. */
  readonly isListed: boolean
}

/**
 * Addresses that an account deals with by its own doing: whom it sent something that it signed for. An address that only sent
 * something is no such one, or whoever poisons a history would be.
 */
export function findContacts(account: string, transactions: readonly RawTransaction[]): readonly string[] {
  const contacts = new Set<string>([account])
  for (const each of transactions) {
    if (each.from !== account) continue
    if (each.to !== null && each.moves.some((move) => move.kind === 'native' && move.from === account))
      contacts.add(each.to)
    const recipient = readRecipient(each)
    if (recipient !== undefined && recipient.amount > 0n) contacts.add(recipient.to)
  }
  return [...contacts]
}

/**
 * Why an entry is hidden, or null. What the account signed for itself is never hidden: it cost the account a fee, and happened.
 * So is nothing that only the native coin moved in, but for dust from a look-alike.
 */
export function findHiddenReason(parameters: {
  account: string
  transaction: RawTransaction
  contacts: readonly string[]
  labelOf: (contract: string) => TokenLabel | undefined
  /** Symbols of the listed tokens and of the native coin, in lower case. */
  listedSymbols: ReadonlySet<string>
}): HiddenReason | null {
  const { account, transaction, contacts, labelOf } = parameters
  const { moves } = transaction
  if (transaction.from === account || moves.length === 0) return null
  if (moves.every((move) => move.kind !== 'native' && move.amount === 0n)) return 'ZERO_VALUE'
  const others = moves.map((move) => (move.from === account ? move.to : move.from))
  const known = contacts.map((address) => ({ address, relation: 'recent' as const }))
  if ([...others, transaction.from].some((other) => findLookalike(other, known) !== undefined)) return 'LOOK_ALIKE'
  if (moves.some((move) => move.kind === 'native')) return null
  const isUnlisted = (move: RawMove) => move.contract === undefined || labelOf(move.contract)?.isListed !== true
  const unlisted = moves.filter(isUnlisted)
  if (unlisted.length < moves.length) return null
  const advertises = unlisted.every((move) => {
    const label = move.contract === undefined ? undefined : labelOf(move.contract)
    return label !== undefined && isSpamLabel(label, parameters.listedSymbols)
  })
  if (!advertises) return null
  // What leaves without the account's signature may be a theft, and that must be seen: only where the token is nobody's it is a story.
  return moves.every((move) => move.from === account && move.to !== account) ? 'NOT_SENT' : 'SPAM'
}

/** Words and forms with which tokens that come unasked lead to a site, and names that belong to another token. */
export function isSpamLabel(label: TokenLabel, listedSymbols: ReadonlySet<string>): boolean {
  if (label.isListed) return false
  const text = `${label.name ?? ''} ${label.symbol ?? ''}`
  if (looksLikeSpam(text)) return true
  return listedSymbols.has(plainSymbol(label.symbol ?? ''))
}

/** A symbol without what makes two of them look alike to the eye: case, letters of other alphabets, marks. */
export function plainSymbol(symbol: string): string {
  const plain = symbol
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return [...plain].map((letter) => CONFUSABLE[letter] ?? letter).join('')
}

/** Symbols that belong to listed tokens and to the native coin, as they are compared. */
export function listSymbols(native: string, listed: readonly string[]): ReadonlySet<string> {
  return new Set([native, ...listed].map(plainSymbol))
}

/** Letters of Cyrillic and Greek that are drawn like Latin ones, and digits like letters. Source: Unicode's confusables, UTS #39. */
const CONFUSABLE: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  '0': 'o',
  '1': 'l',
}

/**
 * Whom a call of a token contract names as the recipient, and how much, from the calldata: what the signer meant. An event may say
 * anything. `transfer`, `transferFrom`, and ERC-721's and ERC-1155's safe transfers.
 */
export function readRecipient(transaction: Pick<RawTransaction, 'input'>): { to: string; amount: bigint } | undefined {
  const { input } = transaction
  const word = (index: number): string => input.slice(10 + index * 64, 10 + (index + 1) * 64)
  const addressAt = (index: number): string | undefined =>
    /^0{24}[0-9a-f]{40}$/i.test(word(index)) ? `0x${word(index).slice(24).toLowerCase()}` : undefined
  const numberAt = (index: number): bigint => (/^[0-9a-f]{64}$/i.test(word(index)) ? BigInt(`0x${word(index)}`) : 0n)
  switch (input.slice(0, 10).toLowerCase()) {
    case '0xa9059cbb': {
      const to = addressAt(0)
      return to === undefined ? undefined : { to, amount: numberAt(1) }
    }
    case '0x23b872dd': {
      const to = addressAt(1)
      return to === undefined ? undefined : { to, amount: numberAt(2) }
    }
    case '0x42842e0e':
    case '0xb88d4fde': {
      const to = addressAt(1)
      return to === undefined ? undefined : { to, amount: 1n }
    }
    case '0xf242432a': {
      const to = addressAt(1)
      return to === undefined ? undefined : { to, amount: numberAt(3) }
    }
    default:
      return undefined
  }
}
