/** Asks nodes and bundlers of networks, always by the gateway: no address of either comes from a page (SEC-37, SEC-124). */
import * as v from 'valibot'
import { CallError, notServed } from '../channel/CallError.ts'

/** Asks a node of a network; rejects with a `CallError` of the node's own code and words. */
export type AskNetwork = (network: string, method: string, params: unknown) => Promise<unknown>

const answer = v.union([
  v.object({
    error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  }),
  v.object({ result: v.unknown() }),
])
/** How the gateway says why it asked no node. */
const refusal = v.object({ code: v.string() })

/** A node's words go to a log alone, but a page is not told more of them than this. */
const MOST_WORDS = 512

/** The code of JSON-RPC by which a gateway says that it passes a method on to nobody. */
const METHOD_UNKNOWN = -32601

const away = (cause: unknown): CallError =>
  new CallError({ message: 'The network cannot be reached', code: -32603, reason: 'NETWORK_FAILED' }, { cause })

export const createNode =
  ({
    gatewayUrl,
    projectId,
    fetch,
    path = '/v1',
  }: {
    readonly gatewayUrl: string
    readonly projectId: string
    readonly fetch: typeof globalThis.fetch
    /** Where the gateway passes on: nodes, or bundlers (`/v1/bundler`). */
    readonly path?: '/v1' | '/v1/bundler'
  }): AskNetwork =>
  async (network, method, params) => {
    const query = new URLSearchParams({ chainId: network, projectId })
    let response: Response
    let body: unknown
    try {
      response = await fetch(`${gatewayUrl}${path}?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) }),
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      })
      body = await response.json()
    } catch (error) {
      throw away(error)
    }
    const read = v.safeParse(answer, body)
    if (!read.success) throw away(body)
    if ('result' in read.output) return read.output.result
    const { code, message, data } = read.output.error
    const refused = v.safeParse(refusal, data)
    const reason = refused.success ? refused.output.code : undefined
    if (reason === 'CHAIN_UNSUPPORTED')
      throw new CallError({ message: `There is no network ${network}`, code: 4902, reason })
    if (reason === 'UPSTREAM_UNAVAILABLE') throw away(body)
    throw code === METHOD_UNKNOWN
      ? notServed(method)
      : new CallError({ message: message.slice(0, MOST_WORDS), code: Math.trunc(code), reason: 'NODE_REFUSED' })
  }
