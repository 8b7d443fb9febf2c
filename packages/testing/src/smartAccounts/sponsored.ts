/** The contract whose calls are paid for by the sponsor of tests. */
export const SPONSORED = `0x${'c0'.repeat(20)}` as const
