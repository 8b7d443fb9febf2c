import type { Adapter, Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { followSent } from './followSent.ts'

/** Pause between two looks at a batch, in ms. */
const LOOK_MS = 2_000

/** Looks that in all are taken; a batch is lost after about twenty minutes. */
const LOOKS = 600

/** The last transaction of a batch, once the wallet names it; undefined where it never does. Never rejects. */
export async function followBatch(
  instance: Instance,
  { adapter, connection, id }: { readonly adapter: Adapter; readonly connection: Connection; readonly id: string },
): Promise<string | undefined> {
  const { services, signal } = instance
  for (let look = 0; look < LOOKS && !signal.aborted; look += 1) {
    // A wallet that does not answer is asked again at the next look.
    const status = await adapter.fetchCallsStatus?.(connection, id).catch(() => undefined)
    const hash = status?.receipts.at(-1)?.transactionHash
    if (hash !== undefined) {
      followSent(instance, connection, hash)
      return hash
    }
    if (status && status.status >= 400) return undefined
    await new Promise<void>((resolve) => {
      services.clock.after(LOOK_MS, resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  return undefined
}
