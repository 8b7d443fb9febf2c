import { createLatchkey } from 'latchkey'
import { mainnet } from 'latchkey/networks'
import { universal } from 'latchkey/universal'
import { createSubscriber } from 'svelte/reactivity'

export const latchkey = createLatchkey({ networks: [mainnet], adapters: [universal()] })

const follow = createSubscriber((update) => latchkey.subscribe(update))

/** The state of the instance; whatever reads it in a component is kept up to date. */
export function getState() {
  follow()
  return latchkey.getState()
}
