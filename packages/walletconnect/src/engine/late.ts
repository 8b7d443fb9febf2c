import { load } from '../load.ts'

/** What wallets do and apps seldom or never. */
export const loadWallet = async () => (await load(import('./walletRole.ts'))).walletRole

/** What sign-ins need, on both sides. */
export const loadSignIn = async () => (await load(import('./signInParts.ts'))).signInParts

/** What a wallet tells of a session that stands. */
export const loadChanges = async () => (await load(import('./sessionChanges.ts'))).sessionChanges
