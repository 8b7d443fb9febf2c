import type { Services } from '../../core/services/ports.ts'
import type { AdoptedSession, Connector } from '../../core/types/adapter.ts'
import type { WagmiActions, WagmiConfig, WagmiConnection, WagmiConnector, WagmiInternals } from './host.ts'

/** How long wagmi may take to restore what it kept, in ms, before a wallet is asked past it. Shorter than our own limit of 5 s. */
export const HOST_RESTORE_MS = 4_000

export type SessionSlot = {
  /** wagmi's connector. */
  readonly source: WagmiConnector
  /** The session, once it is here. */
  adopted: AdoptedSession | undefined
  /** Puts the session in, or says that none will come. */
  readonly settle: (adopted: AdoptedSession | undefined) => void
}

/** What one adapter keeps of the site's wagmi. */
export type HostLink = {
  readonly config: WagmiConfig
  readonly services: Services
  /** The site's own way to its actions; `loadActions.ts` uses it. */
  readonly actions: (() => Promise<WagmiActions>) | undefined
  /** wagmi's connector behind each connector of ours that was or is connected, by our id. */
  readonly joined: Map<string, WagmiConnector>
  /** What is listed now. */
  listed: readonly Connector[]
  /** Steps of ours that change wagmi's state now. What they change is no news to us. */
  steps: number
  /** The connections as they were last told, or as our own last step left them. */
  told: string
  /** The session of a phone that stands in wagmi as a connector. */
  session: SessionSlot | undefined
}

/** Does something that changes wagmi's state, which then is no news to us. */
export async function asOwnStep<Result>(link: HostLink, run: () => Promise<Result>): Promise<Result> {
  link.steps += 1
  try {
    return await run()
  } finally {
    link.steps -= 1
    link.told = describeState(link)
  }
}

/** Which connectors are connected, the one in use first. */
export function describeState({ config }: HostLink): string {
  return listLive(config)
    .map(({ connector }) => connector.uid)
    .join()
}

/** Connections of wagmi, the one in use first. */
export function listLive({ state }: WagmiConfig): readonly WagmiConnection[] {
  return [...state.connections.values()]
    .filter((connection) => isLive(connection) && connection.accounts.length > 0)
    .sort((a, b) => Number(b.connector.uid === state.current) - Number(a.connector.uid === state.current))
}

/** False for what storage remembers of a connection as long as wagmi has not asked its wallet. */
export function isLive({ connector }: WagmiConnection): boolean {
  return connector.emitter !== undefined
}

/** Whether wagmi is connecting or restoring, so that its connections are not yet what they will be. */
export function isUnsettled({ state }: WagmiConfig): boolean {
  return state.status === 'connecting' || state.status === 'reconnecting'
}

/**
 * Makes a connector that the site did not put into its config; `listConnector` adds it. Undefined where this wagmi has no way for
 * it: it is outside wagmi's versioning, and wagmi has no other.
 */
export function makeConnector(
  { config }: HostLink,
  create: (internals: NonNullable<WagmiInternals['connectors']>) => unknown,
): WagmiConnector | undefined {
  const { connectors } = config._internal
  if (!connectors?.setup || !connectors.setState || !connectors.providerDetailToConnector) return undefined
  return connectors.setup(create(connectors) as never)
}

export function listConnector({ config }: HostLink, source: WagmiConnector): void {
  setConnectors(config, (connectors) => [...connectors, source])
}

/** Takes a connector of ours out of the config again. */
export function removeConnector({ config }: HostLink, source: WagmiConnector): void {
  setConnectors(config, (connectors) => connectors.filter((each) => each !== source))
}

function setConnectors(
  { _internal }: WagmiConfig,
  change: (connectors: readonly WagmiConnector[]) => readonly WagmiConnector[],
): void {
  _internal.connectors?.setState?.(change as never)
}

/** Our id of a connector of the site's. `walletConnect` is the name of our own sessions. */
export function toId({ id }: Pick<WagmiConnector, 'id'>): string {
  return id === 'walletConnect' ? 'walletConnect#wagmi' : id
}
