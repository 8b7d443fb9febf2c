/** What is different of swaps on Solana: several calls in place of one, mints in place of contracts. Source: SEC-97. */
import type { BuiltSwap } from '@latchkey/wire/convert'
import { readMint, readRawAccount } from '@latchkey/wire/guard'
import { checkSolanaSwap, type ProgramCall } from '@latchkey/wire/solanaSwap'
import { JUPITER, SOLANA_COIN, WRAPPED_SOL } from '@latchkey/wire/swap'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { getAdapter } from '../../kernel/way.ts'
import type { Connection, ProgramCalls } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { deriveTokenAccount } from '../../values/deriveProgramAddress.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import type { SwapQuote, SwapToken } from './state.ts'

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
    sell: quote.from.address ?? SOLANA_COIN,
    buy: quote.to.address ?? SOLANA_COIN,
    amount: quote.paid,
    minimumOut: quote.least,
    deriveTokenAccount,
  })
  if (mismatch !== undefined) throw refuse(mismatch)
  const checked = new Set(calls.flatMap(listChecked))
  const tables = Object.entries(solana.tables).map(
    ([table, held]) => [table, held.map((address) => (checked.has(address) ? '' : address))] as const,
  )
  return { calls, ...(tables.length > 0 && { tables: Object.fromEntries(tables) }) }
}

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

/** Decimals of a mint as it says itself; undefined for what is none. */
export async function fetchMintDecimals(
  instance: Instance,
  connection: Connection,
  { address }: Pick<SwapToken, 'address'>,
): Promise<number | undefined> {
  const options = { encoding: 'base64', commitment: 'confirmed' }
  const answer = (await ask(instance, connection, 'getAccountInfo', [address, options])) as { value?: unknown } | null
  const account = readRawAccount(answer?.value ?? null)
  return account && readMint(account)?.decimals
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
