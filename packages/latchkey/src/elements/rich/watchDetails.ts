import { blo } from 'blo'
import { fetchIdentity } from '../../core/features/names/fetchIdentity.ts'
import { namesOf } from '../../core/features/names/state.ts'
import { hiddenBalances } from '../../core/features/tokens/hidden.ts'
import { formatAmount } from '../../core/features/tokens/rules.ts'
import { tokensOf } from '../../core/features/tokens/state.ts'
import { watchBalances } from '../../core/features/tokens/watchBalances.ts'
import { findNetwork, getActiveNetworkId } from '../../core/kernel/networks/networks.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import type { Namespace } from '../../core/types/network.ts'
import { getNetworkImage } from '../../core/values/getNetworkImage.ts'
import { isTrustedImage } from '../../core/values/isTrustedImage.ts'
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
    if (!isSame) readName()
    tell()
  }
  /** What is known already is not asked for again. */
  const readName = (): void => {
    if (parameters.showAccount) void fetchIdentity(instance)
  }
  const { browser } = instance.services
  stops.push(
    // One that could not be read may be there by now.
    stores.modal.watch(({ open }, before) => {
      if (open && !before.open) readName()
    }),
    browser.watchVisible((visible) => {
      if (visible) readName()
    }),
    browser.watchOnline((online) => {
      if (online) readName()
    }),
  )
  stops.push(stores.accounts.watch(follow), stores.networks.watch(follow))
  stops.push(
    namesOf(instance).watch(tell),
    tokensOf(instance).watch(tell),
    stores.theme.watch(tell),
    hiddenBalances.watch(instance, tell),
  )
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
  const names = namesOf(instance).get()
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
  const tokens = tokensOf(instance).get()
  if (hiddenBalances.read(instance)) return undefined
  if (tokens.owner !== owner) return null
  const { head } = tokens
  if (!head) return tokens.status === 'loading' ? null : undefined
  const { locale } = instance.stores.theme.get()
  return `${formatAmount(head.numeric, { locale })} ${head.symbol}`
}
