import type { Activity, ActivityTransfer } from './state.ts'

/**
 * Columns of an exported history, in their order; the names are for programs and stay English. A line is one thing that moved; a
 * transaction that moved nothing has a line as well. The fee stands on the first line of its transaction alone, so that a sum over
 * the column is right. `fee_paid` says whether this account paid it, `suspicious` why the list folds the entry away (SEC-95).
 */
export const CSV_COLUMNS = [
  'time',
  'network',
  'transaction',
  'type',
  'status',
  'direction',
  'amount',
  'symbol',
  'token',
  'token_address',
  'token_id',
  'from',
  'to',
  'fee',
  'fee_symbol',
  'fee_paid',
  'suspicious',
] as const

/** What programs for tables take for the beginning of a formula, also behind spaces and in full width. Source: OWASP, CSV injection. */
const FORMULA = /^\s*[=+\-@\t\r|%\uff1d\uff0b\uff0d\uff20]/

/** Line ends, other control characters, and what changes the direction of a text or cannot be seen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/**
 * A history as CSV (RFC 4180): every cell quoted, lines ended by CR LF, UTF-8 with a byte order mark, because spreadsheets read
 * other files in the letters of their country. Strangers' words cannot become formulas, further cells or other lines. Times are
 * ISO 8601 in UTC, amounts plain decimals with a point and without a sign.
 */
export function toCsv(items: readonly Activity[]): string {
  const lines = items.flatMap((item) => {
    const moved = item.transfers.length === 0 ? [undefined] : item.transfers
    return moved.map((transfer, index) => toCells(item, transfer, index === 0))
  })
  return `\ufeff${[CSV_COLUMNS, ...lines].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')}`
}

function toCells(item: Activity, transfer: ActivityTransfer | undefined, isFirst: boolean): readonly string[] {
  const fee = isFirst ? item.fee : undefined
  const cells: Readonly<Record<(typeof CSV_COLUMNS)[number], string | undefined>> = {
    time: new Date(item.at).toISOString(),
    network: item.networkId,
    transaction: item.hash,
    type: item.operation,
    status: item.status,
    direction: transfer?.direction,
    // Base units of a token that does not tell its decimals are no amount.
    amount: transfer && (transfer.decimals === undefined && !transfer.isNft ? '' : transfer.quantity),
    symbol: transfer?.symbol,
    token: transfer?.name,
    token_address: transfer?.address,
    token_id: transfer?.tokenId,
    from: transfer?.from ?? item.from,
    to: transfer?.to ?? item.to,
    fee: fee?.quantity,
    fee_symbol: fee?.symbol,
    fee_paid: fee && (fee.isOwn ? 'yes' : 'no'),
    suspicious: item.hidden ?? (transfer?.isSpam ? 'SPAM' : undefined),
  }
  return CSV_COLUMNS.map((column) => cells[column] ?? '')
}

function quote(text: string): string {
  // What a cell began with decides, before anything is taken out of it, and after.
  const clean = text.replace(UNSEEN, ' ')
  const isFormula = FORMULA.test(text) || FORMULA.test(clean)
  return `"${isFormula ? "'" : ''}${clean.replaceAll('"', '""')}"`
}
