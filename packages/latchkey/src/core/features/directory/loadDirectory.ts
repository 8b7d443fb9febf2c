import type { GatewayClient } from '../../services/gatewayClient.ts'
import type { Instance } from '../../types/latchkey.ts'
import { DIRECTORY_WAIT_MS, READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { type DirectoryState, directoryOf } from './state.ts'

/**
 * Fills the `directory` store: featured and recommended wallets, entries of installed wallets, and what is excluded. Asks
 * the gateway once a page load; wallets announced later are looked up as they come. Without a gateway the bundled
 * snapshot serves, without the explorer nobody is asked. When the gateway fails or takes over 2 s the snapshot serves too, the
 * status is `failed`, and the next call asks again (F-59); an answer that comes within 10 s is taken all the same. Resolves once
 * something is shown; never rejects.
 */
export async function loadDirectory(instance: Instance): Promise<void> {
  const directory = directoryOf(instance)
  const { status } = directory.get()
  if (status === 'loading' || status === 'ready') return
  directory.set((state) => ({ ...state, status: 'loading' }))
  const { clock } = instance.services
  const gateway = instance.options.enableExplorer && instance.services.gateway
  if (!gateway) {
    const snapshot = await loadSnapshot(instance)
    directory.set((state) => ({ ...state, ...snapshot, status: snapshot ? 'ready' : 'failed' }))
    return
  }
  let isTold = false
  const standIn = async (cause: unknown): Promise<void> => {
    if (instance.signal.aborted || isTold) return
    isTold = true
    const snapshot = await loadSnapshot(instance)
    if (instance.signal.aborted || directory.get().status === 'ready') return
    directory.set((state) => ({ ...state, ...snapshot, status: 'failed' }))
    instance.fail({ code: 'DIRECTORY_DOWN', step: 'discover', final: false, cause })
  }
  const answer = readGateway(instance, gateway).catch(standIn)
  await withDeadline({ clock, delayMs: DIRECTORY_WAIT_MS, signal: instance.signal }, () => answer).catch(standIn)
}

/** Takes over what the gateway's directory says. Rejects when it fails, answers nonsense or takes over 10 s. */
async function readGateway(instance: Instance, open: () => Promise<GatewayClient>): Promise<void> {
  const rdns = listRdns(instance)
  const parameters = { clock: instance.services.clock, delayMs: READ_DEADLINE_MS, signal: instance.signal }
  const [client, lists, byRdns] = await withDeadline(parameters, async (signal) => {
    const [client, { readByRdns, readDirectory }] = await Promise.all([open(), import('./readDirectory.ts')])
    return Promise.all([
      client,
      readDirectory(instance, client, { recentIds: listRecent(instance), signal }),
      readByRdns(client, rdns, signal),
    ])
  })
  const directory = directoryOf(instance)
  // Another call, made after this one was given up, may have had its answer first.
  if (directory.get().status === 'ready') return
  directory.set((state) => ({ ...state, ...lists, byRdns, status: 'ready' }))
  watchAnnounced(instance, client, rdns)
}

/** The bundled list, or undefined when its chunk cannot be loaded either: the page went offline. */
async function loadSnapshot(instance: Instance): Promise<Partial<DirectoryState> | undefined> {
  return import('./readSnapshot.ts').then(
    ({ readSnapshot }) =>
      readSnapshot(instance.options, { recentIds: listRecent(instance), bareRdns: listBareRdns(instance) }),
    // The caller says that there is no list.
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

/** Installed wallets that bring no picture of their own. */
function listBareRdns({ stores }: Instance): readonly string[] {
  const known = Object.values(stores.connectors.get().byNamespace).flat()
  return known.flatMap((connector) => (connector?.rdns && !connector.imageUrl ? connector.rdns.toLowerCase() : []))
}

/** Looks up wallets that are announced after the directory was read, each once. */
function watchAnnounced(instance: Instance, client: GatewayClient, first: readonly string[]): void {
  const { connectors } = instance.stores
  const directory = directoryOf(instance)
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
