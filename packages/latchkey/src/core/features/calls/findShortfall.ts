import { getSupportedChains } from '@latchkey/wire/supportedChains'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { readCapabilities } from '../../kernel/requests/readCapabilities.ts'
import type { Adapter, CallsRequest, Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { askGateway } from '../../values/askGateway.ts'
import { readChain } from '../../ways/readChain.ts'
import type { FundsQuestion } from './funds.ts'

/** Gas that no ordinary batch uses up; who can pay for so much is asked nothing more. */
const PLENTY_OF_GAS = 10_000_000n

/** Gas of a bare transfer, the least that a transaction takes. Source: Ethereum yellow paper, G_transaction. */
const LEAST_GAS = 21_000n

/** Gas that a swap may take; who cannot pay for it is offered none. */
const SWAP_GAS = 300_000n

/** Calls of a batch whose gas is asked for one by one; the others count as bare transfers. */
const MOST_ESTIMATES = 8

/** What wallets are asked for; whatever else stands in a call is refused by the adapter, with its field. */
const ADDRESS = /^(0x)?[0-9a-f]{40}$/i
const HEX = /^0x([0-9a-f]{2})*$/i

/**
 * What an account lacks for a batch, fee included; undefined where it has enough, where others may pay for it (a contract, a smart
 * account, a wallet that names another payer who is not ours) and for a batch that no wallet would take. Rejects where something
 * cannot be read. Source: F-30.
 */
export async function findShortfall(
  instance: Instance,
  {
    connection,
    adapter,
    request,
  }: { readonly connection: Connection; readonly adapter: Adapter; readonly request: CallsRequest },
  signal: AbortSignal,
): Promise<FundsQuestion | undefined> {
  const { accounts, networkId } = connection
  const [account] = accounts
  const network = findNetwork(instance.stores.networks.get(), networkId)
  const { calls, capabilities: wanted } = request
  if (!network || !account || account.type === 'smartAccount' || wanted?.paymasterService !== undefined)
    return undefined
  const values = calls.map(({ value }) => value ?? 0n)
  const isSendable = calls.length > 0 && values.every((value) => typeof value === 'bigint')
  if (!isSendable || !calls.every(({ to, data = '0x' }) => ADDRESS.test(to) && HEX.test(data))) return undefined
  const spent = values.reduce((sum, value) => sum + value, 0n)

  const chain = readChain(instance, network, signal)
  const [held, price] = await Promise.all([chain.fetchCoin(account.address), chain.fetchGasPrice()])
  if (held >= spent + price * PLENTY_OF_GAS) return undefined
  const gas = await Promise.all(
    calls.map(({ to, data, value }, index) =>
      index < MOST_ESTIMATES
        ? // A call that builds on one before it cannot be tried alone.
          chain.estimateGas(account.address, { to, data, value }).catch(() => LEAST_GAS)
        : LEAST_GAS,
    ),
  )
  // As one transaction they pay for beginning one once.
  const least = gas.reduce((sum, each) => sum + each - LEAST_GAS, LEAST_GAS)
  const needed = spent + price * least
  if (held >= needed || (await chain.hasCode(account.address))) return undefined

  // Sources: ERC-7677; ERC-7682.
  const named = await readCapabilities(adapter, connection)
  const has = (payer: 'paymasterService' | 'auxiliaryFunds'): boolean =>
    (named[payer] as { readonly supported?: unknown } | undefined)?.supported === true
  if (has('auxiliaryFunds')) return undefined
  const canBeSponsored =
    has('paymasterService') && adapter.sendCalls !== undefined && (await isSponsored(instance, connection))
  if (has('paymasterService') && !canBeSponsored) return undefined
  return {
    connection,
    needed,
    held,
    // A sponsor pays the fee, and nothing that the calls hand over.
    canBeSponsored: canBeSponsored && held >= spent,
    canSwap: held >= price * SWAP_GAS,
  }
}

/** Whether the gateway has somebody who may pay on this network. */
async function isSponsored(instance: Instance, { networkId }: Connection): Promise<boolean> {
  if (instance.services.gateway === null) return false
  const { sponsored } = await askGateway(instance, (gateway, signal) =>
    gateway.call(getSupportedChains, {}, { signal }),
  )
  return sponsored.some((each) => each === networkId)
}
