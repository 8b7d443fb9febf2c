/** What a request says by itself, in words: one line for everything that it does. The frame of the embedded wallet says the same. */
import type { SaidRequest } from '../../../core/features/send/checkTransaction.ts'
import type { TransactionCheck } from '../../../core/features/send/transactionCheck.ts'
import { toQuantity } from '../../../core/features/tokens/rules.ts'
import type { Network } from '../../../core/types/network.ts'
import { normaliseText } from '../../../core/values/normaliseText.ts'
import { toChecksum } from '../../../core/ways/readChain.ts'
import { formatAddress } from '../../parts/AddressText.tsx'
import type { TextPiece, Translate } from '../../text.ts'
import type { NamedToken } from './useHeldTokens.ts'

type Operation = TransactionCheck['operations'][number]
type Order = Extract<NonNullable<SaidRequest['typedData']>, { readonly kind: 'order' }>

/** One line of what is said, and whom it is about: their address is shown whole. */
export type Line = { readonly pieces: readonly TextPiece[]; readonly address?: string | undefined }

/** What the lines name things by. */
export type Names = {
  /** The account, in lower case. */
  readonly own: string
  readonly coin: Pick<Network['nativeCurrency'], 'symbol' | 'decimals'>
  readonly findToken: (address: string) => NamedToken
}

/** The lines of a request, in their order. */
export function listLines(
  t: Translate,
  { operations, typedData, isBlind, solana }: SaidRequest,
  names: Names,
): readonly Line[] {
  if (solana) return solana.flatMap((operation) => toSolanaLine(t, names, operation) ?? [])
  if (isBlind) return [{ pieces: t.pieces('guard.does.hash') }]
  if (typedData?.kind === 'permit') {
    const { spender, approvals } = typedData
    return approvals.map(({ token, amount }) => toApproval(t, names, { token, amount, spender }))
  }
  if (typedData?.kind === 'order') return [toOrder(t, names, typedData)]
  if (typedData?.kind === 'unreadable') return [{ pieces: t.pieces('guard.does.unreadable') }]
  if (typedData) return [{ pieces: t.pieces('guard.does.data', { type: normaliseText(typedData.primaryType) }) }]
  if (operations.length === 0) return [{ pieces: t.pieces('guard.does.nothing') }]
  return operations.map((operation) => toLine(t, names, operation))
}

function toLine(t: Translate, names: Names, operation: Operation): Line {
  switch (operation.kind) {
    case 'pay': {
      const amount = `${toQuantity(operation.amount, names.coin.decimals)} ${names.coin.symbol}`
      return { pieces: t.pieces('guard.does.pay', { amount, to: toShort(operation.to) }), address: operation.to }
    }
    case 'moveToken':
      return toMove(t, names, operation, toAmount(t, names, operation.token, operation.amount))
    case 'moveNft': {
      const items = operation.items.slice(0, MOST_ITEMS).map(({ id, amount }) => {
        const item = t('guard.item', { id: String(id), token: toShort(operation.token) })
        return amount === 1n ? item : `${amount} × ${item}`
      })
      return toMove(t, names, operation, joinAll(t, items, operation.items.length > MOST_ITEMS))
    }
    case 'approve': {
      const { how, amount } = operation
      return toApproval(t, names, { ...operation, amount: how === 'decrease' ? 0n : amount })
    }
    case 'approveAll': {
      const values = { spender: toShort(operation.operator), token: toShort(operation.token) }
      const key = operation.isApproved ? 'guard.does.approveAll' : 'guard.does.revokeAll'
      return { pieces: t.pieces(key, values), address: operation.operator }
    }
    case 'create':
      return { pieces: t.pieces('guard.does.create') }
    case 'delegate':
      return operation.to === undefined
        ? { pieces: t.pieces('guard.does.undelegate') }
        : { pieces: t.pieces('guard.does.delegate', { to: toShort(operation.to) }), address: operation.to }
    case 'unknown':
      return { pieces: t.pieces('guard.does.unknown', { to: toShort(operation.to) }), address: operation.to }
  }
}

type SolanaOperation = NonNullable<SaidRequest['solana']>[number]

