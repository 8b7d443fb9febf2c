/**
 * Compares a swap on Solana with what the visitor saw (SEC-97), call by call: nothing but Jupiter's swap, what has to be there before it
 * and what is tidied up after it. Only the forms whose amounts stand at fixed places are read; the way that the amount takes lies in
 * data of the aggregator's own and is not. Sources: Jupiter's published interface description (`route_v2`,
 * `shared_accounts_route_v2`); System program; SPL Token; Associated Token Account.
 */
import type { SolanaEffects } from '../guard/solana/fetchSolanaEffects.ts'
import { readUint, SYSTEM_PROGRAM, TOKEN_PROGRAMS } from '../guard/solana/readAccount.ts'
import { JUPITER, SOLANA_COIN, WRAPPED_SOL } from './markets.ts'

const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** A call of a program: bit 0 of a role is writable, bit 1 signer. Addresses in base58. */
export type ProgramCall = {
  readonly programAddress: string
  readonly accounts: readonly { readonly address: string; readonly role: number }[]
  readonly data: Uint8Array
}

/** What a visitor saw and agreed to. Amounts in base units. */
export type SolanaSwapTerms = {
  readonly account: string
  /** Mints; `SOLANA_COIN` for SOL. */
  readonly sell: string
  readonly buy: string
  readonly amount: bigint
  /** Least that comes out, as it was shown. */
  readonly minimumOut: bigint
  /** The account in which an owner holds a token of a program, as all agree on. */
  readonly deriveTokenAccount: (holder: {
    readonly owner: string
    readonly mint: string
    readonly program: string
  }) => string | undefined
}

/** Why a built swap is not what the visitor saw. */
export type SolanaSwapMismatch =
  | 'target'
  | 'form'
  | 'signer'
  | 'sell'
  | 'buy'
  | 'amount'
  | 'value'
  | 'minimum'
  | 'recipient'
  | 'fee'
  | 'effects'

/** Places of accounts and arguments in a form of Jupiter's swap. */
type Form = {
  readonly selector: string
  /** Byte at which the arguments begin. */
  readonly start: number
  readonly authority: number
  readonly source: number
  readonly target: number
  readonly sourceMint: number
  readonly targetMint: number
  /** Where the result goes instead, if anywhere. */
  readonly otherTarget: number | undefined
}

const FORMS: readonly Form[] = [
  {
    selector: 'bb64facc31c4af14',
    start: 8,
    ...{ authority: 0, source: 1, target: 2, sourceMint: 3, targetMint: 4, otherTarget: 7 },
  },
  {
    selector: 'd19853937cfed8e9',
    start: 9,
    ...{ authority: 1, source: 2, target: 5, sourceMint: 6, targetMint: 7, otherTarget: undefined },
  },
]

/** Compares all calls of one transaction; undefined where every one of them is what was shown. */
export function checkSolanaSwap(calls: readonly ProgramCall[], terms: SolanaSwapTerms): SolanaSwapMismatch | undefined {
  if (calls.some(({ accounts }) => accounts.some(({ address, role }) => role >= 2 && address !== terms.account))) {
    return 'signer'
  }
  const swaps = calls.filter(({ programAddress }) => programAddress === JUPITER.program)
  const [swap] = swaps
  if (swap === undefined) return 'target'
  if (swaps.length > 1) return 'form'
  const wrong = checkRoute(swap, terms)
  if (wrong !== undefined) return wrong
  const sellsCoin = terms.sell === SOLANA_COIN
  const wrapped = hold(terms, WRAPPED_SOL, TOKEN_PROGRAMS[0] ?? '')
  let paid = 0n
  let isUnwrapped = false
  for (const call of calls) {
    if (call === swap) continue
    const { programAddress, accounts, data } = call
    const [first, second, third] = accounts.map(({ address }) => address)
    if (programAddress === ASSOCIATED_TOKEN_PROGRAM) {
      if (!isOwnAccount(call, terms)) return 'recipient'
    } else if (programAddress === SYSTEM_PROGRAM) {
      if (data.length !== 12 || readUint(data, 0, 4) !== 2n) return 'form'
      if (first !== terms.account || second !== wrapped) return 'recipient'
      paid += readUint(data, 4, 8)
    } else if (TOKEN_PROGRAMS.includes(programAddress) && data.length === 1 && first === wrapped) {
      // SyncNative, which counts what was paid in, and CloseAccount, which gives all of it to the account.
      if (data[0] === 9 && second === terms.account && third === terms.account) isUnwrapped = true
      else if (data[0] !== 17) return data[0] === 9 ? 'recipient' : 'form'
    } else return 'form'
  }
  if (paid !== (sellsCoin ? terms.amount : 0n)) return 'value'
  return terms.buy === SOLANA_COIN && !isUnwrapped ? 'buy' : undefined
}

