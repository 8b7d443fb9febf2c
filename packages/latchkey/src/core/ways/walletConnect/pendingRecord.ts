/** Storage name of the pairing whose wallet was opened by its link. */
export const PENDING_RECORD = 'pairing'
