import { load } from '../load.ts'
import { isGranted, namespaceOf, toHexChain } from './chains.ts'
import { notGranted } from './notGranted.ts'
import type { RouteContext } from './routeContext.ts'
import type { RequestArguments, RequestOptions } from './universalProvider.ts'

/**
 * Methods that only a wallet can serve. They never go to a node, which could not answer them, or, a dev chain, would sign with
 * its own keys.
 */
function needsWallet(namespace: string, method: string): boolean {
  if (namespace === 'eip155')
    return /^(wallet_|personal_|eth_sign|eth_sendTransaction$|eth_decrypt$|eth_getEncryption)/.test(method)
  return namespace === 'bip122' || method.startsWith(`${namespace}_`)
}

/** Sends one call where it belongs. */
export async function route(
  context: RouteContext,
  call: RequestArguments,
  chain: string,
  options: RequestOptions,
): Promise<unknown> {
  const namespace = namespaceOf(chain)
  if (namespace === 'eip155') {
    switch (call.method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return context.getAccounts(namespace)
      case 'eth_chainId':
        return toHexChain(chain)
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const { routeChainCalls } = await load(import('./chainCalls.ts'))
        return routeChainCalls(context, call, chain, options)
      }
      case 'wallet_getCapabilities':
      case 'wallet_getCallsStatus':
      case 'wallet_sendCalls': {
        // Few sites need these, or those above; the others do not load them.
        const { routeWalletCalls } = await load(import('./walletCalls.ts'))
        return routeWalletCalls(context, call, chain, options)
      }
    }
  }
  if (isGranted(context.session()?.namespaces, chain, call.method)) return context.askWallet(call, chain, options)
  if (needsWallet(namespace, call.method)) throw notGranted(call.method)
  return context.askNode(call, chain, options)
}
