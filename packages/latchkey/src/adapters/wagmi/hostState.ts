/** What is done to the state of the site's wagmi, beside its actions. Source: F-54. */
import type { WagmiConnector, WagmiState } from './host.ts'
import { asOwnStep, HOST_RESTORE_MS, type HostLink, isLive, isUnsettled } from './hostLink.ts'
import { loadActions } from './loadActions.ts'

/** Makes a connection the one in use of wagmi. */
export async function chooseInHost(link: HostLink, source: WagmiConnector): Promise<void> {
  if (link.config.state.current === source.uid) return
  const { switchConnection, switchAccount } = await loadActions(link.actions)
  await (switchConnection ?? switchAccount)?.(link.config as never, { connector: source } as never)
}

/** Makes an account of a connection the one that the site's hooks show and use. One that wagmi does not know yet it hears of by itself. */
export function putAccountFirst({ config }: HostLink, { uid, emitter }: WagmiConnector, address: string): void {
  const accounts = config.state.connections.get(uid)?.accounts ?? []
  const first = accounts.find((account) => account.toLowerCase() === address.toLowerCase())
  if (first === undefined || first === accounts[0]) return
  emitter.emit('change', { accounts: [first, ...accounts.filter((account) => account !== first)] })
}

/** Restoring one connection of several chooses none: the one in use stays it, where there was one. */
export async function keepCurrent<Result>(link: HostLink, run: () => Promise<Result>): Promise<Result> {
  const before = link.config.state.current
  const result = await run()
  const current = before && link.config.state.connections.get(before)
  if (current && isLive(current)) await asOwnStep(link, () => chooseInHost(link, current.connector))
  return result
}

/**
 * Takes out what wagmi remembers of an earlier page load and has not restored, as its own restoring does: it could not even be
 * disconnected.
 */
export function dropRemembered({ config }: HostLink): void {
  const live = [...config.state.connections].filter(([, connection]) => isLive(connection))
  if (isUnsettled(config) || live.length === config.state.connections.size) return
  const change = (state: WagmiState): WagmiState => ({
    ...state,
    connections: new Map(live),
    current: live.some(([uid]) => uid === state.current) ? state.current : null,
  })
  config.setState(change as never)
}

/** Waits while wagmi reads its storage, which on a site that renders on a server begins late, and restores by itself; not for ever. */
export function untilSettled({ config, services }: HostLink): Promise<void> {
  const { clock } = services
  const { persist } = config._internal.store ?? {}
  const isWaiting = () => isUnsettled(config) || persist?.hasHydrated?.() === false
  if (!isWaiting()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      for (const stop of stops) stop?.()
      resolve()
    }
    const look = () => {
      if (!isWaiting()) end()
    }
    // What wagmi goes on with once it has read, it goes on with in the same turn.
    const lookLater = () => stops.push(clock.after(0, look))
    const stops = [
      clock.after(HOST_RESTORE_MS, end),
      config.subscribe((state) => state, look),
      persist?.onFinishHydration?.(lookLater),
    ]
  })
}
