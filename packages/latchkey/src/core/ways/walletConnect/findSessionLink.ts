import type { Session, SignClient } from '@latchkey/walletconnect'
import { toAppLink } from '../../values/links.ts'
import { isSchemeLink } from '../../values/openLinks.ts'

/**
 * Where the app of a session's own wallet is: by what the peer says of itself, then by the link that it was connected with.
 * Both are claims and checked; a wallet that was chosen is opened by its own scheme or host and no other (SEC-86, SEC-88). Where
 * another wallet read the code, the choice does not count (F-23). Undefined where the wallet asked not to be opened.
 */
export function findSessionLink(
  client: Pick<SignClient, 'getDeepLink'> & {
    readonly session: { readonly values: readonly Pick<Session, 'topic' | 'peer' | 'sessionConfig'>[] }
  },
  topic: string,
): string | undefined {
  const session = client.session.values.find((known) => known.topic === topic)
  if (!session || session.sessionConfig?.disableDeepLink) return undefined
  const { native, universal } = session.peer.metadata.redirect ?? {}
  const chosen = client.getDeepLink(topic)
  const isChosen = chosen !== undefined && isSameName(chosen.name, session.peer.metadata.name)
  const own = isChosen ? toAppLink(chosen.href, { isOwn: true }) : undefined
  const said = [toAppLink(native), toAppLink(universal)].find((link) => link && (!own || opensSame(link, own)))
  return said ?? own
}

/** Whether two names are one wallet's: directories and wallets differ in words such as "Wallet". */
function isSameName(one: string, other: string): boolean {
  const [a, b] = [one.trim().toLowerCase(), other.trim().toLowerCase()]
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a))
}

/** Whether two app links have one scheme and, on the web, one host. */
function opensSame(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.protocol === b.protocol && (isSchemeLink(one) || a.host === b.host)
}
