import { validateAuthentication } from '../rules/validateAuthenticate.ts'
import { approveSessionAuthenticate } from './calls/approveSessionAuthenticate.ts'
import { authenticate } from './calls/authenticate.ts'
import { awaitAuthentication } from './calls/awaitAuthentication.ts'
import { rejectSessionAuthenticate } from './calls/rejectSessionAuthenticate.ts'
import { checkCacaos } from './checkCacaos.ts'
import { answerSignIn } from './methods/answerSignIn.ts'
import { sessionAuthenticate } from './methods/sessionAuthenticate.ts'
import { toAuthenticationRequests } from './toAuthenticationRequests.ts'

/** What sign-ins need, on both sides. Loaded with the first of them. */
export const signInParts = {
  approveSessionAuthenticate,
  authenticate,
  awaitAuthentication,
  rejectSessionAuthenticate,
  checkCacaos,
  answerSignIn,
  sessionAuthenticate,
  toAuthenticationRequests,
  validateAuthentication,
}
