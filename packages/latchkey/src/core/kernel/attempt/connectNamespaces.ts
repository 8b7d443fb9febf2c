import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import { adoptConnection } from '../connections/adoptConnection.ts'
import type { RunningAttempt } from '../live.ts'
import { isCurrent } from './attempt.ts'
import { sayPartial } from './completeConnect.ts'
import { askWallet, connectWallet } from './connectWallet.ts'

/** A way into a wallet in one namespace. */
export type NamespaceWay = { readonly namespace: Namespace; readonly connectorId: string }

export declare namespace connectNamespaces {
  type Parameters = {
    /** The first decides whether the wallet is connected, and is the active one then. */
    ways: readonly [NamespaceWay, ...NamespaceWay[]]
    /** The wallet as it was chosen, for the notice of what is missing. */
    wallet?: WalletListing | undefined
    networkId?: NetworkId | undefined
    /** Where to go on success instead of closing. */
    redirectView?: string | undefined
    signal?: AbortSignal | undefined
  }
  type ErrorType = LatchkeyError
}

/**
 * Connects one wallet in several namespaces, one after the other; a wallet that grants all by one approval simply answers the
 * later ones. The first approval counts at once. What is refused or left after it keeps what is connected, and is told by the notice
 * `NAMESPACES_PARTIAL`. Rejects as `connectWallet` does when the first way fails. Source: F-15.
 */
export async function connectNamespaces(
  instance: Instance,
  parameters: connectNamespaces.Parameters,
): Promise<readonly Connection[]> {
  const { ways, wallet, ...rest } = parameters
  const [first, ...later] = ways
  const unserved = ways.find(({ namespace }) => !instance.adapters[namespace])
  if (unserved) {
    const { namespace } = unserved
    const text = `No adapter serves ${namespace}. Pass one in options.adapters.`
    throw new LatchkeyError('ADAPTER_NOT_FOUND', text, { facts: { namespace } })
  }
  const more: Connection[] = []
  const connection = await connectWallet(instance, {
    ...rest,
    ...first,
    connectMore: async (running, connected) => {
      adoptConnection(instance, { connection: connected, place: 'active' })
      for (const way of later) {
        const next = isCurrent(instance, running) ? await askNext(instance, running, way) : undefined
        if (next) more.push(next)
        if (next) adoptConnection(instance, { connection: next, place: 'current' })
      }
      return more
    },
  })
  const all = [connection, ...more.filter(({ connector }) => connector !== connection.connector)]
  sayPartial(instance, {
    step: 'connect',
    connectorId: first.connectorId,
    walletName: connection.connector.name,
    wallet,
    missing: ways
      .map(({ namespace }) => namespace)
      .filter((namespace) => !all.some(({ connector }) => connector.namespace === namespace)),
  })
  return all
}

/** Asks for the next namespace within the same attempt; undefined when that came to nothing. */
function askNext(instance: Instance, running: RunningAttempt, way: NamespaceWay): Promise<Connection | undefined> {
  const { connection } = instance.stores
  const show = (): void =>
    connection.set((state) =>
      state.attempt?.id === running.id
        ? { ...state, attempt: { ...state.attempt, ...way, phase: 'waiting', hint: undefined, error: undefined } }
        : state,
    )
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = (found?: Connection | undefined): void => {
      ended.abort()
      // A refusal here is no failure of the whole.
      show()
      resolve(found)
    }
    const step: RunningAttempt = {
      ...running,
      ended,
      win: end,
      lose: () => end(),
      ask: () => void askWallet(instance, step, { step: 'connect', ...way }),
    }
    instance.live.attempt = step
    show()
    step.ask()
  })
}
