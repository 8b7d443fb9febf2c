import type { Clock } from '../ports.ts'
import type { Session } from '../records.ts'
import type { RequestArguments, RequestOptions } from './universalProvider.ts'

/** What routing is handed. */
export type RouteContext = {
  /** Now, and after each wait anew: the session may have changed. */
  session(): Session | undefined
  getAccounts(namespace: string): readonly string[]
  setChain(chain: string): void
  /** Asks the wallet, on a chain of the session. */
  askWallet(call: RequestArguments, chain: string, options: RequestOptions): Promise<unknown>
  /** Asks a chain's nodes. */
  askNode(call: RequestArguments, chain: string, options: RequestOptions): Promise<unknown>
  /** Asks a bundler by its address. */
  askBundler(url: string, call: RequestArguments, chain: string, options: RequestOptions): Promise<unknown>
  getBundlerUrl(name: string, chain: string): string | undefined
  /** Called after each change of session, chain or accounts. */
  readonly checks: Set<() => void>
  readonly clock: Clock
  /** Capabilities that the wallet told, by session, address and chains. */
  readonly capabilities: Map<string, unknown>
  readonly memory: { get(key: string): string | undefined; set(key: string, text: string): void }
}
