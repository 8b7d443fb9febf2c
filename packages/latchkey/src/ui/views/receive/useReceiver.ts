import { useEffect } from 'react'
import { listReceiveNetworks } from '../../../core/features/receive/rules.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { getNamespaceNetwork } from '../../../core/kernel/networks/getActiveNetwork.ts'
import type { Account } from '../../../core/types/adapter.ts'
import type { Namespace, Network } from '../../../core/types/network.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** Who is paid, and where. */
export type Receiver = {
  readonly namespace: Namespace
  readonly account: Account | undefined
  /** The first is the one in use. */
  readonly networks: readonly Network[]
}

/**
 * The account of a family that a visitor may be paid to, and the networks for it, read together, so that an address never stands
 * with another family's networks. One whose account is gone gives way to what comes first.
 */
export function useReceiver(chosen: Namespace | undefined): Receiver {
  const instance = useInstance()
  const networks = useLatchkeyState('networks', (state) => state)
  const byNamespace = useLatchkeyState('accounts', (state) => state.byNamespace)
  const namespace = chosen !== undefined && byNamespace[chosen] ? chosen : networks.activeNamespace
  const account = byNamespace[namespace]?.active
  const isGone = account === undefined
  useEffect(() => {
    if (isGone) showHome(instance)
  }, [instance, isGone])
  const network = getNamespaceNetwork(networks, namespace)
  return { namespace, account, networks: account ? listReceiveNetworks(networks.all, network, account) : [] }
}
