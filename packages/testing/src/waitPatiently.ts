import { vi } from 'vitest'

/** How long `vi.waitFor` waits where a test says nothing, in ms: its own second is too short on a busy machine. */
const WAIT_MS = 10_000

const { waitFor } = vi
vi.waitFor = (look, options) => waitFor(look, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options })
