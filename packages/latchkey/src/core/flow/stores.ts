import type { Store } from '../store.ts'
import type { BannerState } from './banner.ts'
import type { ModalState } from './modal.ts'
import type { RouterState } from './router.ts'
import type { ThemeState } from './theme.ts'
import type { ToastState } from './toast.ts'

declare module '../kernel/instance.ts' {
  interface Stores {
    readonly modal: Store<ModalState>
    readonly router: Store<RouterState>
    readonly toast: Store<ToastState>
    readonly banner: Store<BannerState>
    readonly theme: Store<ThemeState>
  }
}
