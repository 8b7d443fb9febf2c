import type { Instance } from '../../../latchkey.ts'

/** Takes the notice about a session away. */
export function dismissNotice(instance: Instance): void {
  instance.stores.connection.set((state) => (state.notice ? { ...state, notice: undefined } : state))
}
