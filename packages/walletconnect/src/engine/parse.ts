import { EngineError } from '../errors.ts'
import type { Metadata, Participant, Relay, SessionNamespaces } from '../records.ts'
import { REQUEST_EXPIRY_SECONDS } from '../rules/requestExpiry.ts'
import { isObject, isTextList, toObject } from '../rules/values.ts'
import { type EngineContext, nowSeconds } from './context.ts'

/** Parsing of what peers send: shapes are checked, unknown fields dropped, texts left as they are. */

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Who a peer says it is; what it does not say is empty. */
export function parseMetadata(value: unknown): Metadata {
  const { name, description, url, icons, redirect, verifyUrl } = toObject(value)
  const { native, universal, linkMode } = toObject(redirect)
  return {
    name: text(name),
    description: text(description),
    url: text(url),
    icons: Array.isArray(icons) ? icons.filter((icon) => typeof icon === 'string') : [],
    ...(isObject(redirect) && {
      redirect: {
        native: textOrNone(native),
        universal: textOrNone(universal),
        linkMode: linkMode === true ? true : undefined,
      },
    }),
    ...(typeof verifyUrl === 'string' && { verifyUrl }),
  }
}

/** A public key: 32 bytes as hex. */
export function isPublicKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** A peer with its key. Throws `MISSING_OR_INVALID`; `where` names what was read. */
export function parseParticipant(value: unknown, where: string): Participant {
  const { publicKey, metadata } = toObject(value)
  if (!isPublicKey(publicKey)) throw new EngineError('MISSING_OR_INVALID', `${where} public key should be a string`)
  return { publicKey, metadata: parseMetadata(metadata) }
}

/** The relay that a message names; `irn` where it names none. */
export function parseRelay(value: unknown): Relay {
  const { protocol, data } = toObject(value)
  return { protocol: text(protocol) || 'irn', ...(typeof data === 'string' && { data }) }
}

/** A second since 1970, not later than the longest life of a request from now, or the default. */
export function parseSecond(context: EngineContext, value: unknown, otherwise: number): number {
  if (typeof value !== 'number' || !(value > 0)) return otherwise
  return Math.min(Math.floor(value), nowSeconds(context) + REQUEST_EXPIRY_SECONDS.most)
}

/** Namespaces that were checked. A list of chains that is none is left out: no rule looks at it, so it was let through. */
export const parseNamespaces = (checked: SessionNamespaces): SessionNamespaces =>
  Object.fromEntries(
    Object.entries(checked).map(([key, { chains, ...rest }]) => [
      key,
      { ...(isTextList(chains) && { chains }), ...rest },
    ]),
  )

/** An object's texts by key; undefined for anything else. */
export function parseTexts(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isObject(value)) return undefined
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