/**
 * Compares what a node says that a swap would change with what the visitor saw: nothing else of theirs goes, nobody else gets a hold on
 * it, and the least comes out. Undefined where it fits, and where nobody could say. The way that the amount takes is not read
 * otherwise.
 */
export function checkSolanaEffects(
  { effects, handovers, rent }: Pick<SolanaEffects, 'effects' | 'handovers' | 'rent'>,
  { sell, buy, amount, minimumOut }: Pick<SolanaSwapTerms, 'sell' | 'buy' | 'amount' | 'minimumOut'>,
): 'effects' | 'minimum' | undefined {
  if (handovers.length > 0) return 'effects'
  if (effects.status !== 'simulated') return undefined
  // SOL that is wrapped is SOL: an account of it is closed on the way.
  const usesCoin = sell === SOLANA_COIN || buy === SOLANA_COIN
  const gains = new Map<string, bigint>()
  for (const change of effects.changes) {
    const token = change.kind === 'native' ? SOLANA_COIN : change.token
    const asset = usesCoin && token === WRAPPED_SOL ? SOLANA_COIN : token
    gains.set(asset, (gains.get(asset) ?? 0n) + change.after - change.before)
  }
  // Deposits of accounts that come into being stay the visitor's.
  gains.set(SOLANA_COIN, (gains.get(SOLANA_COIN) ?? 0n) + rent)
  for (const [asset, gain] of gains) if (gain < (asset === sell ? -amount : 0n)) return 'effects'
  return (gains.get(buy) ?? 0n) < minimumOut ? 'minimum' : undefined
}

function checkRoute({ accounts, data }: ProgramCall, terms: SolanaSwapTerms): SolanaSwapMismatch | undefined {
  const selector = Array.from(data.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const form = FORMS.find((each) => each.selector === selector)
  if (form === undefined || data.length < form.start + 26) return 'form'
  const at = (place: number): string => accounts[place]?.address ?? ''
  const { account, sell, buy } = terms
  if (at(form.authority) !== account) return 'signer'
  const [soldMint, boughtMint] = [sell, buy].map((mint) => (mint === SOLANA_COIN ? WRAPPED_SOL : mint))
  if (at(form.sourceMint) !== soldMint || !isHeld(at(form.source), soldMint, terms)) return 'sell'
  if (at(form.targetMint) !== boughtMint) return 'buy'
  const target = at(form.target)
  if (!isHeld(target, boughtMint, terms)) return 'recipient'
  // Its own program in the place of an account stands for none.
  const other = form.otherTarget === undefined ? JUPITER.program : at(form.otherTarget)
  if (other !== JUPITER.program && other !== target) return 'recipient'
  if (readUint(data, form.start, 8) !== terms.amount) return 'amount'
  const quoted = readUint(data, form.start + 8, 8)
  const slippage = readUint(data, form.start + 16, 2)
  if (slippage > 10_000n || (quoted * (10_000n - slippage)) / 10_000n < terms.minimumOut) return 'minimum'
  return readUint(data, form.start + 18, 2) === 0n ? undefined : 'fee'
}

function hold({ account, deriveTokenAccount }: SolanaSwapTerms, mint: string, program: string): string | undefined {
  return deriveTokenAccount({ owner: account, mint, program })
}

/** Whether an address is where the account holds a token, of either token program. */
function isHeld(address: string, mint: string | undefined, terms: SolanaSwapTerms): boolean {
  return mint !== undefined && TOKEN_PROGRAMS.some((program) => hold(terms, mint, program) === address)
}

/** Whether a call makes an account for a token that is the visitor's own, if there is none. */
function isOwnAccount({ accounts, data }: ProgramCall, terms: SolanaSwapTerms): boolean {
  const [payer, made, owner, mint, , program] = accounts.map(({ address }) => address)
  const isCreate = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
  if (!isCreate || payer !== terms.account || owner !== terms.account) return false
  if (mint === undefined || program === undefined || !TOKEN_PROGRAMS.includes(program)) return false
  return hold(terms, mint, program) === made
}
