/** Id of the connector behind which every session stands, in each of its namespaces. Source: adapters, section 11. */
export const WALLET_CONNECT_ID = 'walletConnect'
