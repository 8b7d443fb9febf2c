import { isDevelopment, refuseDifferences } from '#checks'
import { runLater } from '../lazy.ts'
import { createServerBrowser, openBrowser } from '../services/browser.ts'
import { createServices } from '../services/createServices.ts'
import type { Latchkey } from '../types/latchkey.ts'
import type { CreateLatchkeyOptions } from '../types/options.ts'
import { claimKey, READY_EVENT } from '../values/claim.ts'
import { type ActionsChunk, buildLatchkey, type ModalChunk } from './buildLatchkey.ts'
import { loadSeldom } from './loadSeldom.ts'
import { resolveOptions } from './resolveOptions.ts'

/** `createLatchkey` of an entry, by what it loads late: actions, and where it has one the modal, on first open or earlier by `preload`. */
export function createInstance(
  given: CreateLatchkeyOptions,
  late: {
    readonly loadActions: () => Promise<ActionsChunk>
    readonly loadModal?: (() => Promise<ModalChunk>) | undefined
  },
): Latchkey {
  const browser = openBrowser()
  const page = browser.isServer ? undefined : document
  const options = resolveOptions(given, browser)
  const key = claimKey(options.id)
  const first = page && (Reflect.get(page, key) as Latchkey | undefined)
  if (first) return shareFirst(first, given)

  const { latchkey, start } = buildLatchkey({
    given,
    options,
    services: createServices(options, browser),
    ...late,
    onDestroy: () => {
      if (page && Reflect.get(page, key) === latchkey) Reflect.deleteProperty(page, key)
    },
  })
  if (!page) return latchkey
  Object.defineProperty(page, key, { value: latchkey, configurable: true, enumerable: false })
  page.dispatchEvent(new CustomEvent(READY_EVENT, { detail: options.id }))
  queueMicrotask(start)
  if (options.debug || isDevelopment) {
    // What only helps developers never fails a page.
    loadSeldom((parts) => parts.mistakes()).then(
      (code) => code.sayMistakes(latchkey.instance),
      () => undefined,
    )
  }
  return latchkey
}

/** The instance that has the id already; options that differ are an error in development and a note in production (F-50). */
function shareFirst(first: Latchkey, given: CreateLatchkeyOptions): Latchkey {
  const { instance } = first
  // What the page gives may have changed since; only what the site passed counts.
  const nowhere = createServerBrowser()
  const before = resolveOptions(instance.given, nowhere)
  const now = resolveOptions(given, nowhere)
  if (refuseDifferences) refuseDifferences(before, now)
  else
    runLater(
      instance,
      () => loadSeldom((parts) => parts.differences()),
      (code) => code.tellDifferences(instance, before, now),
    )
  return first
}
