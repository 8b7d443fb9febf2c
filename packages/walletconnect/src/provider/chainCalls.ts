import { EngineError } from '../errors.ts'
import { askGranted } from './askGranted.ts'
import { isGranted, listChains, toChain, toHexChain } from './chains.ts'
import type { RouteContext } from './routeContext.ts'
import type { RequestArguments, RequestOptions } from './universalProvider.ts'

/** How long a wallet that agreed to switch has to add the chain to the session, in ms. */
export const SWITCH_CHECK_MS = 3_000

/** Serves `wallet_switchEthereumChain` and `wallet_addEthereumChain`. */
export async function routeChainCalls(
  context: RouteContext,
  call: RequestArguments,
  chain: string,
  options: RequestOptions,
): Promise<unknown> {
  return call.method === 'wallet_addEthereumChain'
    ? addChain(context, call, chain, options)
    : switchChain(context, call, options)
}

/** EIP-3326. A chain of the session is a local matter; for another one the wallet must agree and add it to the session. */
async function switchChain(context: RouteContext, call: RequestArguments, options: RequestOptions): Promise<null> {
  const wanted = toChain('eip155', firstParameter(call, 'chainId'))
  if (!wanted) throw new EngineError('MISSING_OR_INVALID', 'chainId of wallet_switchEthereumChain')
  const namespaces = context.session()?.namespaces
  const chains = listChains(namespaces, 'eip155')
  if (!chains.includes(wanted)) {
    const [first] = chains
    const refused = new EngineError('UNSUPPORTED_CHAINS', '', {
      message: `Failed to switch to chain '${wanted}'. The chain is not approved or the wallet does not support 'wallet_switchEthereumChain' method.`,
    })
    if (first === undefined || !isGranted(namespaces, first, call.method)) throw refused
    await context.askWallet({ ...call, params: [{ chainId: toHexChain(wanted) }] }, first, options)
    // A wallet may agree and still leave the chain out of the session: then nothing could be asked on it.
    if (!(await awaitChain(context, wanted, options.signal))) throw refused
  }
  context.setChain(wanted)
  return null
}

/** EIP-3085. A chain that the session covers is there already; no wallet needs to be asked. */
async function addChain(
  context: RouteContext,
  call: RequestArguments,
  chain: string,
  options: RequestOptions,
): Promise<unknown> {
  const wanted = toChain('eip155', firstParameter(call, 'chainId'))
  if (wanted && listChains(context.session()?.namespaces, 'eip155').includes(wanted)) return null
  return askGranted(context, call, chain, options)
}

function firstParameter(call: RequestArguments, name: string): unknown {
  const first: unknown = Array.isArray(call.params) ? call.params[0] : undefined
  return typeof first === 'object' && first !== null ? Reflect.get(first, name) : undefined
}

/** Resolves as soon as the session covers a chain; after `SWITCH_CHECK_MS`, or when the caller gives up, with whether it does then. */
function awaitChain(
  { checks, clock, session }: RouteContext,
  chain: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const isCovered = (): boolean => listChains(session()?.namespaces, 'eip155').includes(chain)
  if (isCovered()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const check = (): void => {
      if (isCovered()) finish()
    }
    const finish = (): void => {
      stop()
      checks.delete(check)
      signal?.removeEventListener('abort', finish)
      resolve(isCovered())
    }
    const stop = clock.after(SWITCH_CHECK_MS, finish)
    checks.add(check)
    signal?.addEventListener('abort', finish)
    if (signal?.aborted) finish()
  })
}
