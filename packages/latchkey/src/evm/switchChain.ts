/** Moving a wallet to another network. Sources: EIP-3326, EIP-3085. */
import { type FailureContext, FailureError } from '../core/errors/failure.ts'
import { toFailure } from '../core/errors/toFailure.ts'
import type { Services } from '../core/services/ports.ts'
import type { Network } from '../core/types/network.ts'
import { createChainReader, isRpcUrl } from './chainReader.ts'
import { toQuantity } from './hex.ts'
import { parseChainId } from './parseChainId.ts'
import { askWallet, type Eip1193Provider, watchWallet } from './provider.ts'
import { settleWithin, sleep } from './timing.ts'

/** How long a wallet that approved may take to be on the new network, in ms. Source: docs/failures.md, rule 8. */
export const SWITCH_CHECK_MS = 3_000

/** Pause between two looks at the wallet's network, in ms. Source: F-26. */
export const SWITCH_LOOK_MS = 500

/**
 * How long a network's own nodes may hold up the wallet's question about adding it, in ms. Source: docs/failures.md, rule 8,
 * probe.
 */
const ADD_CHECK_MS = 2_000

/**
 * Asks the wallet to move, adds the network once by itself where the wallet does not know it, and makes sure that the
 * wallet is there: by its event or by reading, whichever comes first.
 * Rejects with `USER_REJECTED`, `PROMPT_PENDING`, `CHAIN_NOT_IN_WALLET`, `ADD_CHAIN_INVALID` or `SWITCH_NOT_APPLIED`.
 */
export async function switchChain(
  services: Pick<Services, 'clock' | 'fetch' | 'logger'>,
  provider: Eip1193Provider,
  network: Network,
  context: FailureContext,
): Promise<void> {
  const wanted = Number(network.id)
  let stop = () => {}
  const heard = new Promise<void>((resolve) => {
    stop = watchWallet(provider, 'chainChanged', (value) => {
      if (parseChainId(value) === wanted) resolve()
    })
  })
  let isOver = false
  try {
    await Promise.race([heard, ask()])
  } finally {
    isOver = true
    stop()
  }

  async function ask(): Promise<void> {
    const params = [{ chainId: toQuantity(wanted) }]
    try {
      await askWallet(provider, 'wallet_switchEthereumChain', params)
    } catch (error) {
      const failure = toFailure(error, context, { family: 'eip155' })
      if (failure.code !== 'CHAIN_NOT_IN_WALLET') throw failure
      await addChain(services, provider, network, context)
      if ((await readChainId()) === wanted) return
      // Some wallets add without moving.
      await askWallet(provider, 'wallet_switchEthereumChain', params).catch((again: unknown) => {
        throw toFailure(again, context, { family: 'eip155' })
      })
    }
    await confirm()
  }

  async function confirm(): Promise<void> {
    let isLate = false
    const cancel = services.clock.after(SWITCH_CHECK_MS, () => {
      isLate = true
    })
    try {
      while (!isOver) {
        if ((await settleWithin(services.clock, SWITCH_LOOK_MS, readChainId(), undefined)) === wanted) return
        if (isLate) throw new FailureError('SWITCH_NOT_APPLIED', `The wallet is not on ${network.name}.`, context)
        await sleep(services.clock, SWITCH_LOOK_MS)
      }
    } finally {
      cancel()
    }
  }

  async function readChainId(): Promise<number | undefined> {
    try {
      return parseChainId(await askWallet(provider, 'eth_chainId'))
    } catch {
      return undefined
    }
  }
}

/**
 * Asks the wallet to add a network with its public addresses. Rejects with `ADD_CHAIN_INVALID`, before the wallet is
 * asked, when the site's own settings cannot be right. A symbol has 1 to 6 characters: Sonic's is `S`. Sources: EIP-3085;
 * F-27.
 */
async function addChain(
  services: Pick<Services, 'clock' | 'fetch' | 'logger'>,
  provider: Eip1193Provider,
  network: Network,
  context: FailureContext,
): Promise<void> {
  const urls = network.rpcUrls.default.http
  const { usable, wrong } = await createChainReader(services, network).checkUrls(ADD_CHECK_MS)
  const { name, symbol, decimals } = network.nativeCurrency
  const field =
    usable.length === 0 ? 'rpcUrls' : symbol.length < 1 || symbol.length > 6 ? 'nativeCurrency.symbol' : undefined
  if (field) {
    const facts = { networkId: network.caipNetworkId, field, wrong, insecure: urls.filter((url) => !isRpcUrl(url)) }
    services.logger.error(`${network.name} cannot be added to a wallet: correct ${field} of this network.`, facts)
    throw new FailureError('ADD_CHAIN_INVALID', `${network.name} cannot be added: ${field} is wrong.`, context)
  }
  const explorer = network.blockExplorers?.default.url
  try {
    await askWallet(provider, 'wallet_addEthereumChain', [
      {
        chainId: toQuantity(Number(network.id)),
        chainName: network.name,
        nativeCurrency: { name, symbol, decimals },
        rpcUrls: usable,
        ...(explorer ? { blockExplorerUrls: [explorer] } : {}),
      },
    ])
  } catch (error) {
    throw toFailure(error, context, { family: 'eip155', isAdding: true })
  }
}
