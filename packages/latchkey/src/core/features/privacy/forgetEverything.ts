import { disconnect } from '../../kernel/connections/disconnect.ts'
import type { Instance } from '../../types/latchkey.ts'

/** Longest wait for a browser to delete the database of sessions, in ms; it goes on deleting after that. */
const DELETE_LIMIT_MS = 3_000

/**
 * Ends every connection and deletes what this browser keeps of the visitor for this site: all records but `spared`, and the
 * database of sessions. Other tabs hear of it. Never rejects: what a wallet could not be told is gone here all the same.
 */
export async function forgetEverything(
  instance: Instance,
  { spared = [] }: { readonly spared?: readonly string[] | undefined } = {},
): Promise<void> {
  const { services, stores } = instance
  // Here it always ends; what a wallet could not be told, the action has said itself.
  await disconnect(instance, { keepOpen: true }).catch(() => {})
  stores.connectors.set((state) => ({ ...state, recent: [] }))
  await eraseDatabase(instance)
  for (const name of services.storage.names()) if (!spared.includes(name)) services.storage.remove(name)
}

/** Whether this browser keeps keys of sessions with phones; false where it does not tell. */
export async function hasDatabase({ options, services }: Pick<Instance, 'options' | 'services'>): Promise<boolean> {
  if (services.browser.isServer) return false
  try {
    const all = await indexedDB.databases()
    return all.some(({ name }) => name === `latchkey-${options.id}`)
  } catch {
    return false
  }
}

/** The engine lets go of its database when it is deleted, and makes an empty one when it is used again. */
async function eraseDatabase({ options, services }: Instance): Promise<void> {
  if (services.browser.isServer) return
  await new Promise<void>((resolve) => {
    const stop = services.clock.after(DELETE_LIMIT_MS, resolve)
    const end = (): void => {
      stop()
      resolve()
    }
    try {
      const request = indexedDB.deleteDatabase(`latchkey-${options.id}`)
      request.onsuccess = end
      request.onerror = end
    } catch {
      end()
    }
  })
}
