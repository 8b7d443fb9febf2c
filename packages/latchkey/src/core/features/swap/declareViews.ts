import type { SwapWishes } from './declare.ts'

export type {} from '../../types/views.ts'

declare module '../../types/views.ts' {
  interface ViewData {
    /** What to pay with, what to get, and on which terms. */
    Swap: { readonly swap?: SwapWishes | undefined }
    /** A token for one side of it. */
    SwapSelectToken: { readonly side: 'from' | 'to' }
    /** Everything once more before the wallet is asked, and what became of it. */
    SwapPreview: { readonly hasLeft?: true | undefined }
  }
}
