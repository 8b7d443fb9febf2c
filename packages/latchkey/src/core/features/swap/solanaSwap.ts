/** What is different of swaps on Solana: several calls in place of one, mints in place of contracts. Source: SEC-97. */
import type { BuiltSwap } from '@latchkey/wire/convert'
import { fetchSolanaEffects, readMessage, readMint, readRawAccount, readUint } from '@latchkey/wire/guard'
import { checkSolanaEffects, checkSolanaSwap, type ProgramCall } from '@latchkey/wire/solanaSwap'
import { JUPITER, SOLANA_COIN, WRAPPED_SOL } from '@latchkey/wire/swap'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { getAdapter } from '../../kernel/way.ts'
import type { Connection, ProgramCalls } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { fromBase58, toBase58 } from '../../values/base58.ts'
import { deriveProgramAddress, deriveTokenAccount } from '../../values/deriveProgramAddress.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import type { SwapQuote } from './state.ts'

type Terms = { readonly connection: Connection; readonly quote: SwapQuote }

/** Accounts at the beginning of Jupiter's call that are what the visitor saw: a table on the chain may not stand for them. */
const CHECKED_ACCOUNTS = 12

/**
 * The calls that a gateway built, where they are what was shown. Only accounts of pools are taken out of tables: what a table holds is the
 * gateway's word. Throws a refusal that `refuse` makes.
 */
export function toProgramCalls(
  tx: Pick<BuiltSwap['tx'], 'solana' | 'value' | 'data'>,
  { connection, quote }: Terms,
  refuse: (part: string) => LatchkeyError,
): ProgramCalls {
  const { solana } = tx
  if (solana === undefined || tx.value !== '0' || tx.data !== '0x') throw refuse('form')
  const calls = solana.calls.map(({ data, ...rest }) => ({ ...rest, data: toBytes(data, refuse) }))
  const mismatch = checkSolanaSwap(calls, {
    account: connection.accounts[0]?.address ?? '',
    ...toTerms(quote),
    deriveTokenAccount,
  })
  if (mismatch !== undefined) throw refuse(mismatch)
  const checked = new Set(calls.flatMap(listChecked))
  const tables = Object.entries(solana.tables).map(
    ([table, held]) => [table, held.map((address) => (checked.has(address) ? '' : address))] as const,
  )
  return { calls, ...(tables.length > 0 && { tables: Object.fromEntries(tables) }) }
}

/**
 * Has a node try the swap, and throws a refusal where something else would happen than was shown. What no node tries is left to the
 * checks of its calls.
 */
