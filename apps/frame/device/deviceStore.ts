/**
 * What a device keeps in the frame's own storage: its keys, and its halves of wallets under one of them. Browsers give each site that
 * embeds the frame a storage of its own, may empty it at any time, and may refuse it altogether; all of this is an ordinary state
 * (SEC-17, F-42 to F-48).
 */

import type { CallAnswer } from '@latchkey/wire/custody/call'
import type { finishLogin } from '@latchkey/wire/custody/login'
import type { Hex } from '@latchkey/wire/guard'
import type { WrappedShare } from '../keys/atRest.ts'
import type { DeviceKey } from './deviceKey.ts'

/** A half of a wallet on this device. A candidate becomes current once the gateway has its other half. */
export type KeptShare = {
  readonly projectId: string
  readonly walletId: string
  readonly version: number
  readonly share: WrappedShare
  readonly state: 'candidate' | 'current'
}

/** Both keys of a device, made together. */
export type DeviceKeys = { readonly signing: DeviceKey; readonly wrapping: CryptoKey }

/** A session with the gateway: good with the device's key alone, so that reading it is not enough to use it (SEC-74). */
export type KeptSession = CallAnswer<typeof finishLogin>

/** Calls that were sent at a moment (ms since 1970). */
export type KeptCalls = { readonly id: Hex; readonly at: number }

/** How long calls are known by their names (ms). */
const CALLS_LIFE = 30 * 24 * 60 * 60_000

/** Where a device keeps what is its own. */
export type DeviceStore = {
  /** What the browser lets the frame keep: for good, or for as long as this page stands. */
  readonly kind: 'kept' | 'none'
  /** The device's keys; those that `make` makes, where there are none yet. Two tabs at once get the same. */
  readonly keys: (make: () => Promise<DeviceKeys>) => Promise<DeviceKeys>
  readonly share: (projectId: string, walletId: string, state: KeptShare['state']) => Promise<KeptShare | undefined>
  /** Keeps a half as a candidate. The current one stays until `promote`. */
  readonly propose: (share: Omit<KeptShare, 'state'>) => Promise<void>
  /** The candidate becomes the current half, in one write. */
  readonly promote: (projectId: string, walletId: string) => Promise<void>
  readonly session: (projectId: string) => Promise<KeptSession | undefined>
  /** Keeps the session in place of the former one; undefined: forgets it. */
  readonly keepSession: (projectId: string, session: KeptSession | undefined) => Promise<void>
  /** The id of calls that were sent, by a text that names them. */
  readonly calls: (projectId: string, key: string) => Promise<Hex | undefined>
  /** Keeps one, in place of the former, and drops what is older than a month; undefined: forgets it. */
  readonly keepCalls: (projectId: string, key: string, sent: KeptCalls | undefined) => Promise<void>
  /** Forgets everything of a project; the device's keys stay, so that it is known again. */
  readonly forget: (projectId: string) => Promise<void>
}

const NAME = 'latchkey-frame'
/** 2: the calls. */
const VERSION = 2

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

const openDatabase = (factory: IDBFactory): Promise<IDBDatabase> => {
  const request = factory.open(NAME, VERSION)
  request.onupgradeneeded = () => {
    for (const name of ['keys', 'shares', 'sessions', 'calls'])
      if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name)
  }
  return done(request)
}

const keyOf = (projectId: string, walletId: string, state: KeptShare['state']) => [projectId, walletId, state]

/** Gives the device's keys that are there, or puts these there. */
const keepKeys = async (database: IDBDatabase, made: DeviceKeys): Promise<DeviceKeys> => {
  const transaction = database.transaction('keys', 'readwrite', { durability: 'strict' })
  const keys = transaction.objectStore('keys')
  const first = await done<DeviceKeys | undefined>(keys.get('device'))
  if (!first) keys.add(made, 'device')
  await ended(transaction)
  return first ?? made
}

/** What a use of a database comes to that the browser has closed: it emptied the site's storage. */
const isClosed = (error: unknown): boolean =>
  error instanceof DOMException && ['InvalidStateError', 'AbortError'].includes(error.name)

