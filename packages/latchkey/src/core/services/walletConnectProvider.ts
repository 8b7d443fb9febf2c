import { createUniversalProvider } from '@latchkey/walletconnect/provider'

/** What makes a provider over a session, in the chunk of what a session needs: a pairing does without. */
export const createProvider = createUniversalProvider
