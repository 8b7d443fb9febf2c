/** Storage name of the transactions whose end nobody has told yet; below `cache/`, so that other tabs are not told of each. */
export const SENT_RECORD = 'cache/sent'