export async function checkEffects(
  instance: Instance,
  { connection, quote }: Terms,
  calls: ProgramCalls,
  refuse: (part: string) => LatchkeyError,
): Promise<void> {
  const bytes = await getAdapter(instance, connection.connector)?.prepareProgramCalls?.(connection, calls)
  const message = bytes && readMessage(bytes, toBase58)
  if (!bytes || !message) return
  const found = await fetchSolanaEffects(
    { message, base64: toBase64(bytes), messageBase64: toBase64(message.bytes) },
    connection.accounts[0]?.address ?? '',
    (method, params) => ask(instance, connection, method, params),
    toBase58,
  )
  const mismatch = checkSolanaEffects(found, toTerms(quote))
  if (mismatch !== undefined) throw refuse(mismatch)
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const toTerms = ({ from, to, paid, least }: SwapQuote) => ({
  sell: from.address ?? SOLANA_COIN,
  buy: to.address ?? SOLANA_COIN,
  amount: paid,
  minimumOut: least,
})

function listChecked({ programAddress, accounts }: ProgramCall): readonly string[] {
  const checked = programAddress === JUPITER.program ? accounts.slice(0, CHECKED_ACCOUNTS) : accounts
  return checked.map(({ address }) => address)
}

function toBytes(data: string, refuse: (part: string) => LatchkeyError): Uint8Array {
  if (data.length % 2 !== 0) throw refuse('form')
  return Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Asks a node of the connection's network, no longer than a reading may take. */
function ask(instance: Instance, { networkId, connector }: Connection, method: string, params: readonly unknown[]) {
  const { services, signal, stores } = instance
  const network = findNetwork(stores.networks.get(), networkId)
  const { askNode } = getAdapter(instance, connector) ?? instance.adapters.solana ?? {}
  if (!network || !askNode) throw new LatchkeyError('NETWORK_NOT_FOUND', `${networkId} is not in options.networks.`)
  const parameters = { clock: services.clock, delayMs: READ_DEADLINE_MS, signal }
  return withDeadline(parameters, (until) => askNode(network, method, params, until))
}

/** What a mint says of itself; the texts are empty where it says none, and not cleaned. Sources: SPL Token; Metaplex Token Metadata; Token-2022. */
export type MintFacts = { readonly decimals: number; readonly name: string; readonly symbol: string }

/** Metaplex's Token Metadata program, in whose accounts stands what mints are called. */
const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/** Bytes of a metadata account before its texts: a key and two addresses. */
const METADATA_HEAD = 65

/** Where the extensions of a mint of Token-2022 begin, and the one that says what it is called: two addresses, then its texts. */
const EXTENSIONS_AT = 166
const METADATA_EXTENSION = 19n

/** Asks a node what a mint says of itself; undefined for what is none. */
export async function fetchMint(
  instance: Instance,
  connection: Connection,
  mint: string,
): Promise<MintFacts | undefined> {
  const seeds = [new TextEncoder().encode('metadata'), ...[METADATA_PROGRAM, mint].map((each) => fromBase58(each))]
  const metadata = deriveProgramAddress(
    METADATA_PROGRAM,
    seeds.filter((seed) => seed !== undefined),
  )
  const options = { encoding: 'base64', commitment: 'confirmed' }
  const answer = await ask(instance, connection, 'getMultipleAccounts', [[mint, metadata ?? mint], options])
  const { value } = Object(answer) as { readonly value?: unknown }
  const [account, told] = (Array.isArray(value) ? (value as readonly unknown[]) : []).map((each) =>
    readRawAccount(each),
  )
  const facts = account && readMint(account)
  if (!account || !facts) return undefined
  // Key 4 is a metadata account, and it names its mint.
  const isOf = told?.owner === METADATA_PROGRAM && told.data[0] === 4 && toBase58(told.data.slice(33, 65)) === mint
  const texts = isOf ? readTexts(told.data, METADATA_HEAD) : readExtension(account.data)
  return { decimals: facts.decimals, ...(texts ?? { name: '', symbol: '' }) }
}

function readExtension(data: Uint8Array): Pick<MintFacts, 'name' | 'symbol'> | undefined {
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
    if (readUint(data, at, 2) === METADATA_EXTENSION) return readTexts(data, at + 4 + 64)
    at += 4 + Number(readUint(data, at + 2, 2))
  }
  return undefined
}

/** Two texts, each behind its length, and padded with zeros; undefined where they are cut off. */
function readTexts(data: Uint8Array, start: number): Pick<MintFacts, 'name' | 'symbol'> | undefined {
  const first = 4 + Number(readUint(data, start, 4))
  const end = start + first + 4 + Number(readUint(data, start + first, 4))
  if (end > data.length) return undefined
  const read = (from: number, to: number): string => new TextDecoder().decode(data.slice(from, to)).replace(/\0+$/, '')
  return { name: read(start + 4, start + first), symbol: read(start + first + 4, end) }
}

/**
 * What a swap brought, as its transaction says: what the account holds more of the token, or of SOL beside the fee. Undefined where no
 * node tells.
 */
export async function readSolanaReceived(
  instance: Instance,
  { connection, quote }: Terms,
  id: string,
): Promise<bigint | undefined> {
  const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const { meta } = Object(await ask(instance, connection, 'getTransaction', [id, options])) as { meta?: unknown }
  const told = Object(meta) as Readonly<Record<string, unknown>>
  const { address } = quote.to
  const gained =
    address === undefined || address === WRAPPED_SOL
      ? toAmount(told.postBalances, 0) - toAmount(told.preBalances, 0) + BigInt(Number(told.fee))
      : countHeld(told.postTokenBalances, connection, address) - countHeld(told.preTokenBalances, connection, address)
  return gained > 0n ? gained : undefined
}

const toAmount = (balances: unknown, index: number): bigint =>
  BigInt((Array.isArray(balances) ? (balances as readonly number[]) : [])[index] ?? 0)

function countHeld(balances: unknown, { accounts }: Connection, mint: string): bigint {
  const list = (Array.isArray(balances) ? balances : []) as readonly {
    readonly mint?: unknown
    readonly owner?: unknown
    readonly uiTokenAmount?: { readonly amount?: unknown }
  }[]
  return list
    .filter((each) => each.mint === mint && each.owner === accounts[0]?.address)
    .reduce((sum, { uiTokenAmount }) => sum + BigInt(String(uiTokenAmount?.amount ?? 0)), 0n)
}
