/**
 * What a transaction of Solana would change for the account, by a node: every account that it may write, before and within one
 * simulation. A program can change no account that the transaction does not name. Source: Solana, `simulateTransaction`.
 */
import type { AssetChange, Effects } from '../effects.ts'
import type { AskNode } from '../fetchEffects.ts'
import {
  type RawAccount,
  readMint,
  readRawAccount,
  readTokenAccount,
  SYSTEM_PROGRAM,
  type TokenAccount,
} from './readAccount.ts'
import type { SolanaMessage } from './readMessage.ts'

/** What becomes of one account of the visitor's besides its balance. */
export type Handover =
  /** Somebody else controls it afterwards. */
  | { readonly kind: 'authority'; readonly account: string; readonly to: string }
  /** Somebody may take from it. */
  | { readonly kind: 'delegate'; readonly account: string; readonly to: string; readonly amount: bigint }

/** What a node found out. `unchecked` effects know nothing else either. */
export type SolanaEffects = {
  readonly effects: Effects
  readonly handovers: readonly Handover[]
  /** Of the token accounts in the transaction: whose they are, of which mint, and what is in them. */
  readonly holders: ReadonlyMap<string, TokenAccount>
  /** Mints that take part, with their decimals, and whether they keep a fee. */
  readonly mints: ReadonlyMap<string, { readonly decimals: number; readonly hasFee: boolean }>
  /** What the lookup tables hold, in the order of the message's. */
  readonly tables: readonly (readonly string[] | undefined)[]
  /** What token accounts hold more afterwards than before, in base units; without those that hold as much or less. */
  readonly gains: ReadonlyMap<string, bigint>
  /** Lamports that the network takes; undefined where no node said it. */
  readonly fee: bigint | undefined
  /** Lamports that stay in token accounts that come into being. */
  readonly rent: bigint
}

/** Accounts that one question may name. Source: Solana, `MAX_MULTIPLE_ACCOUNTS`. */
const MOST_ACCOUNTS = 100

/** Bytes before the addresses of a lookup table. Source: Solana, `LOOKUP_TABLE_META_SIZE`. */
const TABLE_HEAD = 56

/** Lamports of one signature. Source: Solana, `lamports_per_signature`. */
const SIGNATURE_FEE = 5_000n

/** The mint that stands for SOL: its accounts hold their lamports twice, as rent and as tokens. */
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/** What is known where no node said anything. */
export const UNCHECKED_SOLANA: SolanaEffects = {
  effects: { status: 'unchecked' },
  handovers: [],
  holders: new Map(),
  mints: new Map(),
  tables: [],
  gains: new Map(),
  fee: undefined,
  rent: 0n,
}

/** The effects of a transaction on `account`. Never rejects: what cannot be found out is `unchecked`. Takes three to five requests. */
export async function fetchSolanaEffects(
  transaction: { readonly message: SolanaMessage; readonly base64: string; readonly messageBase64: string },
  account: string,
  ask: AskNode,
  toBase58: (bytes: Uint8Array) => string,
): Promise<SolanaEffects> {
  const { message } = transaction
  try {
    const tables = await readTables(message, ask, toBase58)
    const found = message.lookups.flatMap(({ writable }, index) => writable.map((place) => tables[index]?.[place]))
    const all = [...new Set([...message.writable, ...found.filter((each) => each !== undefined)])]
    const addresses = all.slice(0, MOST_ACCOUNTS)
    const isComplete = all.length <= MOST_ACCOUNTS && !found.includes(undefined)
    const options = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, commitment: 'confirmed' }
    const [before, tried, fee] = await Promise.all([
      readAccounts(addresses, ask),
      ask('simulateTransaction', [transaction.base64, { ...options, accounts: { encoding: 'base64', addresses } }]),
      // Without it the fee is left out, and the changes are still true.
      ask('getFeeForMessage', [transaction.messageBase64, { commitment: 'confirmed' }]).catch(() => undefined),
    ])
    const { err, accounts } = Object(readValue(tried)) as { readonly err?: unknown; readonly accounts?: unknown }
    const holders = new Map<string, TokenAccount>()
    for (const [index, address] of addresses.entries()) {
      const holder = readTokenAccount(before[index] as RawAccount, toBase58)
      if (holder) holders.set(address, holder)
    }
    const told = readValue(fee)
    const known = { fee: Number.isSafeInteger(told) ? BigInt(told as number) : undefined, tables, holders }
    if (err !== null && err !== undefined) return { ...UNCHECKED_SOLANA, ...known, effects: toFailure(err) }
    const after = readList(accounts, addresses.length)
    const paid = known.fee ?? SIGNATURE_FEE * BigInt(message.signatureCount)
    const pairs = addresses.map((address, index) => ({
      address,
      was: before[index] as RawAccount,
      is: after[index] as RawAccount,
      held: readTokenAccount(before[index] as RawAccount, toBase58),
      holds: readTokenAccount(after[index] as RawAccount, toBase58),
    }))
    const sums = new Map<string, { before: bigint; after: bigint }>()
    const handovers: Handover[] = []
    const gains = new Map<string, bigint>()
    let rent = 0n
    for (const { address, was, is, held, holds } of pairs) {
      const holder = held ?? holds
      if (holder) holders.set(address, holder)
      const gain = (holds?.amount ?? 0n) - (held?.amount ?? 0n)
      if (gain > 0n) gains.set(address, gain)
      if (holds && !held) rent += is.lamports - was.lamports - (holds.mint === WRAPPED_SOL ? holds.amount : 0n)
      if (address === account && is.owner !== was.owner) handovers.push({ kind: 'authority', account, to: is.owner })
      for (const [side, state] of [
        ['before', held],
        ['after', holds],
      ] as const) {
        if (state?.owner !== account) continue
        const sum = sums.get(state.mint) ?? { before: 0n, after: 0n }
        sum[side] += state.amount
        sums.set(state.mint, sum)
      }
      if (held?.owner !== account || !holds) continue
      if (holds.owner !== account) handovers.push({ kind: 'authority', account: address, to: holds.owner })
      else if (holds.closeAuthority !== undefined && holds.closeAuthority !== held.closeAuthority) {
        handovers.push({ kind: 'authority', account: address, to: holds.closeAuthority })
      }
      const { delegate, delegated } = holds
      const isMore = delegate !== held.delegate || delegated > held.delegated
      if (delegate !== undefined && isMore) {
        handovers.push({ kind: 'delegate', account: address, to: delegate, amount: delegated })
      }
    }
    const own = pairs.find(({ address }) => address === account)
    const spent = message.payer === account ? paid : 0n
    const coin: readonly AssetChange[] = own
      ? [{ kind: 'native', before: own.was.lamports, after: own.is.lamports + spent }]
      : []
    const named = [...sums.keys()]
    const mints = await readMints([...new Set([...named, ...[...holders.values()].map(({ mint }) => mint)])], ask)
    const changes = [
      ...coin,
      ...named.map((mint): AssetChange => {
        const amounts = sums.get(mint) ?? { before: 0n, after: 0n }
        return { kind: 'token', token: mint, standard: 'erc20', decimals: mints.get(mint)?.decimals, ...amounts }
      }),
    ].filter((change) => change.before !== change.after)
    return { effects: { status: 'simulated', changes, isComplete }, handovers, mints, gains, rent, ...known }
  } catch {
    // No node that simulates, or one whose answer has not the form that it should.
    return UNCHECKED_SOLANA
  }
}

