import type { Instance } from '../../latchkey.ts'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../withDeadline.ts'
import type { DirectoryState } from './state.ts'

/**
 * Fills the `directory` store: featured and recommended wallets, entries of installed wallets, and what is excluded. Asks
 * the gateway once a page load; wallets announced later are looked up as they come. Without a gateway the bundled
 * snapshot serves, without the explorer nobody is asked. When the gateway fails or takes over 10 s the snapshot serves too, the status is `failed`, and
 * the next call asks again (F-59). Never rejects; installed wallets never wait for it.
 */
export async function loadDirectory(instance: Instance): Promise<void> {
  const { directory } = instance.stores
  const { status } = directory.get()
  if (status === 'loading' || status === 'ready') return
  directory.set((state) => ({ ...state, status: 'loading' }))
  const { clock } = instance.services
  const gateway = instance.options.enableExplorer && instance.services.gateway
  const parameters = { clock, delayMs: READ_DEADLINE_MS, signal: instance.signal }
  if (!gateway) {
    const snapshot = await loadSnapshot(instance)
    directory.set((state) => ({ ...state, ...snapshot, status: snapshot ? 'ready' : 'failed' }))
    return
  }
  try {
    const rdns = listRdns(instance)
    const [client, lists, byRdns] = await withDeadline(parameters, async (signal) => {
      const [client, { readByRdns, readDirectory }] = await Promise.all([gateway(), import('./readDirectory.ts')])
      return Promise.all([
        client,
        readDirectory(instance, client, { recentIds: listRecent(instance), signal }),
        readByRdns(client, rdns, signal),
      ])
    })
    directory.set((state) => ({ ...state, ...lists, byRdns, status: 'ready' }))
    watchAnnounced(instance, client, rdns)
  } catch (cause) {
    if (instance.signal.aborted) return
    const snapshot = await loadSnapshot(instance)
    directory.set((state) => ({ ...state, ...snapshot, status: 'failed' }))
    instance.fail({ code: 'DIRECTORY_DOWN', step: 'discover', final: false, cause })
  }
}

/** The bundled list, or undefined when its chunk cannot be loaded either: the page went offline. */
async function loadSnapshot(instance: Instance): Promise<Partial<DirectoryState> | undefined> {
  return import('./readSnapshot.ts').then(
    ({ readSnapshot }) => readSnapshot(instance.options, listRecent(instance)),
    () => undefined,
  )
}

/** Ids of wallets that were connected lately and that neither the page nor the site's own list has. */
function listRecent({ stores, options }: Instance): readonly string[] {
  const { recent, byNamespace } = stores.connectors.get()
  const known = [...Object.values(byNamespace).flat(), ...options.customWallets].map(({ id }) => id)
  return recent.filter((id) => !known.includes(id))
}

function listRdns(instance: Instance): readonly string[] {
  const known = Object.values(instance.stores.connectors.get().byNamespace).flat()
  return [...new Set(known.flatMap((connector) => connector?.rdns?.toLowerCase() ?? []))].sort()
}

/** Looks up wallets that are announced after the directory was read, each once. */
function watchAnnounced(instance: Instance, client: GatewayClient, first: readonly string[]): void {
  const { connectors, directory } = instance.stores
  const asked = new Set(first)
  const lookUp = async (): Promise<void> => {
    const fresh = listRdns(instance).filter((rdns) => !asked.has(rdns))
    if (fresh.length === 0) return
    for (const rdns of fresh) asked.add(rdns)
    const { clock, logger } = instance.services
    try {
      const parameters = { clock, delayMs: READ_DEADLINE_MS, signal: instance.signal }
      const found = await withDeadline(parameters, async (signal) => {
        const { readByRdns } = await import('./readDirectory.ts')
        return readByRdns(client, fresh, signal)
      })
      directory.set((state) => ({ ...state, byRdns: { ...state.byRdns, ...found } }))
    } catch (cause) {
      // The wallet has its own name and icon; only its links are missing.
      logger.debug('An installed wallet could not be looked up.', { cause })
    }
  }
  instance.signal.addEventListener(
    'abort',
    connectors.watch(() => void lookUp()),
  )
  void lookUp()
}
