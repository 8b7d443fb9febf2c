import { load } from './load.ts'

/** What wallets do and apps seldom or never. */
export const loadWallet = async () => (await load(import('./walletSeat.ts'))).walletSeat
