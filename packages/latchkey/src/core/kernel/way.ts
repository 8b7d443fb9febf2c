import type { FailureFamily } from '../errors/toFailure.ts'
import type { Adapter, Connection, Connector, SavedConnection } from '../types/adapter.ts'
import type { EventProperties } from '../types/events.ts'
import type { Instance } from '../types/latchkey.ts'
import type { Namespace } from '../types/network.ts'

/** A way to wallets that no adapter of the site finds in the page, such as a session with a phone. It brings the adapters of its connections. */
export type Way = {
  /** What serves a connection of this way, by namespace, while it is there. */
  adapters: Partial<Record<Namespace, Adapter>>
  /** Whose numbers its wallets speak, whatever the namespace. Source: docs/failures.md, rule 6. */
  readonly family: FailureFamily
  /** Name of the view in which a visitor connects by it. */
  readonly view: string
  /** How a connection of it counts when it is restored. */
  readonly method: EventProperties['CONNECT_SUCCESS']['method']
  /** Whether its wallets are asked to come back to an address of this page that carries a mark (F-24). */
  readonly marksReturn: boolean
  /** Whether it can hold a connection of a namespace on this site. */
  readonly serves: (instance: Pick<Instance, 'services'>, namespace: Namespace) => boolean
  readonly load: () => Promise<WayCalls>
}

/** What the kernel, the flow and the features ask of a way. */
export type WayCalls = {
  /** Connects a wallet without a view: a site that has no modal shows the attempt itself. Rejects as the way's own view is told. */
  readonly connect: (instance: Instance, options: { readonly signal: AbortSignal | undefined }) => Promise<Connection>
  /** The connection of an earlier page load, or null. Asks no wallet. */
  readonly restore: (instance: Instance, namespace: Namespace, saved: SavedConnection) => Promise<Connection | null>
  /** Lets go of what it holds for connections, once none is left. Tells no wallet. */
  readonly release: (instance: Instance) => Promise<void>
  /** What "Check again" does while no wallet has answered yet. */
  readonly check: (instance: Instance) => Promise<void>
  /** What a tap opens while the wallet in use waits for its person on this device; undefined where nothing is known (F-23). */
  readonly findLink: (instance: Instance) => Promise<string | undefined>
}

/** Ways by the id that all of their connectors have. */
export type Ways = Readonly<Record<string, Way>>

/** The way behind a connector; undefined for wallets in the page. */
export function findWay({ ways }: Pick<Instance, 'ways'>, connectorId: string | undefined): Way | undefined {
  return connectorId !== undefined && Object.hasOwn(ways, connectorId) ? ways[connectorId] : undefined
}

/** What serves a connector: its namespace's adapter, or what its way brings along. */
export function getAdapter(
  instance: Pick<Instance, 'adapters' | 'ways'>,
  { namespace, id }: Pick<Connector, 'namespace' | 'id'>,
): Adapter | undefined {
  return (findWay(instance, id) ?? instance).adapters[namespace]
}
