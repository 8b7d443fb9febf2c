/** Id of the connector behind which every session stands, in each of its namespaces. */
export const WALLET_CONNECT_ID = 'walletConnect'
