/** From what an upstream tells to what a page shows. */
import type { HiddenReason, HistoryItem, HistoryTransfer } from '@latchkey/wire'
import { formatUnits, getAddress } from 'viem'
import { isSpamLabel, readRecipient, type TokenLabel } from './hide.ts'
import type { RawMove, RawTransaction } from './upstream.ts'

const ZERO = `0x${'0'.repeat(40)}`

/** What is known of a token. */
export type TokenFacts = TokenLabel & { readonly decimals: number | null; readonly iconUrl: string }

/** The chain that an entry is of. */
export type HistoryChain = {
  readonly id: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** The contract that wraps the native coin, in lower case, where the operator named it. */
  readonly wrapped?: string | undefined
}

/** One entry. `factsOf` tells what is known of a contract or mint. */
export function describeItem(parameters: {
  account: string
  chain: HistoryChain
  transaction: RawTransaction
  hidden: HiddenReason | null
  nativeIconUrl: string
  factsOf: (contract: string) => TokenFacts | undefined
  listedSymbols: ReadonlySet<string>
}): HistoryItem {
  const { account, chain, transaction } = parameters
  const write = (address: string): string => writeAddress(chain, address)
  const { decimals, symbol } = chain.nativeCurrency
  const counterparty = findCounterparty(account, transaction)
  return {
    id: `${chain.id}:${transaction.hash}`,
    metadata: {
      operationType: findOperation(account, transaction, chain),
      hash: transaction.hash,
      minedAt: new Date(transaction.at).toISOString(),
      sentFrom: write(transaction.from),
      sentTo: transaction.to === null ? '' : write(transaction.to),
      status: transaction.hasFailed ? 'failed' : 'confirmed',
      nonce: transaction.nonce,
      chain: chain.id,
      application: null,
      block: transaction.block,
      counterparty: counterparty === undefined ? null : write(counterparty),
      fee:
        transaction.fee === null
          ? null
          : {
              amount: String(transaction.fee),
              decimals,
              numeric: formatUnits(transaction.fee, decimals),
              symbol,
              isOwn: transaction.from === account,
            },
      hidden: parameters.hidden,
    },
    transfers: transaction.moves.map((move) => describeMove(parameters, move)),
    moreTransfers: transaction.moreMoves,
  }
}

function describeMove(
  { account, chain, transaction, factsOf, nativeIconUrl, listedSymbols }: Parameters<typeof describeItem>[0],
  move: RawMove,
): HistoryTransfer {
  const native = chain.nativeCurrency
  const write = (address: string): string => writeAddress(chain, address)
  const facts = move.contract === undefined ? undefined : factsOf(move.contract)
  const scale =
    move.kind === 'native' ? native.decimals : move.kind === 'nft' ? 0 : (move.decimals ?? facts?.decimals ?? null)
  const address = move.contract === undefined ? undefined : `${chain.id}:${write(move.contract)}`
  const icon = (url: string | undefined) => (url ? { url } : null)
  const label: TokenLabel = {
    name: facts?.name ?? null,
    symbol: facts?.symbol ?? null,
    isListed: facts?.isListed ?? false,
  }
  return {
    fungible_info:
      move.kind === 'nft'
        ? null
        : move.kind === 'native'
          ? { name: native.name, symbol: native.symbol, icon: icon(nativeIconUrl), isListed: true }
          : {
              ...label,
              icon: icon(facts?.iconUrl),
              ...(address === undefined ? {} : { address }),
            },
    nft_info:
      move.kind === 'nft'
        ? {
            name: label.name,
            content: null,
            flags: { is_spam: transaction.from !== account && isSpamLabel(label, listedSymbols) },
            ...(address === undefined ? {} : { address }),
            ...(move.tokenId === undefined ? {} : { tokenId: String(move.tokenId) }),
          }
        : null,
    direction: move.from === move.to ? 'self' : move.from === account ? 'out' : 'in',
    quantity: { numeric: formatUnits(move.amount, scale ?? 0), amount: String(move.amount), decimals: scale },
    from: write(move.from),
    to: write(move.to),
    value: null,
    price: null,
  }
}

function writeAddress(chain: HistoryChain, address: string): string {
  return chain.id.startsWith('eip155:') && /^0x[0-9a-f]{40}$/.test(address) ? getAddress(address) : address
}

/**
 * Whom the account dealt with. Where it signed a token's transfer itself that is whom the calldata names, whatever the event says
 * (SEC-95); otherwise the other end of all moves, where they agree, and else the contract that was called.
 */
export function findCounterparty(account: string, transaction: RawTransaction): string | undefined {
  const recipient = transaction.from === account ? readRecipient(transaction) : undefined
  if (recipient !== undefined) return recipient.to
  const others = new Set(
    transaction.moves.map((move) => (move.from === account ? move.to : move.from)).filter((each) => each !== ''),
  )
  const [only] = others
  if (others.size === 1) return only
  return transaction.from === account ? (transaction.to ?? undefined) : transaction.from
}

/** What kind of thing it was, as far as the chain tells; what it does not tell is `execute`, and never guessed. */
export function findOperation(account: string, transaction: RawTransaction, chain: HistoryChain): string {
  const { moves } = transaction
  const incoming = moves.filter((move) => move.to === account && move.from !== account)
  const outgoing = moves.filter((move) => move.from === account && move.to !== account)
  if (transaction.from === account) {
    if (transaction.to === null) return 'deploy'
    if (transaction.hasFailed) return readRecipient(transaction) || isPlain(transaction) ? 'send' : 'execute'
    if (transaction.isApproval) return 'approve'
    if (transaction.to === account && isPlain(transaction) && incoming.length + outgoing.length === 0) {
      return moves.some((move) => move.amount > 0n) ? 'send' : 'cancel'
    }
    if (chain.wrapped !== undefined && transaction.to === chain.wrapped) {
      if (outgoing.some((move) => move.kind === 'native')) return 'deposit'
      if (incoming.some((move) => move.kind === 'native')) return 'withdraw'
    }
  }
  if (incoming.length > 0 && outgoing.length > 0) {
    const kinds = (list: readonly RawMove[]) => new Set(list.map((move) => `${move.contract ?? ''}`))
    const [got, gave] = [kinds(incoming), kinds(outgoing)]
    return [...got].some((each) => !gave.has(each)) ? 'trade' : 'execute'
  }
  if (incoming.length > 0) {
    return incoming.every((move) => move.from === ZERO && move.kind !== 'native') ? 'mint' : 'receive'
  }
  if (outgoing.length > 0) {
    return outgoing.every((move) => move.to === ZERO && move.kind !== 'native') ? 'burn' : 'send'
  }
  return moves.length > 0 ? 'send' : 'execute'
}

function isPlain(transaction: RawTransaction): boolean {
  return transaction.input === '0x' || transaction.input === ''
}
