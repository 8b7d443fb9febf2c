import { FailureError, type FailureStep } from './errors/failure.ts'
import type { Services } from './services/ports.ts'

/**
 * A part of our own code that is loaded when it is needed. Rejects with `OFFLINE` where the page has no network, and with
 * `UNKNOWN_FAILURE` where it has one: see `isCodeMissing` for what helps.
 */
export async function lazy<Module>(
  { services }: { readonly services: Pick<Services, 'browser'> },
  part: Promise<Module>,
  step: FailureStep = 'open',
): Promise<Module> {
  try {
    return await part
  } catch (cause) {
    if (cause instanceof FailureError) throw cause
    const code = services.browser.isOnline() ? 'UNKNOWN_FAILURE' : 'OFFLINE'
    throw new FailureError(code, 'A part of Latchkey could not be loaded.', { step }, cause)
  }
}

/**
 * Runs something of a part that is loaded when it is needed, where nobody waits for it. What does not come is asked for once more,
 * because the network may be back already, and again whenever there is one; a part that did not come with one is logged.
 */
export function runLater<Module>(
  instance: { readonly services: Pick<Services, 'browser' | 'logger'> },
  load: () => Promise<Module>,
  run: (part: Module) => void,
): void {
  const { browser, logger } = instance.services
  load()
    .catch(load)
    .then(run, (cause) => {
      if (browser.isOnline()) logger.error('A part of Latchkey could not be loaded.', { cause })
      // In either case: browsers notice that there is no network only after what failed by it.
      const stop = browser.watchOnline(() => {
        stop()
        runLater(instance, load, run)
      })
    })
}

/** A load that happens once, when it is first asked for. What did not arrive may arrive the next time. */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
