import { defineStore } from '../../kernel/defineStore.ts'
import { getActiveNetworkId, type NetworksState } from '../../kernel/networks/networks.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { askGateway } from '../../values/askGateway.ts'
import { getBalanceTarget } from './fetchBalances.ts'
import { type Token, type TokensState, tokensOf } from './state.ts'

/** What the account holds on the site's other networks of its family, as it was when somebody last asked. */
export type OtherTokens = {
  /** `networkId:address` of whom it was asked for. */
  readonly owner?: string | undefined
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly tokens: readonly Token[]
  /** Networks that could not be read: what is there is unknown. */
  readonly missing: readonly NetworkId[]
}

export const otherTokensOf = /* @__PURE__ */ defineStore<OtherTokens>('otherTokens', {
  status: 'idle',
  tokens: [],
  missing: [],
})

/** Networks of the site, but the active one, that the gateway reads an account of the active family on. */
export function listOtherNetworks(
  networks: NetworksState,
  { supportedChains = [] }: Pick<TokensState, 'supportedChains'>,
): readonly NetworkId[] {
  const active = getActiveNetworkId(networks)
  return networks.all
    .filter(({ chainNamespace }) => chainNamespace === networks.activeNamespace)
    .map(({ caipNetworkId }) => caipNetworkId)
    .filter((id) => id !== active && supportedChains.includes(id))
}

/** Asks the gateway once for all other networks. Never rejects: what could not be read is in the store. */
export async function loadOtherTokens(instance: Instance): Promise<void> {
  const target = getBalanceTarget(instance)
  if (!target) return
  const store = otherTokensOf(instance)
  const { owner, networkId } = target
  if (store.get().owner === owner && store.get().status === 'loading') return
  store.set((state) =>
    state.owner === owner ? { ...state, status: 'loading' } : { owner, status: 'loading', tokens: [], missing: [] },
  )
  const write = (change: Partial<OtherTokens>): void =>
    // Who has left the account or the network meanwhile is answered by nothing.
    store.set((state) => (state.owner === owner ? { ...state, ...change } : state))
  try {
    const { address } = target.account
    const answer = await askGateway(instance, async (gateway, signal) => {
      const { readEverywhere } = await import('./readGateway.ts')
      return readEverywhere(instance, gateway, { networkId, address, signal })
    })
    const others = new Set<string>(listOtherNetworks(instance.stores.networks.get(), tokensOf(instance).get()))
    const missing = answer.unavailable.filter((id): id is NetworkId => others.has(id))
    write({ status: 'ready', tokens: answer.tokens.filter(({ chainId }) => others.has(chainId)), missing })
  } catch (error) {
    instance.services.logger.debug('What is on other networks could not be read.', { error })
    write({ status: 'failed' })
  }
}
