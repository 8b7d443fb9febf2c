import { defineStore } from '../../kernel/defineStore.ts'
import type { NetworkId } from '../../types/network.ts'

/** An NFT that is to be sent. Of Solana it is a token of which there is one. */
export type SendNft = {
  readonly networkId: NetworkId
  /** On Solana its mint. */
  readonly contract: string
  /** Decimal. */
  readonly tokenId: string
  readonly standard: 'ERC721' | 'ERC1155' | 'METAPLEX'
  /** How many the account holds, decimal. */
  readonly quantity: string
  readonly name: string
  readonly imageUrl: string | undefined
}

/** What the visitor has filled in, as typed. */
export type SendForm = {
  /** Of what the form is; on another network it is empty. */
  readonly networkId: NetworkId | undefined
  /** Key of the token (`toTokenKey`); undefined until one is chosen. */
  readonly token: string | undefined
  /** In place of a token. */
  readonly nft: SendNft | undefined
  readonly amount: string
  /** The amount is typed in the currency of prices, not in the token. */
  readonly isFiat: boolean
  readonly to: string
  /** The site filled it in, and only the site changes it. */
  readonly isFixed: boolean
}

/** Where a name that was typed as the recipient leads. */
export type NamedRecipient = {
  readonly networkId: NetworkId
  /** As typed, without the space around it. */
  readonly typed: string
  /** `unknown`: there is no such name, or it has no address here. `unread`: nobody could say. */
  readonly status: 'reading' | 'found' | 'unknown' | 'unread'
  /** In its normal form; of one that was found. */
  readonly name?: string | undefined
  readonly address?: string | undefined
}

/** A transfer that has left. */
export type SentTransfer = {
  readonly networkId: NetworkId
  readonly hash: string
  /** In whole units, with the symbol. */
  readonly amount: string
  readonly to: string
  /** The name that led there. */
  readonly name: string | undefined
  readonly walletName: string
  /** `lost`: it could not be followed, or whoever sent it put another one in its place that cannot be found. `left`: the wallet has sent it, and nobody here follows such transactions. */
  readonly status: 'pending' | 'success' | 'reverted' | 'cancelled' | 'lost' | 'left'
}

export type SendState = {
  readonly form: SendForm
  readonly named: NamedRecipient | undefined
  /** `asking`: the wallet has it. `unclear`: nobody knows whether it left, so nothing sends it again. */
  readonly phase: 'idle' | 'asking' | 'unclear'
  /** Why the last try came to nothing. */
  readonly failure: string | undefined
  readonly gasPrice: { readonly networkId: NetworkId; readonly wei: bigint } | undefined
  readonly sent: SentTransfer | undefined
}

export const EMPTY_FORM: SendForm = {
  networkId: undefined,
  token: undefined,
  nft: undefined,
  amount: '',
  isFiat: false,
  to: '',
  isFixed: false,
}

/** What is being sent from the account. */
export const sendOf = defineStore<SendState>('send', {
  form: EMPTY_FORM,
  named: undefined,
  phase: 'idle',
  failure: undefined,
  gasPrice: undefined,
  sent: undefined,
})
