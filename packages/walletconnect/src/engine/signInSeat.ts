import { approveSessionAuthenticate } from './calls/approveSessionAuthenticate.ts'
import { authenticate } from './calls/authenticate.ts'
import { rejectSessionAuthenticate } from './calls/rejectSessionAuthenticate.ts'
import { checkCacaos } from './checkCacaos.ts'
import { onAuthenticate, onAuthenticated } from './methods/onAuthenticate.ts'

/** What sign-ins need, on both sides. Loaded with the first of them. */
export const signInSeat = {
  approveSessionAuthenticate,
  authenticate,
  rejectSessionAuthenticate,
  checkCacaos,
  onAuthenticate,
  onAuthenticated,
}
