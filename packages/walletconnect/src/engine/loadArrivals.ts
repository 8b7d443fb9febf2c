import { load } from '../load.ts'

/** What arrives, what runs out, and what is asked of a session: nothing of it is needed before a wallet answers. */
export const loadArrivals = async () => (await load(import('./arrivals.ts'))).arrivals
