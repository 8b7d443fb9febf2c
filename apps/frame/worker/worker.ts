/** The key worker of the frame: its port, and what stands around it in a browser. */
import { openDeviceStore } from '../device/deviceStore.ts'
import { platformRandom } from '../keys/bytes.ts'
import { type KeyServiceStart, openKeyService } from './createKeyService.ts'
import type { Lock } from './sessions.ts'
import { serveTasks, type TaskPort } from './taskPort.ts'

/** How long a browser may take to say whether it keeps anything (ms). Source: F-43. */
const STORAGE_LIMIT = 3000

/** The scope of a worker, as far as it is used; the library of types for pages has none. */
const scope = globalThis as unknown as TaskPort & {
  readonly removeEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  readonly navigator: { readonly locks?: LockManager }
}

const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/**
 * Tabs that share a storage wait for each other. Where nothing is kept there is nothing to share, and browsers refuse locks as well; one
 * that has no locks at all renews twice, which the gateway tells apart.
 */
const createLock =
  (locks: LockManager | undefined): Lock =>
  (name, run) =>
    locks ? (locks.request(`latchkey-${name}`, run) as ReturnType<typeof run>) : run()

const onStart = async ({ data }: MessageEvent<KeyServiceStart>) => {
  scope.removeEventListener('message', onStart)
  const store = await openDeviceStore(() => globalThis.indexedDB, {
    timeout: new Promise((resolve) => after(STORAGE_LIMIT, resolve)),
  })
  const tasks = await openKeyService(data, {
    store,
    lock: createLock(store.kind === 'kept' ? scope.navigator.locks : undefined),
    fetch: (...request) => fetch(...request),
    random: platformRandom,
    clock: { now: () => Date.now(), after },
  })
  // To the frame's own log: nothing of it leaves the frame.
  serveTasks(scope, tasks, (what, error) => console.error(what, error))
  scope.postMessage({ storage: store.kind })
}
scope.addEventListener('message', onStart)
