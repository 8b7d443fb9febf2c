import { showOnTop } from '../../flow/showOnTop.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { OwnCalls } from '../../values/ownCallsId.ts'
import { callsOf, type WalkedCall } from './state.ts'

/** Shows in the modal which calls of a batch went out, where they went one by one; while one such batch is under way, that one. */
export function showWalked(instance: Instance, { networkId, count, hashes }: OwnCalls): void {
  const { connection } = instance.stores
  if (callsOf(instance).get().walk?.stage !== 'running') {
    const calls = Array.from({ length: Math.max(count, hashes.length) }, (_, index): WalkedCall => {
      const hash = hashes[index]
      return { state: hash === undefined ? 'notSent' : 'sent', hash }
    })
    const walletName = getConnection(connection.get(), 'eip155')?.connector.name ?? ''
    callsOf(instance).set(() => ({ walk: { walletName, networkId, calls, stage: 'over' } }))
  }
  showOnTop(instance, 'CallsProgress')
}
