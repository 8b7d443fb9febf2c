import type { Connection } from '../../adapter.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace, NetworkId } from '../../network.ts'
import type { RunningAttempt } from '../live.ts'
import type { ViewName, WalletListing } from '../shell/views.ts'
import { adopt } from './completeConnect.ts'
import { askWallet, connectWallet } from './connectWallet.ts'
import { sayPartial } from './sayPartial.ts'
import { isCurrent } from './startAttempt.ts'

/** A way into a wallet in one namespace. */
export type NamespaceWay = { readonly namespace: Namespace; readonly connectorId: string }

type Wish = {
  /** The first decides whether the wallet is connected, and is the active one then. */
  ways: readonly [NamespaceWay, ...NamespaceWay[]]
  /** The wallet as it was chosen, for the notice of what is missing. */
  wallet?: WalletListing | undefined
  networkId?: NetworkId | undefined
  /** Where to go on success instead of closing. */
  redirectView?: ViewName | undefined
  signal?: AbortSignal | undefined
}

/**
 * Connects one wallet in several namespaces, one after the other; a wallet that grants all by one approval simply answers the
 * later ones. The first yes counts at once. What is refused or left after it keeps what is connected, and is told by the notice
 * `NAMESPACES_PARTIAL`. Rejects as `connectWallet` does when the first way fails. Source: adapters, section 2; F-15.
 */
export async function connectNamespaces(instance: Instance, wish: Wish): Promise<readonly Connection[]> {
  const { ways, wallet, ...rest } = wish
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
      adopt(instance, connected, 'active')
      for (const way of later) {
        const next = isCurrent(instance, running) ? await askNext(instance, running, way) : undefined
        if (next) more.push(next)
        if (next) adopt(instance, next, 'inUse')
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
