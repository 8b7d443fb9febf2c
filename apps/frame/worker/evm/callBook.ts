/** What was sent, by the names that pages gave it and by account: kept with the device, so that a reload and other tabs know it too. */
import type { Hex } from '@latchkey/wire/guard'
import type { DeviceStore } from '../../device/deviceStore.ts'

/** How a batch is found again: by a page's name for it, or as the last one of an account on a network. */
export type CallKey = { readonly name: string } | { readonly account: string; readonly network: string }

/** Ids of batches (`callsId.ts`, `ownCallsStatus.ts`). */
export type CallBook = {
  readonly find: (key: CallKey) => Promise<Hex | undefined>
  /** undefined: forgets it. */
  readonly keep: (key: CallKey, id: Hex | undefined) => Promise<void>
}

/** `host`: the origin of the page around the frame, whose names are its own. */
export const createCallBook = ({
  store,
  projectId,
  host,
  now,
}: {
  readonly store: Pick<DeviceStore, 'calls' | 'keepCalls'>
  readonly projectId: string
  readonly host: string
  /** ms since 1970. */
  readonly now: () => number
}): CallBook => {
  /** What the browser would not write. */
  const known = new Map<string, Hex>()
  const write = (key: CallKey): string =>
    JSON.stringify('name' in key ? ['name', host, key.name] : ['last', key.account, key.network])
  return {
    find: async (key) => {
      const text = write(key)
      // Where it cannot be read nobody else has written either.
      return known.get(text) ?? (await store.calls(projectId, text).catch(() => undefined))
    },
    keep: async (key, id) => {
      const text = write(key)
      known.delete(text)
      try {
        await store.keepCalls(projectId, text, id && { id, at: now() })
      } catch {
        // A browser that cannot write leaves it to this page.
        if (id !== undefined) known.set(text, id)
      }
    },
  }
}
