import type { TextKey } from '../../ui/text/catalogue.ts'
import type { LostWallet } from '../kernel/live.ts'

/** Texts a toast can carry: what the catalogues have under `toast.`, each with a second line under its `.more` where it has one. */
export type ToastKey = ToastName<TextKey>
type ToastName<Key> = Key extends `toast.${infer Name}` ? (Name extends `${string}.more` ? never : Name) : never

/** What a toast says: a line, or a notice with its button, which stays until it is answered. */
export type ToastContent =
  | {
      readonly variant: 'loading' | 'success' | 'error'
      readonly key: ToastKey
      readonly values?: Readonly<Record<string, string>> | undefined
    }
  | {
      readonly variant: 'notice'
      readonly code: 'RESTORE_FAILED' | 'CHANGED_IN_OTHER_TAB' | 'STORAGE_DENIED'
      /** The wallet that was lost (`RESTORE_FAILED`). */
      readonly wallet?: LostWallet | undefined
      readonly key?: undefined
    }

export type Toast = ToastContent & { readonly id: number }

export type ToastState = { readonly toast?: Toast | undefined; readonly nextId: number }

export const INITIAL_TOAST: ToastState = { nextId: 1 }

/** Pause between an open toast's end and the next one, in ms: as long as the change is drawn. */
export const TOAST_SWAP_MS = 150
