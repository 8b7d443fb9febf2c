import { afterAll, vi } from 'vitest'

/** How long `vi.waitFor` waits where a test says nothing, in ms: its own second is too short on a busy machine. */
const WAIT_MS = 10_000

const { waitFor } = vi
vi.waitFor = (look, options) => waitFor(look, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options })

// What a test began to load and did not wait for would fail in the next file, which has another loader.
afterAll(() => vi.dynamicImportSettled())
