import { buildLatchkey, type ModalCode } from './buildLatchkey.ts'
import { claimKey, READY_EVENT } from './claim.ts'
import { LatchkeyError } from './errors/LatchkeyError.ts'
import type { Latchkey } from './latchkey.ts'
import type { CreateLatchkeyOptions } from './options.ts'
import { listDifferences, resolveOptions } from './resolveOptions.ts'
import { createServices } from './services/createServices.ts'

/**
 * Makes a headless instance of Latchkey: state, wallets, networks and events without the modal.
 * Safe on a server and idempotent in a browser: the same id with equal options gives the instance that is there already.
 * Throws `OPTION_UNKNOWN`, `OPTION_INVALID` or `OPTION_CONFLICT`; `CONFIG_CONFLICT` in development when the id is taken by
 * other options (in production the first wins and the console says which options differ).
 */
export function createLatchkey(options: CreateLatchkeyOptions): Latchkey {
  return createWithModal(options, undefined)
}

/** `createLatchkey`, with the code that draws the modal; loaded on first open, or earlier by `preload`. */
export function createWithModal(
  given: CreateLatchkeyOptions,
  loadModal: (() => Promise<ModalCode>) | undefined,
): Latchkey {
  const page = typeof document === 'undefined' || typeof window === 'undefined' ? undefined : document
  const options = resolveOptions(given, { title: page?.title ?? '', origin: page ? window.location.origin : '' })
  const key = claimKey(options.id)
  const first = page && (Reflect.get(page, key) as Latchkey | undefined)
  if (first) return shareFirst(first, given)

  const { latchkey, start } = buildLatchkey({
    given,
    options,
    services: createServices(options),
    loadModal,
    onDestroy: () => {
      if (page && Reflect.get(page, key) === latchkey) Reflect.deleteProperty(page, key)
    },
  })
  if (!page) return latchkey
  Object.defineProperty(page, key, { value: latchkey, configurable: true, enumerable: false })
  page.dispatchEvent(new CustomEvent(READY_EVENT, { detail: options.id }))
  queueMicrotask(start)
  return latchkey
}

/** The instance that has the id already; options that differ are an error in development and a note in production (F-50). */
function shareFirst(first: Latchkey, given: CreateLatchkeyOptions): Latchkey {
  // What the page gives may have changed since; only what the site passed counts.
  const nowhere = { title: '', origin: '' }
  const options = resolveOptions(given, nowhere)
  const keys = listDifferences(resolveOptions(first.instance.given, nowhere), options)
  if (keys.length === 0) return first
  const text = `Latchkey was set up twice. These options differ: ${keys.join(', ')}.`
  if (options.debug || isDevelopment()) {
    throw new LatchkeyError('CONFIG_CONFLICT', text, { facts: { id: first.id, keys } })
  }
  if (!first.instance.live.said.has('CONFIG_CONFLICT')) {
    first.instance.live.said.add('CONFIG_CONFLICT')
    first.instance.services.logger.error(text)
  }
  return first
}

/** Whether a bundler or Node says so; where neither defines `process`, this is production. */
function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV === 'development'
  } catch {
    return false
  }
}