/** What is known of an address that somebody is to be sent something at. What no node said is left out. */
export type SolanaRecipient = {
  readonly address: string
  /** Whether a program owns it: a mint, a token account, a program itself. Nobody's wallet is. */
  readonly isOfProgram?: boolean | undefined
  /** Whether it holds SOL, or took part in any transaction. */
  readonly isUsed?: boolean | undefined
}

/** What nodes know of an address. Never rejects. Takes one request, and one more where there is nothing at the address. */
export async function fetchSolanaRecipient(address: string, ask: AskNode): Promise<SolanaRecipient> {
  try {
    const [account] = await readAccounts([address], ask)
    if (account === undefined) return { address }
    const isOfProgram = account.owner !== SYSTEM_PROGRAM
    if (isOfProgram || account.lamports > 0n) return { address, isOfProgram, isUsed: true }
    // Who has sent everything on has an address that holds nothing, and a past.
    const past = await ask('getSignaturesForAddress', [address, { limit: 1 }]).catch(() => undefined)
    return { address, isOfProgram, isUsed: Array.isArray(past) ? past.length > 0 : undefined }
  } catch {
    return { address }
  }
}

async function readTables(
  { lookups }: SolanaMessage,
  ask: AskNode,
  toBase58: (bytes: Uint8Array) => string,
): Promise<readonly (readonly string[] | undefined)[]> {
  if (lookups.length === 0) return []
  const accounts = await readAccounts(
    lookups.map(({ table }) => table),
    ask,
  )
  return accounts.map(({ data }) => {
    const count = Math.floor((data.length - TABLE_HEAD) / 32)
    if (count <= 0) return undefined
    return Array.from({ length: count }, (_, index) =>
      toBase58(data.slice(TABLE_HEAD + index * 32, TABLE_HEAD + index * 32 + 32)),
    )
  })
}

async function readMints(mints: readonly string[], ask: AskNode): Promise<SolanaEffects['mints']> {
  const known = new Map<string, { decimals: number; hasFee: boolean }>()
  if (mints.length === 0) return known
  const asked = mints.slice(0, MOST_ACCOUNTS)
  const accounts = await readAccounts(asked, ask)
  for (const [index, mint] of asked.entries()) {
    const read = readMint(accounts[index] as RawAccount)
    if (read) known.set(mint, read)
  }
  return known
}

async function readAccounts(addresses: readonly string[], ask: AskNode): Promise<readonly RawAccount[]> {
  const answer = await ask('getMultipleAccounts', [addresses, { encoding: 'base64', commitment: 'confirmed' }])
  return readList(readValue(answer), addresses.length)
}

function readList(list: unknown, count: number): readonly RawAccount[] {
  const accounts = Array.isArray(list) ? list.map(readRawAccount) : []
  if (accounts.length !== count || accounts.includes(undefined)) throw new TypeError('The node answered no accounts.')
  return accounts as readonly RawAccount[]
}

function readValue(answer: unknown): unknown {
  return (Object(answer) as { readonly value?: unknown }).value
}

/** Failures that only say that coin is missing. Source: Solana, `TransactionError` and `SystemError::ResultWithNegativeLamports`. */
function toFailure(err: unknown): Effects {
  const name = typeof err === 'string' ? err : Object.keys(Object(err) as object)[0]
  const isOfFunds = /^(AccountNotFound|InsufficientFundsFor(Fee|Rent))$/.test(name ?? '')
  return { status: 'reverts', reason: undefined, isOfFunds }
}
