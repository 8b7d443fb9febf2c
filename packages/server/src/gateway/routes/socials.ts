import { getSocialsOperation } from '@latchkey/wire/socials'
import { serve } from '../route.ts'

/** Other services by which visitors log in, so that a page offers no other ones. The same for everyone who asks. */
export const socials = serve(getSocialsOperation, { rateClass: 'data' }, async (_request, { services }) => ({
  providers: services.login?.socials ?? [],
}))
