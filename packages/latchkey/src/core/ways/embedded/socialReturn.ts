/** Storage name of the service for which this page has gone to the gateway and is to come back. */
export const REDIRECT_RECORD = 'socialRedirect'

/** Field of this page's address in which it comes back with what the service said. As specified. */
export const RESULT_FIELD = 'result_uri'
