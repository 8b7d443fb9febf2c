import type { Instance } from '../../types/latchkey.ts'
import { DIRECTORY_WAIT_MS, withDeadline } from '../../values/withDeadline.ts'
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
  const answer = import('./readDirectory.ts')
    .then(({ fillDirectory }) => fillDirectory(instance, gateway, listRecent(instance)))
    .catch(standIn)
  await withDeadline({ clock, delayMs: DIRECTORY_WAIT_MS, signal: instance.signal }, () => answer).catch(standIn)
}

/** The bundled list, or undefined when its chunk cannot be loaded either: the page went offline. */
async function loadSnapshot(instance: Instance): Promise<Partial<DirectoryState> | undefined> {
  return import('./readSnapshot.ts').then(
    ({ readSnapshot }) =>
      readSnapshot(instance.options, { recentIds: listRecent(instance), connectors: instance.stores.connectors.get() }),
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
