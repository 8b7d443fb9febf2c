import { isGranted } from './chains.ts'
import { notGranted } from './notGranted.ts'
import type { RouteContext } from './routeContext.ts'
import type { RequestArguments, RequestOptions } from './universalProvider.ts'

/** Asks the wallet where the session lets it. */
export async function askGranted(
  context: RouteContext,
  call: RequestArguments,
  chain: string,
  options: RequestOptions,
): Promise<unknown> {
  if (!isGranted(context.session()?.namespaces, chain, call.method)) throw notGranted(call.method)
  return context.askWallet(call, chain, options)
}
