import { useEffect } from 'react'
import { listSendTokens } from '../../../core/features/send/rules.ts'
import { loadSwapTokens } from '../../../core/features/swap/actions.ts'
import {
  getMostPaid,
  getSwapForm,
  getSwapStep,
  isQuoteOf,
  isSameOn,
  QUOTE_LIFE_MS,
  readPaid,
  SWAP_GAS,
  type SwapStep,
} from '../../../core/features/swap/rules.ts'
import { type SwapQuote, type SwapState, type SwapToken, swapOf } from '../../../core/features/swap/state.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { getActiveNetwork } from '../../../core/kernel/networks/getActiveNetwork.ts'
import { getAdapter } from '../../../core/kernel/way.ts'
import type { Connection } from '../../../core/types/adapter.ts'
import type { Network } from '../../../core/types/network.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { formatAddress } from '../../parts/AddressText.tsx'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { useBalances } from '../account/useBalances.ts'
import { useIsBefore } from '../account/useIsBefore.ts'

/** A token that can be swapped, with what the account has of it. */
export type SwapAsset = SwapToken & {
  /** In base units; undefined while it is not known. */
  readonly balance: bigint | undefined
  /** Of one whole unit in US dollars; undefined where it is not known. */
  readonly price: number | undefined
}

/** Who swaps, where, what, and on which terms. */
export type Swapping = {
  readonly network: Network
  readonly connection: Connection
  readonly state: SwapState
  readonly status: 'loading' | 'failed' | 'ready'
  readonly assets: readonly SwapAsset[] | undefined
  readonly from: SwapAsset | undefined
  readonly to: SwapAsset | undefined
  readonly amount: string
  readonly slippage: number
  /** The amount in base units; undefined where none, or no amount, is typed. */
  readonly units: bigint | undefined
  /** The most that can be paid; undefined while it is not known. */
  readonly most: bigint | undefined
  /** Of what stands in the form. */
  readonly quote: SwapQuote | undefined
  /** The quote counts no more. */
  readonly isOld: boolean
  /** About, in wei; undefined while it is not known. */
  readonly networkFee: bigint | undefined
  readonly step: SwapStep
  /** The symbols of tokens by their contracts; a contract that is not known stays as it is, short. */
  readonly nameOf: (contracts: readonly string[]) => readonly string[]
}

/** What is being swapped from the account in use; undefined where nothing can be. An account that goes takes the view along. */
export function useSwapping(): Swapping | undefined {
  const instance = useInstance()
  const account = useActiveAccount()
  const network = useLatchkeyState('networks', getActiveNetwork)
  const namespace = network?.chainNamespace === 'solana' ? 'solana' : 'eip155'
  const connection = useLatchkeyState('connection', (all) => getConnection(all, namespace))
  const state = useLatchkeyState(swapOf, (all) => all)
  const { tokens, native, isKnown } = useBalances()
  const isGone = account === undefined
  const networkId = network?.chainNamespace === namespace ? network.caipNetworkId : undefined
  useEffect(() => {
    if (isGone) showHome(instance)
  }, [instance, isGone])
  useEffect(() => {
    if (networkId !== undefined) void loadSwapTokens(instance)
  }, [instance, networkId])
  const form = networkId === undefined ? undefined : getSwapForm(state, networkId)
  const quote = form && isQuoteOf(state.quote, form) ? state.quote : undefined
  const isYoung = useIsBefore(quote === undefined ? 0 : quote.askedAt + QUOTE_LIFE_MS)
  const { sendTransaction, sendProgramCalls } = (connection && getAdapter(instance, connection.connector)) ?? {}
  const canSend = connection && (namespace === 'solana' ? sendProgramCalls : sendTransaction) !== undefined
  if (!account || !canSend || !network || !form || networkId === undefined) return undefined
  const known = state.tokens?.networkId === networkId ? state.tokens : undefined
  if (known?.status === 'unsupported') return undefined
  const said = isKnown && (tokens || native) ? listSendTokens({ tokens, native }, network) : undefined
  const held = said?.map((token) => ({ ...token, balance: token.balance ?? 0n }))
  const toAsset = (token: SwapToken): SwapAsset => {
    const own = held?.find(({ key }) => key === token.key)
    const price = own?.price ?? state.prices[`${networkId} ${token.key}`]
    return { ...token, iconUrl: token.iconUrl ?? own?.iconUrl, balance: held && (own?.balance ?? 0n), price }
  }
  const from = form.from && toAsset(form.from)
  const gasPrice = state.gasPrice?.networkId === networkId ? state.gasPrice.wei : undefined
  return {
    network,
    connection,
    state,
    status:
      known === undefined || known.status === 'loading' ? 'loading' : known.status === 'failed' ? 'failed' : 'ready',
    assets: known?.status === 'ready' ? known.list.map(toAsset) : undefined,
    from,
    to: form.to && toAsset(form.to),
    amount: form.amount,
    slippage: form.slippage,
    units: readPaid(form),
    most: from?.balance === undefined ? undefined : getMostPaid(from, from.balance, gasPrice, networkId),
    quote,
    isOld: quote !== undefined && !isYoung,
    networkFee: gasPrice && gasPrice * SWAP_GAS,
    nameOf: (contracts) =>
      contracts.map((contract, index) => {
        const end = index === 0 ? form.from : index === contracts.length - 1 ? form.to : undefined
        const token = end ?? known?.list.find(({ key }) => isSameOn(networkId, key, contract))
        return token?.symbol ?? formatAddress(contract)
      }),
    step: getSwapStep(state, form, { held, gasPrice, accountType: account.type }),
  }
}
