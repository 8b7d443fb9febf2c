import { blo } from 'blo'
import { fetchIdentity } from '../../core/features/names/fetchIdentity.ts'
import { formatAmount, getNativeBalance, toQuantity } from '../../core/features/tokens/rules.ts'
import { watchBalances } from '../../core/features/tokens/watchBalances.ts'
import { getNetworkImage } from '../../core/getNetworkImage.ts'
import { isTrustedImage } from '../../core/isTrustedImage.ts'
import { findNetwork, getActiveNetworkId } from '../../core/kernel/wallet/networks.ts'
import type { Instance } from '../../core/latchkey.ts'
import type { Namespace } from '../../core/network.ts'
import type { ButtonDetails } from './richModel.ts'

/**
 * Reads what an account or network button shows beyond the kernel's state: name, avatar, balance, the network's picture.
 * Calls back at each change. Returns the way to stop. Balance and name are those of the active namespace.
 */
export function watchDetails(
  instance: Instance,
  parameters: { namespace: Namespace | undefined; showBalance: boolean; showAccount: boolean },
  listener: (details: ButtonDetails) => void,
): () => void {
  const { stores } = instance
  const stops: (() => void)[] = []
  let address: string | undefined
  let networkId: string | undefined

  const tell = (): void => listener(readDetails(instance, parameters))
  const follow = (): void => {
    const networks = stores.networks.get()
    const active = stores.accounts.get().byNamespace[networks.activeNamespace]?.active.address
    const isSame = active === address && getActiveNetworkId(networks) === networkId
    address = active
    networkId = getActiveNetworkId(networks)
    if (!isSame && parameters.showAccount) void fetchIdentity(instance)
    tell()
  }
  stops.push(stores.accounts.watch(follow), stores.networks.watch(follow))
  stops.push(stores.names.watch(tell), stores.tokens.watch(tell), stores.theme.watch(tell))
  if (parameters.showBalance) stops.push(watchBalances(instance))
  follow()
  return () => {
    for (const stop of stops.splice(0)) stop()
  }
}

function readDetails(
  instance: Instance,
  parameters: { namespace: Namespace | undefined; showBalance: boolean },
): ButtonDetails {
  const { stores, options, services } = instance
  const networks = stores.networks.get()
  const namespace = parameters.namespace ?? networks.activeNamespace
  const isActive = namespace === networks.activeNamespace
  const networkId = isActive ? getActiveNetworkId(networks) : networks.activeByNamespace[namespace]
  const network = networkId && findNetwork(networks, networkId)
  const account = stores.accounts.get().byNamespace[namespace]?.active
  const names = stores.names.get()
  const identity = isActive && account && names.address === account.address ? names : undefined
  const drawn = account && blo(account.address as `0x${string}`, 64)
  const site = { ...options, origin: services.browser.origin() }
  const trust = (src: string | undefined) => (src && isTrustedImage(src, site) ? src : undefined)
  return {
    name: identity?.name,
    avatarUrl: trust(identity?.avatar) ?? drawn,
    networkImageUrl: trust(getNetworkImage(options, network || undefined)),
    balance: account && isActive && network ? readBalance(instance, `${networkId}:${account.address}`) : undefined,
  }
}

function readBalance(instance: Instance, owner: string): string | null | undefined {
  const tokens = instance.stores.tokens.get()
  if (tokens.owner !== owner) return null
  const network = findNetwork(instance.stores.networks.get(), getActiveNetworkId(instance.stores.networks.get()))
  const native = network && getNativeBalance(tokens, network)
  if (!native) return tokens.status === 'loading' ? null : undefined
  const { locale } = instance.stores.theme.get()
  return `${formatAmount(toQuantity(native.value, native.decimals), { locale })} ${native.symbol}`
}
