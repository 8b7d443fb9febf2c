import { useEffect } from 'react'
import { hasCoinType } from '../../../core/features/names/registerName.ts'
import { type RegistrationState, registrationOf } from '../../../core/features/names/registration.ts'
import { loadOwnedName, loadZones } from '../../../core/features/names/registrationActions.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { getActiveNetwork } from '../../../core/kernel/networks/getActiveNetwork.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { getNamespace } from '../../../core/types/network.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { useOnline } from '../../shell/useOnline.ts'
import { useMayRegister } from './useMayRegister.ts'

/** Why no name can be registered. `failed`: what the gateway has could not be read. */
export type NoNameReason = 'noAccount' | 'noNetwork' | 'badChain' | 'closed' | 'failed'

/** Who registers a name, and in which zone; or why nobody can. */
export type Registrar =
  | { readonly status: 'loading' }
  | { readonly status: 'none'; readonly reason: NoNameReason }
  | {
      readonly status: 'ready'
      readonly address: string
      readonly walletName: string
      readonly zone: string
      readonly state: RegistrationState
    }

/** Reads what the gateway has for the account in use, and follows it. */
export function useRegistrar(): Registrar {
  const instance = useInstance()
  const state = useLatchkeyState(registrationOf, (all) => all)
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const network = useLatchkeyState('networks', getActiveNetwork)
  const connection = useLatchkeyState('connection', (all) => getConnection(all, 'eip155'))
  const may = useMayRegister()
  const isOnline = useOnline()
  const address = getNamespace(networkId) === 'eip155' ? connection?.accounts[0]?.address : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be read is asked for again when the network is back
  useEffect(() => {
    if (may) void loadZones(instance)
  }, [instance, may, isOnline])
  const hasZones = state.zones?.list.length
  useEffect(() => {
    if (hasZones && address !== undefined) void loadOwnedName(instance, address)
  }, [instance, hasZones, address])
  if (!connection || address === undefined) return { status: 'none', reason: 'noAccount' }
  if (!network) return { status: 'none', reason: 'noNetwork' }
  if (!hasCoinType(network.caipNetworkId)) return { status: 'none', reason: 'badChain' }
  if (!may) return { status: 'none', reason: 'closed' }
  if (!state.zones || state.zones.status === 'reading') return { status: 'loading' }
  if (state.zones.status === 'failed') return { status: 'none', reason: 'failed' }
  const [zone] = state.zones.list
  if (zone === undefined) return { status: 'none', reason: 'closed' }
  return { status: 'ready', address, walletName: connection.connector.name, zone, state }
}
