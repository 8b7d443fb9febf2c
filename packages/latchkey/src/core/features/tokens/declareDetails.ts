import type { Token } from './state.ts'

export type {} from '../../types/views.ts'

declare module '../../types/views.ts' {
  interface ViewData {
    /** One token of the account. */
    TokenDetails: { readonly token: Token }
  }
}