/** `open`: opens it, also anew where the browser has emptied the storage of this site meanwhile. */
const createKeptStore = (first: IDBDatabase, open: () => Promise<IDBDatabase>): DeviceStore => {
  let opened: IDBDatabase | undefined
  let held: DeviceKeys | undefined
  const take = (database: IDBDatabase): IDBDatabase => {
    const forget = () => {
      if (opened === database) opened = undefined
    }
    database.onclose = forget
    // Another tab may want to replace the database; it is opened again at its next use.
    database.onversionchange = () => {
      database.close()
      forget()
    }
    opened = database
    return database
  }
  take(first)
  const find = async (): Promise<IDBDatabase> => {
    if (opened) return opened
    const database = take(await open())
    // The device goes on with the keys that it has: the login under way is bound to them.
    if (held) await keepKeys(database, held)
    return database
  }
  const use = async <Value>(run: (database: IDBDatabase) => Promise<Value>): Promise<Value> => {
    const database = await find()
    try {
      return await run(database)
    } catch (error) {
      if (!isClosed(error)) throw error
      if (opened === database) opened = undefined
      return run(await find())
    }
  }
  const write = (change: (shares: IDBObjectStore) => void): Promise<void> =>
    use((database) => {
      // What was written is on the disk before anything depends on it.
      const transaction = database.transaction('shares', 'readwrite', { durability: 'strict' })
      change(transaction.objectStore('shares'))
      return ended(transaction)
    })
  return {
    kind: 'kept',
    keys: (make) =>
      use(async (database) => {
        const there = await done<DeviceKeys | undefined>(database.transaction('keys').objectStore('keys').get('device'))
        // Another tab may be first meanwhile; the keys that were first stay.
        held = there ?? (await keepKeys(database, await make()))
        return held
      }),
    share: (projectId, walletId, state) =>
      use((database) =>
        done<KeptShare | undefined>(
          database
            .transaction('shares')
            .objectStore('shares')
            .get(keyOf(projectId, walletId, state)),
        ),
      ),
    propose: (share) =>
      write((shares) => {
        shares.put({ ...share, state: 'candidate' }, keyOf(share.projectId, share.walletId, 'candidate'))
      }),
    promote: (projectId, walletId) =>
      write((shares) => {
        const request = shares.get(keyOf(projectId, walletId, 'candidate'))
        request.onsuccess = () => {
          const candidate: KeptShare | undefined = request.result
          if (!candidate) return
          shares.put({ ...candidate, state: 'current' }, keyOf(projectId, walletId, 'current'))
          shares.delete(keyOf(projectId, walletId, 'candidate'))
        }
      }),
    session: (projectId) =>
      use((database) =>
        done<KeptSession | undefined>(database.transaction('sessions').objectStore('sessions').get(projectId)),
      ),
    keepSession: (projectId, session) =>
      use((database) => {
        const transaction = database.transaction('sessions', 'readwrite')
        const sessions = transaction.objectStore('sessions')
        if (session) sessions.put(session, projectId)
        else sessions.delete(projectId)
        return ended(transaction)
      }),
    calls: (projectId, key) =>
      use(
        async (database) =>
          (await done<KeptCalls | undefined>(database.transaction('calls').objectStore('calls').get([projectId, key])))
            ?.id,
      ),
    keepCalls: (projectId, key, sent) =>
      use((database) => {
        const transaction = database.transaction('calls', 'readwrite', { durability: 'strict' })
        const calls = transaction.objectStore('calls')
        if (sent) calls.put(sent, [projectId, key])
        else calls.delete([projectId, key])
        const cursors = sent && calls.openCursor()
        if (cursors)
          cursors.onsuccess = () => {
            const cursor = cursors.result
            if (!cursor) return
            if ((cursor.value as KeptCalls).at < sent.at - CALLS_LIFE) cursor.delete()
            cursor.continue()
          }
        return ended(transaction)
      }),
    forget: (projectId) =>
      use((database) => {
        const transaction = database.transaction(['shares', 'sessions', 'calls'], 'readwrite', { durability: 'strict' })
        // Keys are lists, and every list that begins with the project stands between these two.
        const all = IDBKeyRange.bound([projectId], [projectId, []])
        transaction.objectStore('shares').delete(all)
        transaction.objectStore('calls').delete(all)
        transaction.objectStore('sessions').delete(projectId)
        return ended(transaction)
      }),
  }
}

/** Keeps everything for as long as the page stands: where the browser refuses storage. */
export const createPassingStore = (): DeviceStore => {
  const shares = new Map<string, KeptShare>()
  const sessions = new Map<string, KeptSession>()
  const calls = new Map<string, KeptCalls>()
  let keys: Promise<DeviceKeys> | undefined
  const name = (projectId: string, walletId: string, state: KeptShare['state']) =>
    JSON.stringify(keyOf(projectId, walletId, state))
  return {
    kind: 'none',
    keys: (make) => {
      keys ??= make()
      return keys
    },
    share: async (projectId, walletId, state) => shares.get(name(projectId, walletId, state)),
    propose: async (share) =>
      void shares.set(name(share.projectId, share.walletId, 'candidate'), { ...share, state: 'candidate' }),
    promote: async (projectId, walletId) => {
      const candidate = shares.get(name(projectId, walletId, 'candidate'))
      if (!candidate) return
      shares.set(name(projectId, walletId, 'current'), { ...candidate, state: 'current' })
      shares.delete(name(projectId, walletId, 'candidate'))
    },
    session: async (projectId) => sessions.get(projectId),
    keepSession: async (projectId, session) => {
      if (session) sessions.set(projectId, session)
      else sessions.delete(projectId)
    },
    calls: async (projectId, key) => calls.get(JSON.stringify([projectId, key]))?.id,
    keepCalls: async (projectId, key, sent) => {
      if (sent) calls.set(JSON.stringify([projectId, key]), sent)
      else calls.delete(JSON.stringify([projectId, key]))
    },
    forget: async (projectId) => {
      sessions.delete(projectId)
      for (const key of calls.keys()) if (JSON.parse(key)[0] === projectId) calls.delete(key)
      for (const [key, share] of shares) if (share.projectId === projectId) shares.delete(key)
    },
  }
}

/**
 * Opens the device's storage, after it was tried: browsers that refuse it say so in several ways, some only at the first write, and some
 * by never answering.
 */
export const openDeviceStore = async (
  find: () => IDBFactory | undefined,
  { timeout }: { readonly timeout: Promise<void> },
): Promise<DeviceStore> => {
  const tried = async (): Promise<DeviceStore> => {
    const factory = find()
    if (!factory) return createPassingStore()
    const database = await openDatabase(factory)
    const transaction = database.transaction('keys', 'readwrite')
    transaction.objectStore('keys').put(1, 'trial')
    transaction.objectStore('keys').delete('trial')
    await ended(transaction)
    return createKeptStore(database, () => openDatabase(factory))
  }
  try {
    return await Promise.race([tried(), timeout.then(createPassingStore)])
  } catch {
    // Whatever the browser's reason is, the wallet works without.
    return createPassingStore()
  }
}
