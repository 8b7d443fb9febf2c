import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Options } from '../../types/options.ts'
import { listRelayUrls } from '../../values/listRelayUrls.ts'
import { NAMESPACE_RECORDS } from '../../values/namespaces.ts'
import { readWalletConnectOptions } from '../../values/readWalletConnectOptions.ts'

/**
 * Tells the developer, once an instance, what would otherwise show only when it is used: options that are checked late, wallets
 * that nothing reaches, addresses that are read otherwise than meant, a gateway that cannot serve the page. Loaded in development
 * builds and in debug mode. Resolves when the gateway has been looked at; never rejects.
 */
export async function sayMistakes(instance: Instance): Promise<void> {
  const { services, live } = instance
  const say = (text: string, code: string): void => {
    if (live.said.has(text)) return
    live.said.add(text)
    services.logger.error(text, { code, docs: `errors#${code.toLowerCase()}` })
  }
  try {
    readWalletConnectOptions(instance.options)
  } catch (error) {
    if (isLatchkeyError(error)) say(error.shortMessage, error.code)
  }
  const { siwx, gatewayUrl } = instance.options
  if (typeof siwx === 'function' && siwx.needsGateway && gatewayUrl === undefined) {
    say('gatewaySiwx() needs the option gatewayUrl: without it nobody can sign in.', 'OPTION_INVALID')
  }
  for (const text of [
    ...listMisread(instance.options),
    ...listUnreached(instance),
    ...listWithoutScheme(instance.options),
  ])
    say(text, 'OPTION_INVALID')
  await Promise.all([checkGateway(instance, say), checkOpener(instance)])
}

/**
 * Tells where the page shuts itself off from windows that a login opens. No script can read that, so the page's own address is asked
 * for its headers. Source: SEC-137.
 */
async function checkOpener({ options, services, live, signal }: Instance): Promise<void> {
  const { frameUrl, features } = options
  const href = services.walletWindow?.location?.href
  if (frameUrl === undefined || !features.email || href === undefined) return
  try {
    const { headers } = await services.fetch(href, { method: 'HEAD', signal })
    const policy = headers.get('cross-origin-opener-policy') ?? ''
    const text =
      'The page answers with Cross-Origin-Opener-Policy: same-origin, so windows that a login opens cannot answer it. Send same-origin-allow-popups, or leave the header out; logins by e-mail work either way.'
    if (!/^same-origin\s*(;|$)/.test(policy.trim()) || live.said.has(text)) return
    live.said.add(text)
    services.logger.warn(text, { code: 'POPUP_CUT_OFF', docs: 'errors#popup_cut_off' })
  } catch {
    // Some pages answer no HEAD; then there is nothing to tell.
  }
}

/** Options that no check refuses and that do nothing. */
function listMisread({ siwx, locale }: Options): readonly string[] {
  const given: unknown = siwx
  const uncalled =
    typeof given === 'function' && /^(gateway|server|local)Siwx$/.test(given.name) ? given.name : undefined
  const isNone = given !== undefined && typeof given !== 'function' && (typeof given !== 'object' || given === null)
  const texts: string[] = []
  if (uncalled) texts.push(`The option siwx was not called. Write ${uncalled}() instead of ${uncalled}.`)
  if (isNone)
    texts.push('The option siwx must be what gatewaySiwx(), serverSiwx() or localSiwx() of latchkey/siwx gives.')
  if (locale !== undefined && !isLanguage(locale)) {
    texts.push(`The option locale is ${locale}, which is no language that is known. Write a tag such as en or pt-BR.`)
  }
  return texts
}

function isLanguage(locale: string): boolean {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  try {
    return names.of(new Intl.Locale(locale).language) !== undefined
  } catch {
    return false
  }
}

