import type { Namespace, Network, NetworkId } from '../../types/network.ts'

export type NetworksState = {
  /** What the site works on. */
  readonly all: readonly [Network, ...Network[]]
  readonly activeNamespace: Namespace
  /** Chosen network a namespace; may be one that is not in `all`, when the wallet went there by itself. */
  readonly activeByNamespace: Readonly<Partial<Record<Namespace, NetworkId>>>
}

/** The active network's id: always one of the active namespace, the site's first there where none was chosen. */
export function getActiveNetworkId({ all, activeNamespace, activeByNamespace }: NetworksState): NetworkId {
  const first = all.find(({ chainNamespace }) => chainNamespace === activeNamespace) ?? all[0]
  return activeByNamespace[activeNamespace] ?? first.caipNetworkId
}

/** The network of an id, or undefined when the site did not ask for it. */
export function findNetwork(state: Pick<NetworksState, 'all'>, networkId: NetworkId): Network | undefined {
  return state.all.find((network) => network.caipNetworkId === networkId)
}

/** Makes a network the active one of its namespace, and the namespace the active one where `activate` is true. */
export function setActiveNetwork(
  state: NetworksState,
  namespace: Namespace,
  networkId: NetworkId,
  activate: boolean,
): NetworksState {
  const activeNamespace = activate ? namespace : state.activeNamespace
  if (state.activeByNamespace[namespace] === networkId && activeNamespace === state.activeNamespace) return state
  return { ...state, activeNamespace, activeByNamespace: { ...state.activeByNamespace, [namespace]: networkId } }
}
