import { disconnect } from './calls/disconnect.ts'
import { request } from './calls/request.ts'
import { setDeepLink } from './calls/setDeepLink.ts'
import { dispatch } from './dispatch.ts'
import { createExpirer } from './expirer.ts'

/** What arrives, what runs out, and what is asked of a session. Loaded once a proposal is out, so that its code does not wait for it. */
export const arrivals = { createExpirer, disconnect, dispatch, request, setDeepLink }
