import type { Connector } from '../../core/types/adapter.ts'
import { isEip1193Provider } from '../../evm/provider.ts'
import type { WagmiConnector } from './host.ts'
import { type HostLink, toId } from './hostLink.ts'

/** Type of wagmi's own connectors over an object in the page. */
const IN_PAGE = 'injected'

/**
 * Makes what puts the connectors of the site's config beside the wallets of the page. One wallet is one row: of wagmi's own
 * connectors over objects in the page only those are added whose object is not listed yet, once it is known, which `again`
 * tells; and a connector of the site's that claims the rdns of an announced wallet stands in its place, as wagmi has it.
 */
export function createListing(link: HostLink): (page: readonly Connector[], again: () => void) => readonly Connector[] {
  const made = new Map<string, Connector>()
  /** Objects of wagmi's own connectors by uid; undefined while they are looked for. */
  const objects = new Map<string, unknown>()

  const toConnector = (source: WagmiConnector, claimed: Connector | undefined, provider?: unknown): Connector => {
    const imageUrl = source.icon ?? claimed?.imageUrl
    const key = `${source.uid} ${imageUrl}`
    const known = made.get(key)
    if (known) return known
    const connector: Connector = Object.freeze({
      id: toId(source),
      name: source.name,
      namespace: 'eip155',
      type: source.type === IN_PAGE ? 'INJECTED' : 'EXTERNAL',
      imageUrl,
      rdns: claimed?.rdns ?? listNames(source)[0],
      provider,
    })
    made.set(key, connector)
    return connector
  }

  return (page, again) => {
    const externals: Connector[] = []
    let rest = page
    for (const source of link.config.connectors) {
      // The session's row is the core's, and the page's plain object is among the page's wallets.
      if (source.uid === link.session?.source.uid || source.id === IN_PAGE) continue
      if (source.type === IN_PAGE) {
        if (!objects.has(source.uid)) {
          objects.set(source.uid, undefined)
          source.getProvider().then(
            (provider) => {
              objects.set(source.uid, provider)
              if (isEip1193Provider(provider)) again()
            },
            // A connector without a provider has no wallet in this page, so nothing is listed for it.
            () => {},
          )
        }
        const object = objects.get(source.uid)
        const isListed = page.some(({ provider, id }) => provider === object || id === source.id)
        if (isEip1193Provider(object) && !isListed) externals.push(toConnector(source, undefined, object))
        continue
      }
      const names = listNames(source)
      const claimed = page.find(({ rdns, isLookalike }) => rdns !== undefined && !isLookalike && names.includes(rdns))
      if (claimed) rest = rest.filter((connector) => connector !== claimed)
      externals.push(toConnector(source, claimed))
    }
    return [...rest, ...externals]
  }
}

function listNames({ rdns }: WagmiConnector): readonly string[] {
  return typeof rdns === 'string' ? [rdns] : (rdns ?? [])
}
