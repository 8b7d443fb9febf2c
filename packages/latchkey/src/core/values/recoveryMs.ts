/** How long a wallet that lost its chains, or took itself out of the page, may take to be back, in ms. Source: F-04. */
export const RECOVERY_MS = 3_000
