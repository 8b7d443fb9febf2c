import { conflict } from '../../checks/optionErrors.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Network, NetworkId, NetworkInput } from '../../types/network.ts'
import { findNetwork, getActiveNetworkId } from './networks.ts'
import { switchNetwork } from './switchNetwork.ts'

/** Adds a network to those of the site, checked as the option `networks` is. */
export function addNetwork(instance: Instance, input: NetworkInput): void {
  const [network] = instance.resolve({ networks: [input] }).networks
  if (findNetwork(instance.stores.networks.get(), network.caipNetworkId)) {
    throw conflict(['networks'], `${network.caipNetworkId} is there already`)
  }
  replaceNetworks(instance, [...instance.options.networks, network])
}

/** Takes a network from those of the site, and moves away from it before. */
export async function removeNetwork(instance: Instance, networkId: NetworkId): Promise<void> {
  const { networks } = instance.stores
  const gone = findNetwork(networks.get(), networkId)
  if (!gone) return
  const left = instance.options.networks.filter(({ caipNetworkId }) => caipNetworkId !== networkId)
  const next = left.find(({ chainNamespace }) => chainNamespace === gone.chainNamespace) ?? left[0]
  if (!next) throw conflict(['networks'], `${networkId} is the only one`)
  if (getActiveNetworkId(networks.get()) === networkId) {
    await switchNetwork(instance, { networkId: next.caipNetworkId })
  }
  instance.batch(() => {
    networks.set(({ activeByNamespace, ...state }) => {
      const { [gone.chainNamespace]: chosen, ...others } = activeByNamespace
      return { ...state, activeByNamespace: chosen === networkId ? others : activeByNamespace }
    })
    replaceNetworks(instance, left)
  })
}

/** Adapters keep the list of the options that they were handed, so it stays the same list. */
function replaceNetworks({ options, stores }: Instance, all: readonly Network[]): void {
  const list = options.networks as unknown as Network[]
  list.splice(0, list.length, ...all)
  stores.networks.set((state) => ({ ...state, all: [...options.networks] }))
}
