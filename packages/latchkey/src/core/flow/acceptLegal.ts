import type { Instance } from '../types/latchkey.ts'

/** Ticks or unticks the legal checkbox for all views, for the page's life. */
export function acceptLegal(instance: Instance, accepted: boolean): void {
  instance.stores.modal.set((state) => ({ ...state, legalAccepted: accepted }))
}