/** Networks whose wallets nothing can ask. */
function listUnreached({ options, adapters, services }: Instance): readonly string[] {
  const hasRelay = listRelayUrls(options, services.browser.origin()).length > 0
  const served = Object.keys(adapters)
  if (served.length === 0) {
    const left = hasRelay ? 'only wallets on other devices can connect' : 'no wallet can connect'
    return [`There is no adapter, so ${left}. Pass one for each family of networks, such as adapters: [universal()].`]
  }
  const namespaces = [...new Set(options.networks.map(({ chainNamespace }) => chainNamespace))]
  return namespaces
    .filter((namespace) => !served.includes(namespace))
    .map((namespace) => {
      const left = hasRelay ? 'only wallets on other devices can connect there' : 'no wallet can connect there'
      return `networks has ${namespace}, but no adapter is for it: ${left}. Add ${NAMESPACE_RECORDS[namespace].adapter} to adapters.`
    })
}

/** Links may be paths of the site, so a host without its scheme is one, too. */
function listWithoutScheme(options: Options): readonly string[] {
  const { gatewayUrl, analyticsUrl, termsConditionsUrl, privacyPolicyUrl, metadata, customWallets } = options
  const links: readonly (readonly [string, string | undefined])[] = [
    ...Object.entries({ gatewayUrl, analyticsUrl, termsConditionsUrl, privacyPolicyUrl, 'metadata.url': metadata.url }),
    ...metadata.icons.map((icon) => ['metadata.icons', icon] as const),
    ...customWallets.flatMap(({ homepage, imageUrl, webappLink }, index) =>
      Object.entries({ homepage, imageUrl, webappLink }).map(
        ([name, link]) => [`customWallets[${index}].${name}`, link] as const,
      ),
    ),
  ]
  return links.flatMap(([name, link = '']) =>
    LOOKS_LIKE_HOST.test(link) && !LOOKS_LIKE_FILE.test(link)
      ? [
          `The option ${name} is ${link}, which has no scheme and is read as a path of this site. Write https://${link}.`,
        ]
      : [],
  )
}

const LOOKS_LIKE_HOST = /^([\w-]+\.)+[a-z]{2,}(:\d+)?([/?#]|$)/i
const LOOKS_LIKE_FILE = /^[\w.-]+\.(png|svg|webp|avif|jpe?g|gif|ico|html?|php|aspx?|pdf|md|txt)$/i

/** Asks the gateway once which chains it serves, and hears whether the page may ask it at all. */
async function checkGateway(
  { options, services, signal }: Instance,
  say: (text: string, code: string) => void,
): Promise<void> {
  const { gateway, walletWindow, browser } = services
  if (!gateway || options.gatewayUrl === undefined) return
  const toOrigin = (address: string | undefined): string | undefined => {
    try {
      return new URL(address ?? '', browser.origin()).origin
    } catch {
      return undefined
    }
  }
  const origin = toOrigin(options.gatewayUrl)
  const onViolation = (event: Event): void => {
    const { blockedURI, effectiveDirective } = event as Partial<SecurityPolicyViolationEvent>
    if (!blockedURI || toOrigin(blockedURI) !== origin) return
    const directive = effectiveDirective || 'connect-src'
    say(`The page's Content Security Policy forbids the gateway. Add ${origin} to ${directive}.`, 'CSP_BLOCKED')
  }
  walletWindow?.addEventListener('securitypolicyviolation', onViolation)
  signal.addEventListener('abort', () => walletWindow?.removeEventListener('securitypolicyviolation', onViolation))
  try {
    // Imported here: its schemas come with the account, and this is loaded before there is one.
    const { fetchServed } = await import('../tokens/isServed.ts')
    const served = await fetchServed(await gateway(), signal)
    if (options.networks.some(({ caipNetworkId }) => served.includes(caipNetworkId))) return
    const ids = options.networks.map(({ caipNetworkId }) => caipNetworkId).join(', ')
    say(
      served.length === 0
        ? 'The gateway serves no chain: give it nodes, or balances and names will be missing.'
        : `The gateway serves none of ${ids}: balances and names of these networks will be missing.`,
      'DATA_UNAVAILABLE',
    )
  } catch {
    // A gateway that does not answer has a log line and an alert of its own.
  }
}
