import { EngineError } from '../errors.ts'
import { load } from '../load.ts'
import { namespaceOf } from './chains.ts'
import type { HttpRpc } from './http.ts'
import type { RouteContext } from './routeContext.ts'
import type { ProviderServices, RequestArguments, RequestOptions, RpcUrls } from './universalProvider.ts'

/** The nodes that chains are read from. The code that reads over HTTP loads with the first read. */
export type Nodes = Pick<RouteContext, 'askNode' | 'askBundler'> & {
  /** Names the nodes of a chain (CAIP-2), preferred first. Throws `MISSING_OR_INVALID` for an address that is not http or https. */
  set(chain: string, given: RpcUrls): void
  /** Chains that have nodes, CAIP-2. */
  chains(): Iterable<string>
  /** Lets go of timers; what waits rejects with `ABORTED`. */
  close(): void
}

/** Makes an empty list of nodes. */
export function createNodes({ clock, fetch }: ProviderServices, gatewayUrl: string | undefined): Nodes {
  const urls = new Map<string, readonly string[]>()
  const opened = new Map<string, HttpRpc>()
  let isClosed = false

  async function ask(
    key: string,
    chain: string,
    addresses: readonly string[],
    { method, params }: RequestArguments,
    { signal }: RequestOptions,
  ): Promise<unknown> {
    const { createHttpRpc } = await load(import('./http.ts'))
    if (isClosed || signal?.aborted) throw new EngineError('ABORTED')
    const node = opened.get(key) ?? createHttpRpc({ chain, urls: addresses, gatewayUrl, clock, fetch })
    opened.set(key, node)
    return node.request(method, params, { signal })
  }

  return {
    set(chain, given) {
      const list = typeof given === 'string' ? [given] : [...given]
      for (const url of list) {
        // The address may hold a key, so it is not repeated.
        if (!/^https?:\/\/./i.test(url))
          throw new EngineError('MISSING_OR_INVALID', `RPC url of ${chain} must be http or https`)
      }
      if (urls.get(chain)?.join() === list.join()) return
      urls.set(chain, list)
      opened.get(chain)?.close()
      opened.delete(chain)
    },
    chains: () => urls.keys(),
    async askNode(call, chain, options) {
      const addresses = urls.get(chain)
      if (!addresses?.length) {
        throw new EngineError('MISSING_OR_INVALID', '', {
          message:
            namespaceOf(chain) === 'eip155'
              ? `No RPC url provided for chainId: ${chain}`
              : `JSON-RPC provider for ${chain} not found`,
        })
      }
      return ask(chain, chain, addresses, call, options)
    },
    askBundler: (url, call, chain, options) => ask(`${chain} ${url}`, chain, [url], call, options),
    close() {
      isClosed = true
      for (const node of opened.values()) node.close()
      opened.clear()
    },
  }
}
