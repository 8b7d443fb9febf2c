import type { Store } from '../store.ts'
import type { AccountsState } from './connections/accounts.ts'
import type { ConnectionState } from './connections/connection.ts'
import type { ConnectorsState } from './connections/connectors.ts'
import type { Live } from './live.ts'
import type { NetworksState } from './networks/networks.ts'
import type { Outcome } from './outcome.ts'
import type { SignInStep } from './signIn/signIn.ts'
import type { Ways } from './way.ts'

/** The stores that every instance has from the beginning. Other rooms declare their own, made when they are first used (`defineStore`). */
export interface Stores {
  readonly networks: Store<NetworksState>
  readonly connectors: Store<ConnectorsState>
  readonly connection: Store<ConnectionState>
  readonly accounts: Store<AccountsState>
}

declare module '../types/latchkey.ts' {
  interface Instance {
    readonly stores: Stores
    /** Ways to wallets that are in no list of an adapter. */
    readonly ways: Ways
    /** Promises, stops and timers of what is going on. */
    readonly live: Live
    /** Says what has become of the visitor's wallets; what the modal shows for it is decided elsewhere (`flow/decide.ts`). Never throws. */
    readonly tell: (outcome: Outcome) => void
    /** Loads sign-in; absent where the site wants none, or has no modal to ask in. */
    readonly loadSignIn?: (() => Promise<SignInStep>) | undefined
  }
}
