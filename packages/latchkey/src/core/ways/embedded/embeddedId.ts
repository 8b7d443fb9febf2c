/** Id of the connector behind which the embedded wallet stands, in each of its namespaces. */
export const EMBEDDED_ID = 'embedded'

/** What it is called where a wallet has a name. */
export const EMBEDDED_NAME = 'E-mail wallet'

/** Namespaces that it has accounts in. */
export const EMBEDDED_NAMESPACES = ['eip155', 'solana'] as const
