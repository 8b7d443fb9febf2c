/** Frames of the relay: JSON-RPC 2.0, one object a text. Sources: WalletConnect specification, Relay RPC; JSON-RPC 2.0. */
import type { JsonRpcError } from '../records.ts'
import type { InboundMessage } from './relayer.ts'

/** What a frame says. `id` of a request is its JSON text, so that it can be echoed to the byte. */
export type Frame =
  | { readonly kind: 'request'; readonly id: string; readonly method: string; readonly params: unknown }
  | { readonly kind: 'answer'; readonly id: string; readonly result: unknown; readonly error: JsonRpcError | undefined }

/** Reads a frame. Undefined for junk. */
export function parseFrame(text: string): Frame | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value)) return undefined
  const { id, method, params, result, error } = value
  if (typeof method === 'string') {
    const echo = typeof id === 'number' ? findNumber(text, id) : typeof id === 'string' ? JSON.stringify(id) : undefined
    return echo === undefined ? undefined : { kind: 'request', id: echo, method, params }
  }
  if (typeof id !== 'string') return undefined
  if (error === undefined) return { kind: 'answer', id, result, error }
  const { code, message } = isRecord(error) ? error : {}
  return {
    kind: 'answer',
    id,
    result: undefined,
    error: {
      code: typeof code === 'number' ? code : 0,
      message: typeof message === 'string' ? message : 'The relay answered with an error without words.',
    },
  }
}

/** Reads what an `irn_subscription` brings. Undefined for junk. */
export function parseInbound(params: unknown, nowMs: number): InboundMessage | undefined {
  if (!isRecord(params) || !isRecord(params.data)) return undefined
  const { topic, message, publishedAt, tag, attestation, relayAttestation } = params.data
  if (typeof topic !== 'string' || typeof message !== 'string') return undefined
  return {
    topic,
    message,
    publishedAt: typeof publishedAt === 'number' ? publishedAt : nowMs,
    tag: typeof tag === 'number' ? tag : undefined,
    attestation: typeof attestation === 'string' ? attestation : undefined,
    relayAttestation: typeof relayAttestation === 'string' ? relayAttestation : undefined,
  }
}

/** A request's text. */
export function formatRequest(id: string, method: string, params: unknown): string {
  return JSON.stringify({ id, jsonrpc: '2.0', method, params })
}

/** The text of the acknowledgement of a request whose id is given as JSON. */
export function formatAcknowledgement(id: string): string {
  return `{"id":${id},"jsonrpc":"2.0","result":true}`
}

/** The digits of an id as they stand in the text: beyond 2^53 a number no longer knows them. */
function findNumber(text: string, id: number): string {
  if (Number.isSafeInteger(id)) return String(id)
  for (const [, digits] of text.matchAll(/"id"\s*:\s*(-?[\d.eE+-]+)/g)) {
    if (digits !== undefined && Number(digits) === id) return digits
  }
  return String(id)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
