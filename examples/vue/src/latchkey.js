import { createLatchkey } from 'latchkey'
import { mainnet } from 'latchkey/networks'
import { universal } from 'latchkey/universal'
import { onScopeDispose, readonly, shallowRef } from 'vue'

export const latchkey = createLatchkey({ networks: [mainnet], adapters: [universal()] })

/** The state of the instance, followed for as long as the component lives. */
export function useLatchkeyState() {
  const state = shallowRef(latchkey.getState())
  onScopeDispose(
    latchkey.subscribe((next) => {
      state.value = next
    }),
  )
  return readonly(state)
}
