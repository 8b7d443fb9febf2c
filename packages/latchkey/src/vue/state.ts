import { type ComputedRef, computed, onScopeDispose, type ShallowRef } from 'vue'
import { getConnections } from '../actions/getConnections.ts'
import { watchAccount } from '../actions/watchAccount.ts'
import { getServerState } from '../core/roof/getServerState.ts'
import { readAccount } from '../core/roof/readAccount.ts'
import type { AccountState } from '../core/types/account.ts'
import type { Connection, Connector } from '../core/types/adapter.ts'
import type { HostEvents } from '../core/types/events.ts'
import type { Latchkey, LatchkeyState } from '../core/types/latchkey.ts'
import type { Namespace, Network } from '../core/types/network.ts'
import { follow } from './follow.ts'
import { useLatchkey } from './latchkeyPlugin.ts'

/** The state of the instance, or what `selector` picks of it. */
export function useLatchkeyState(): Readonly<ShallowRef<LatchkeyState>>
export function useLatchkeyState<Part>(selector: (state: LatchkeyState) => Part): ComputedRef<Part>
export function useLatchkeyState<Part>(
  selector?: (state: LatchkeyState) => Part,
): ComputedRef<Part> | Readonly<ShallowRef<LatchkeyState>> {
  const latchkey = useLatchkey()
  const state = follow(latchkey.subscribe, latchkey.getState, () => getServerState(latchkey))
  return selector ? computed(() => selector(state.value)) : state
}

/** The account in use of a namespace (default: of the active one), as `getState()` has it. */
export function useAccount({ namespace }: useAccount.Parameters = {}): ComputedRef<useAccount.Account> {
  const latchkey = useLatchkey()
  const { stores } = latchkey.instance
  const account = follow<AccountState>(
    (listener) => watchAccount(latchkey, listener, namespace),
    () => readAccount(latchkey.instance, namespace),
    () => {
      const state = getServerState(latchkey)
      return namespace === undefined || namespace === state.namespace
        ? state
        : readAccount(latchkey.instance, namespace)
    },
  )
  const isReady = follow(
    stores.connection.watch,
    () => stores.connection.get().restored,
    () => false,
  )
  return computed(() => ({
    ...account.value,
    isConnected: account.value.address !== undefined,
    isReady: isReady.value,
  }))
}
export declare namespace useAccount {
  type Parameters = { readonly namespace?: Namespace | undefined }
  type Account = AccountState & {
    readonly isConnected: boolean
    /** False until a saved connection was restored or given up; show nothing final before. */
    readonly isReady: boolean
  }
}

/** The active network and those that the site works on. */
export function useNetwork(): useNetwork.Answer {
  const { stores } = useLatchkey().instance
  const state = useLatchkeyState()
  const all = follow<readonly Network[]>(
    stores.networks.watch,
    () => stores.networks.get().all,
    () => stores.networks.get().all,
  )
  return {
    network: computed(() => state.value.network),
    networkId: computed(() => state.value.networkId),
    namespace: computed(() => state.value.namespace),
    isSupported: computed(() => state.value.network !== undefined),
    networks: all,
  }
}
export declare namespace useNetwork {
  type Answer = {
    readonly network: ComputedRef<Network | undefined>
    readonly networkId: ComputedRef<LatchkeyState['networkId']>
    readonly namespace: ComputedRef<Namespace>
    /** False when the wallet is on a network that the site did not ask for; then `network` is undefined. */
    readonly isSupported: ComputedRef<boolean>
    readonly networks: Readonly<ShallowRef<readonly Network[]>>
  }
}

/** The modal: opening, closing, and what it shows. */
export function useModal() {
  const { open, close, preload } = useLatchkey()
  return {
    open,
    close,
    preload,
    isOpen: useLatchkeyState((state) => state.open),
    view: useLatchkeyState((state) => state.view),
  }
}

/** The ways to connect that are known now, for a site that draws its own list of wallets. Empty on a server. */
export function useConnectors(namespace?: Namespace): Readonly<ShallowRef<readonly Connector[]>> {
  const latchkey = useLatchkey()
  return follow<readonly Connector[]>(
    latchkey.instance.stores.connectors.watch,
    () => latchkey.getConnectors(namespace),
    () => [],
  )
}

/** Every connected wallet, of one namespace or of all: in each the one in use first. Empty on a server. */
export function useConnections(namespace?: Namespace): Readonly<ShallowRef<readonly Connection[]>> {
  const latchkey = useLatchkey()
  return follow<readonly Connection[]>(
    latchkey.instance.stores.connection.watch,
    () => getConnections(latchkey, namespace),
    () => [],
  )
}

/** The wallet's own provider (EIP-1193 for eip155); undefined while none is connected, and on a server. */
export function useProvider(namespace?: Namespace): Readonly<ShallowRef<unknown>> {
  const latchkey = useLatchkey()
  return follow<unknown>(
    latchkey.subscribe,
    () => latchkey.getProvider(namespace),
    () => undefined,
  )
}

/** Theme and language: what they are and how they change. */
export function useAppearance() {
  const { setThemeMode, setAccent, setLocale, setThemeVariables } = useLatchkey()
  const themeMode = useLatchkeyState((state) => state.themeMode)
  return { themeMode, setThemeMode, setAccent, setLocale, setThemeVariables }
}

/** Listens to the host's events for as long as the scope lives. */
export function useLatchkeyEvents<Name extends keyof HostEvents>(
  name: Name,
  listener: (value: HostEvents[Name]) => void,
): void {
  const latchkey: Latchkey = useLatchkey()
  if (typeof window !== 'undefined') onScopeDispose(latchkey.on(name, listener))
}
