/**
 * What `@latchkey/script` leaves on the page as the global `Latchkey`: the modal with everything that it loads, for pages that
 * no bundler makes. One classic script, so that a page can name its hash.
 */
import * as actions from '../actions/index.ts'
import * as networks from '../networks/index.ts'

export { bitcoin } from '../adapters/bitcoin/index.ts'
export { polkadot } from '../adapters/polkadot/index.ts'
export { solana } from '../adapters/solana/index.ts'
export { universal } from '../adapters/universal/index.ts'
export { createLatchkey, isLatchkeyError, LatchkeyError } from '../index.ts'
export { defineOnramp } from '../onramp/index.ts'
export { gatewaySiwx, localSiwx, serverSiwx } from '../siwx/index.ts'
export { actions, networks }
