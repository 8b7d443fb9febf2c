import { EngineError } from '../errors.ts'
import { askGranted } from './askGranted.ts'
import { getCallsStatus, keepCalls } from './callsStatus.ts'
import { findCapabilities } from './capabilities.ts'
import { listAddresses, toChain, toHexChain } from './chains.ts'
import type { RouteContext } from './routeContext.ts'
import type { RequestArguments, RequestOptions } from './universalProvider.ts'

/** Serves `wallet_getCapabilities`, `wallet_getCallsStatus` and `wallet_sendCalls`. Source: EIP-5792. */
export async function routeWalletCalls(
  context: RouteContext,
  call: RequestArguments,
  chain: string,
  options: RequestOptions,
): Promise<unknown> {
  if (call.method === 'wallet_getCapabilities') return getCapabilities(context, call, chain, options)
  if (call.method === 'wallet_getCallsStatus') return getCallsStatus(context, call, chain, options)
  return keepCalls(context, await askGranted(context, call, chain, options))
}

/** What session or wallet said once is not asked again while the session stays as it is. */
async function getCapabilities(
  context: RouteContext,
  call: RequestArguments,
  chain: string,
  options: RequestOptions,
): Promise<unknown> {
  const [address, wanted] = Array.isArray(call.params) ? call.params : []
  if (typeof address !== 'string' || address === '') {
    throw new EngineError('MISSING_OR_INVALID', '', {
      message: 'Missing address parameter in wallet_getCapabilities request',
    })
  }
  const session = context.session()
  const chains = Array.isArray(wanted)
    ? wanted.map((id: unknown) => toChain('eip155', id)).filter((id) => id !== undefined)
    : undefined
  const owned = listAddresses(session?.namespaces, 'eip155').some((own) => own.toLowerCase() === address.toLowerCase())
  if (!owned) throw new EngineError('UNSUPPORTED_ACCOUNTS', 'The wallet did not share this account.')
  const key = JSON.stringify([session?.topic, address.toLowerCase(), chains?.map(toHexChain)])
  const known = (session && findCapabilities(session, address, chains)) ?? context.capabilities.get(key)
  if (known !== undefined) return known
  const answer = await askGranted(context, call, chain, options)
  context.capabilities.set(key, answer)
  return answer
}
