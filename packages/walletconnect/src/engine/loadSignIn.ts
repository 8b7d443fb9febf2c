import { load } from './load.ts'

/** What sign-ins need, on both sides. */
export const loadSignIn = async () => (await load(import('./signInSeat.ts'))).signInSeat
