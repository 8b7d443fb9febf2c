import type { Instance } from '../../types/latchkey.ts'

/** What a wallet granted this page by WalletConnect, and until when. */
export type SessionGrant = {
  readonly methods: readonly string[]
  /** ms since 1970. */
  readonly expiresAt: number
}

/** The session of this page; undefined where there is none. Asks nobody. */
export async function readSession({ live }: Pick<Instance, 'live'>): Promise<SessionGrant | undefined> {
  // Nobody has asked for it, or it could not be loaded: then there is no session either.
  const wc = await live.walletConnect?.catch(() => undefined)
  const session = wc?.session && wc.client.session.values.find(({ topic }) => topic === wc.session?.topic)
  if (!session) return undefined
  const methods = Object.values(session.namespaces).flatMap((namespace) => namespace.methods)
  return { methods: [...new Set(methods)].sort(), expiresAt: session.expiry * 1000 }
}