/** Nothing for what moves nothing. */
function toSolanaLine(t: Translate, names: Names, operation: SolanaOperation): Line | undefined {
  switch (operation.kind) {
    case 'pay': {
      const amount = `${toQuantity(operation.amount, names.coin.decimals)} ${names.coin.symbol}`
      return { pieces: t.pieces('guard.does.pay', { amount, to: toShort(operation.to) }), address: operation.to }
    }
    case 'moveToken': {
      const amount = toAmount(t, names, operation.mint ?? operation.from, operation.amount)
      return { pieces: t.pieces('guard.does.move', { amount, to: toShort(operation.to) }), address: operation.to }
    }
    case 'approve':
      return toApproval(t, names, { token: operation.token, amount: operation.amount, spender: operation.delegate })
    case 'burn': {
      const amount = toAmount(t, names, operation.mint, operation.amount)
      return { pieces: t.pieces('guard.does.burn', { amount }) }
    }
    case 'close': {
      const values = { account: toShort(operation.token), to: toShort(operation.to) }
      return { pieces: t.pieces('guard.does.close', values), address: operation.to }
    }
    case 'setAuthority': {
      const values = {
        account: toShort(operation.account),
        to: operation.to === undefined ? '—' : toShort(operation.to),
      }
      return { pieces: t.pieces('guard.does.authority', values), address: operation.to }
    }
    case 'unknown':
      return {
        pieces: t.pieces('guard.does.program', { to: toShort(operation.program ?? '—') }),
        address: operation.program,
      }
    case 'revoke':
    case 'create':
    case 'waits':
    case 'harmless':
      return undefined
  }
}

/** As wallets write it, cut short. */
export function toShort(address: string): string {
  return formatAddress(toWhole(address))
}

/** As wallets write it. */
export function toWhole(address: string): string {
  return address.startsWith('0x') ? toChecksum(address) : address
}

/** Items that are named one by one. */
const MOST_ITEMS = 5

function toMove(
  t: Translate,
  { own }: Names,
  { from, to }: { readonly from: string; readonly to: string },
  amount: string,
): Line {
  const values = { amount, to: toShort(to) }
  const pieces =
    from === own
      ? t.pieces('guard.does.move', values)
      : t.pieces('guard.does.moveForeign', { ...values, from: toShort(from) })
  return { pieces, address: to }
}

function toApproval(
  t: Translate,
  names: Names,
  { token, amount, spender }: { readonly token: string; readonly amount: bigint; readonly spender: string },
): Line {
  const who = toShort(spender)
  const { symbol } = names.findToken(token)
  const values = { spender: who, token: symbol }
  if (amount === 0n) return { pieces: t.pieces('guard.does.revoke', values), address: spender }
  if (amount >> 255n) return { pieces: t.pieces('guard.does.approveUnlimited', values), address: spender }
  const said = { spender: who, amount: toAmount(t, names, token, amount) }
  return { pieces: t.pieces('guard.does.approve', said), address: spender }
}

function toOrder(t: Translate, names: Names, { gives, gets }: Order): Line {
  const say = (items: Order['gives']): string =>
    joinAll(
      t,
      items.slice(0, MOST_ITEMS).map(({ token, isNft, id, amount }) => {
        if (token === undefined) return `${toQuantity(amount, names.coin.decimals)} ${names.coin.symbol}`
        if (!isNft) return toAmount(t, names, token, amount)
        const collection = { token: toShort(token) }
        return id === undefined ? t('guard.anyItem', collection) : t('guard.item', { ...collection, id: String(id) })
      }),
      items.length > MOST_ITEMS,
    )
  const isFree = gets.every(({ amount }) => amount === 0n)
  return {
    pieces: isFree
      ? t.pieces('guard.does.orderFree', { gives: say(gives) })
      : t.pieces('guard.does.order', { gives: say(gives), gets: say(gets) }),
  }
}

/** An amount of a token in whole units where its decimals are known, else as the contract counts. */
function toAmount(t: Translate, { findToken }: Names, token: string, amount: bigint): string {
  const { symbol, decimals } = findToken(token)
  return decimals === undefined
    ? t('guard.units', { amount: String(amount), token: symbol })
    : `${toQuantity(amount, decimals)} ${symbol}`
}

function joinAll(t: Translate, parts: readonly string[], hasMore: boolean): string {
  const all = hasMore ? [...parts, '…'] : parts
  return all.reduce((first, rest) => t('guard.list', { first, rest }))
}
