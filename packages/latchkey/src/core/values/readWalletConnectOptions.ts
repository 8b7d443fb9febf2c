import { findMistake, type Shape } from '../checks/findMistake.ts'
import { conflict, invalid, isLink, toOptionError } from '../checks/optionErrors.ts'
import { NAMESPACES } from '../types/network.ts'
import type { Options, WalletConnectOptions } from '../types/options.ts'
import { toAppLink, toWebLink } from './links.ts'

const NAMESPACE: Shape = { chains: ['networkId'], methods: ['text'], events: ['text'], defaultChain: 'networkId' }

/** The option `walletConnect` and what it takes. Kept apart from the others, so that only sites that use it load its check. */
const SHAPE: Shape = {
  namespaces: Object.fromEntries(NAMESPACES.map((namespace) => [namespace, NAMESPACE])),
  redirect: { native: 'text', universal: 'text' },
}

/**
 * What the site passed as `walletConnect`, checked. Throws `OPTION_UNKNOWN`, `OPTION_INVALID`, or `OPTION_CONFLICT` for a
 * namespace or chain that is not in `networks`, a default chain that is not asked for, and links that nothing may follow (SEC-86).
 */
export function readWalletConnectOptions({ walletConnect = {}, networks }: Options): WalletConnectOptions {
  const mistake = findMistake(walletConnect, SHAPE, 'walletConnect')
  if (mistake) throw toOptionError(mistake)
  const { namespaces = {}, redirect } = walletConnect
  for (const [namespace, { chains = [], defaultChain }] of Object.entries(namespaces)) {
    const path = `walletConnect.namespaces.${namespace}`
    const own = networks.flatMap(({ chainNamespace, caipNetworkId }) =>
      chainNamespace === namespace ? [caipNetworkId] : [],
    )
    if (own.length === 0) throw conflict([path, 'networks'], 'no network is of that namespace')
    const stray = [...chains, ...(defaultChain ? [defaultChain] : [])].find((chain) => !own.includes(chain))
    if (stray) throw conflict([path, 'networks'], `${stray} is not in networks`)
    if (defaultChain && chains.length > 0 && !chains.includes(defaultChain)) {
      throw conflict([path], `defaultChain ${defaultChain} is not in chains`)
    }
  }
  if (
    networks.every(
      ({ chainNamespace, caipNetworkId }) => namespaces[chainNamespace]?.chains?.includes(caipNetworkId) === false,
    )
  ) {
    throw conflict(['walletConnect.namespaces'], 'no network is asked for')
  }
  const path = 'walletConnect.redirect'
  if (redirect?.native !== undefined && !toAppLink(redirect.native)) {
    throw conflict([path], 'native must be a scheme of an app, such as shop://')
  }
  if (redirect?.universal !== undefined && !isLink(redirect.universal)) {
    throw invalid(`${path}.universal`, 'an https address')
  }
  if (redirect?.universal !== undefined && !toWebLink(redirect.universal, { isOwn: true })) {
    throw conflict([path], 'universal must be a full https address')
  }
  return walletConnect
}
