import type { Instance } from '../types/latchkey.ts'

/** Takes the banner away; the same code does not come back in this page load. */
export function dismissBanner(instance: Instance): void {
  instance.stores.banner.set((state) => ({ ...state, banner: undefined }))
}
