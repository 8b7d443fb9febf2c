import type { Nft } from './state.ts'

export type {} from '../../types/events.ts'
export type {} from '../../types/views.ts'

declare module '../../types/views.ts' {
  interface ViewData {
    /** One NFT of the account. */
    NftDetails: { readonly nft: Nft }
  }
}

declare module '../../types/events.ts' {
  interface EventProperties {
    /** `message` is a code. */
    ERROR_FETCH_NFTS: { readonly message: string }
  }
}
