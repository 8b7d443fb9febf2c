import { defineStore } from '../../kernel/defineStore.ts'
import type { NetworkId } from '../../types/network.ts'

/** A token balance as views show it. */
export type Token = {
  readonly name: string
  readonly symbol: string
  readonly chainId: string
  /** CAIP-10 id; absent for the native token. */
  readonly address: string | undefined
  /** In the asked currency; undefined when the price is unknown, never 0 in its place. */
  readonly value: number | undefined
  readonly price: number | undefined
  /** What the price has gained in 24 hours as a part of what it was; undefined when that is unknown. */
  readonly change?: number | undefined
  readonly quantity: { readonly decimals: number; readonly numeric: string }
  readonly iconUrl: string | undefined
}

/** An amount of something as a decimal text in whole units. */
export type Amount = { readonly numeric: string; readonly symbol: string }

/** An amount of a network's own coin, in base units. */
export type NativeBalance = { readonly value: bigint; readonly decimals: number; readonly symbol: string }

export type TokensState = {
  /** `networkId:address` that the tokens belong to; undefined before the first load. */
  readonly owner: string | undefined
  readonly tokens: readonly Token[] | undefined
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** ms since 1970 of the last good answer. */
  readonly updatedAt: number | undefined
  /** Counts readings; only the newest one's answer is taken. */
  readonly reading: number
  /** The count of what was sent from here when that reading began. */
  readonly touched?: number | undefined
  /** ms since 1970 before which nobody is asked again after a failure. */
  readonly restUntil: number
  /** The only owner the rest is for; undefined when the gateway failed, which answers for all. */
  readonly restOwner: string | undefined
  /** Native balance by the chain itself, when the gateway has none. */
  readonly native: NativeBalance | undefined
  /** What stands for the account where one amount is shown: the site's token on that network (option `tokens`), else the coin. */
  readonly head: Amount | undefined
  /** Networks that the gateway serves; undefined until it has said so. */
  readonly supportedChains: readonly NetworkId[] | undefined
  /** The owner whose missing balances were told of, so that it is said once. */
  readonly toldOwner: string | undefined
}

/** What is not named is undefined; every page loads this before a click. */
export const INITIAL_TOKENS = { status: 'idle', reading: 0, restUntil: 0 } as TokensState

/** What is known of the balances of the account in use. */
export const tokensOf = defineStore('tokens', INITIAL_TOKENS)

/** What one reading of an account's balances brought. */
export type BalanceReading = { readonly tokens: readonly Token[]; readonly native: NativeBalance | undefined }
