/** Storage name of the wallet at which the modal was when it reloaded the page (F-04). */
export const REOPEN_RECORD = 'reopen'
