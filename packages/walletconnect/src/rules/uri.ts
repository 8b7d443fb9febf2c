/** Pairing URIs: `wc:<topic>@2?…`. Source: WalletConnect specification, Pairing URI. They hold a key: never in an error (SEC-88). */
import { fromBase64, toText } from '../crypto/bytes.ts'
import { EngineError } from '../errors.ts'
import type { Relay } from '../records.ts'

/** What a pairing URI says. */
export type PairingUri = {
  readonly topic: string
  /** 32 bytes in hex. */
  readonly symKey: string
  readonly relay: Relay
  /** Seconds since 1970. */
  readonly expiryTimestamp?: number | undefined
  /** Methods that the app will ask for first. */
  readonly methods?: readonly string[] | undefined
}

/** A URI as it was read, before anybody asked whether it is whole. */
export type ReadUri = Partial<PairingUri> & { readonly topic: string; readonly version: number | null }

/**
 * Reads a pairing URI: `wc:`, `wc://`, or either of them in base64. Unknown keys are ignored, missing ones stay missing; ask
 * `checkPairingUri`. Throws `MISSING_OR_INVALID`.
 */
export function readUri(text: string): ReadUri {
  const uri = text.includes('wc:') ? text.trim() : toText(fromBase64(text.trim()))
  const [, path = '', query = ''] = /^wc:(?:\/\/)?([^?]*)\??(.*)$/s.exec(uri) ?? []
  if (!uri.startsWith('wc:')) throw new EngineError('MISSING_OR_INVALID', 'pair() uri')
  const [topic = '', version = ''] = path.split('@')
  const params = new URLSearchParams(query)
  const value = (key: string): string | undefined => params.get(key) ?? undefined
  const [protocol, relayData, symKey] = [value('relay-protocol'), value('relay-data'), value('symKey')]
  const [methods, expiry] = [value('methods'), value('expiryTimestamp')]
  const relay = {
    ...(relayData === undefined ? {} : { data: relayData }),
    ...(protocol === undefined ? {} : { protocol }),
  }
  return {
    topic,
    version: /^\d+$/.test(version) ? Number(version) : null,
    ...(symKey === undefined ? {} : { symKey }),
    relay: relay as Relay,
    ...(methods === undefined ? {} : { methods: methods.split(',') }),
    ...(expiry === undefined ? {} : { expiryTimestamp: Number.parseInt(expiry, 10) }),
  }
}

const isKey = (text: string | undefined): boolean => /^[0-9a-f]{64}$/i.test(text ?? '')

/**
 * Reads a pairing URI that a wallet may pair with. `nowSeconds` counts since 1970. Throws `MISSING_OR_INVALID` or `EXPIRED`,
 * never with the URI or a part of it (SEC-88).
 */
export function parsePairingUri(text: unknown, nowSeconds: number): PairingUri {
  const refuse = (what: string): never => {
    throw new EngineError('MISSING_OR_INVALID', `pair() uri${what}`)
  }
  if (typeof text !== 'string') return refuse('')
  let read: ReadUri
  try {
    read = readUri(text)
  } catch {
    return refuse('')
  }
  const { topic, symKey, relay, expiryTimestamp, methods } = read
  if (!relay?.protocol) return refuse('#relay-protocol')
  if (!symKey || !isKey(symKey)) return refuse('#symKey')
  if (!isKey(topic)) return refuse('')
  if (expiryTimestamp !== undefined) {
    if (!Number.isSafeInteger(expiryTimestamp)) return refuse('#expiryTimestamp')
    if (expiryTimestamp <= nowSeconds) {
      throw new EngineError('EXPIRED', 'pair() URI has expired. Please try again with a new connection URI.')
    }
  }
  return { topic: topic.toLowerCase(), symKey: symKey.toLowerCase(), relay, expiryTimestamp, methods }
}
