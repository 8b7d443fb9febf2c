import { useEffect } from 'react'
import {
  getForm,
  getStep,
  isSendNamespace,
  listSendTokens,
  type SendNamespace,
  type SendStep,
  type SendToken,
  toNftToken,
} from '../../../core/features/send/rules.ts'
import { type SendForm, type SendState, sendOf } from '../../../core/features/send/state.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { getActiveNetwork } from '../../../core/kernel/networks/getActiveNetwork.ts'
import { getAdapter } from '../../../core/kernel/way.ts'
import type { Connection } from '../../../core/types/adapter.ts'
import type { Network } from '../../../core/types/network.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { useBalances } from '../account/useBalances.ts'

/** Who sends, where, and what. */
export type Sending = {
  readonly network: Network
  readonly namespace: SendNamespace
  readonly connection: Connection
  readonly state: SendState
  readonly form: SendForm
  /** Undefined while they are being read. */
  readonly tokens: readonly SendToken[] | undefined
  readonly token: SendToken | undefined
  /** In wei; undefined while it is not known. */
  readonly gasPrice: bigint | undefined
  readonly step: SendStep
}

/** What is being sent from the account in use; undefined where nothing can be sent. An account that goes takes the view along. */
export function useSending(): Sending | undefined {
  const instance = useInstance()
  const account = useActiveAccount()
  const network = useLatchkeyState('networks', getActiveNetwork)
  const state = useLatchkeyState(sendOf, (all) => all)
  const namespace = network?.chainNamespace
  const connection = useLatchkeyState('connection', (all) => namespace && getConnection(all, namespace))
  const { tokens: held, native, isKnown } = useBalances()
  const isGone = account === undefined
  useEffect(() => {
    if (isGone) showHome(instance)
  }, [instance, isGone])
  const canSend =
    instance.options.features.send &&
    connection &&
    connection.signsOnly !== true &&
    getAdapter(instance, connection.connector)?.send !== undefined
  if (!account || !canSend || !network || !isSendNamespace(namespace)) return undefined
  const networkId = network.caipNetworkId
  const form = getForm(state, networkId)
  const said = isKnown && (held || native) ? { tokens: held, native } : undefined
  // Of Bitcoin there is the coin alone, and nobody may ever say how much.
  const none = namespace === 'bip122' ? { tokens: undefined, native: undefined } : undefined
  const spoken = said ?? none
  const known = spoken && listSendTokens(spoken, network)
  const nft = form.nft && toNftToken(form.nft)
  const gasPrice = state.gasPrice?.networkId === networkId ? state.gasPrice.wei : undefined
  const tokens = [...(known ?? []), ...(nft ? [nft] : [])]
  return {
    network,
    namespace,
    connection,
    state,
    form,
    tokens: known,
    token: tokens.find(({ key }) => key === form.token),
    gasPrice,
    step: getStep(form, { tokens, gasPrice, accountType: account.type, namespace, named: state.named, networkId }),
  }
}
