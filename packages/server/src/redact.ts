import type { Config } from './config.ts'

/** Shortest text that counts as a key, in characters. Shorter ones would take ordinary words out of texts. */
const SHORTEST = 6

/** Length from which a text is taken out of results too, in characters: no result holds it by chance. */
const LONG = 16

/** Takes known keys out of texts. */
export type Redact = {
  /** A text for people, such as an error of a node or a line of the log. */
  readonly text: (text: string) => string
  /** The text of a whole answer: only what is too long to stand there by chance is taken out. */
  readonly answer: (text: string) => string
}

/**
 * Makes it from the keys themselves. Each is found in any case, and as a URL or JSON would write it. Source: SEC-109, SEC-118.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST).flatMap(writtenForms)
  const all = matchAny(forms)
  const long = matchAny(forms.filter((form) => form.length >= LONG))
  return {
    text: (text) => (all === undefined ? text : text.replace(all, '…')),
    answer: (text) => (long === undefined ? text : text.replace(long, '…')),
  }
}

/**
 * The parts of an address in which keys stand: user, password, each part of the path that is no plain word, and each value
 * of the query.
 */
export function secretsOfUrl(address: string): readonly string[] {
  if (!URL.canParse(address)) return [address]
  const url = new URL(address)
  // Short parts of a path are names of networks and versions.
  const path = url.pathname.split('/').filter((part) => part.length >= 8)
  return [url.username, url.password, ...path, ...url.searchParams.values(), url.hash.slice(1)].filter(
    (part) => part !== '',
  )
}

/** The values of headers, whole and without the word before them (`Bearer`, `Basic`). */
export function secretsOfHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/[\s,;]+/)])
}

/** Every key of a configuration that the program sends to others or is asked for. */
export function secretsOfConfig(config: Config): readonly string[] {
  const { nats } = config.relay
  return [
    ...config.chains.flatMap((chain) =>
      chain.rpc.flatMap((node) =>
        typeof node === 'string' ? secretsOfUrl(node) : [...secretsOfUrl(node.url), ...secretsOfHeaders(node.headers)],
      ),
    ),
    ...config.chains.flatMap(({ bundlers }) =>
      bundlers.flatMap(({ service, sponsor }) =>
        [service, sponsor?.service].flatMap((each) => {
          if (each === undefined) return []
          return typeof each === 'string'
            ? secretsOfUrl(each)
            : [...secretsOfUrl(each.url), ...secretsOfHeaders(each.headers)]
        }),
      ),
    ),
    ...config.chains.flatMap(({ history }) =>
      history.kind === 'explorer' ? [...secretsOfUrl(history.url), history.apiKey ?? ''] : [],
    ),
    ...config.prices.flatMap((source) => (source.kind === 'http' ? secretsOfUrl(source.url) : [])),
    ...(config.databaseUrl === undefined ? [] : passwordsOf(config.databaseUrl)),
    ...(nats === undefined ? [] : [...nats.servers.flatMap(passwordsOf), nats.password ?? '', nats.token ?? '']),
    config.metrics.token ?? '',
    config.names?.resolver?.signingKey ?? '',
    config.login?.mail.password ?? '',
    ...(config.login?.keys.kind === 'environment' ? config.login.keys.keys.split(/[\n,:]/) : []),
    ...(config.login?.farcaster ? secretsOfUrl(config.login.farcaster.rpc) : []),
    ...(config.login?.social ?? []).map((each) =>
      each.kind === 'apple' ? each.privateKey : (each.clientSecret ?? ''),
    ),
    ...config.onramp.providers.flatMap((each) =>
      each.kind === 'sample'
        ? [each.secret]
        : each.kind === 'coinbase'
          ? [each.keySecret]
          : [each.secretKey, each.webhookKey ?? ''],
    ),
  ]
}

function passwordsOf(address: string): readonly string[] {
  if (!URL.canParse(address)) return []
  const { password, searchParams } = new URL(address)
  return [password, searchParams.get('password') ?? '']
}

function writtenForms(secret: string): readonly string[] {
  const plain = decode(secret)
  const forms = [secret, plain].flatMap((text) => [
    text,
    encodeURIComponent(text),
    encodeURIComponent(encodeURIComponent(text)),
    JSON.stringify(text).slice(1, -1),
  ])
  return [...new Set(forms)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The longest first, so that no part of one is left over. */
function matchAny(texts: readonly string[]): RegExp | undefined {
  if (texts.length === 0) return undefined
  const sorted = [...texts].sort((left, right) => right.length - left.length)
  return new RegExp(sorted.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'gi')
}
