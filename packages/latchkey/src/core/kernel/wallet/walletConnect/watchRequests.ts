import type { SignClient } from '@latchkey/walletconnect'
import { FailureError } from '../../../errors/failure.ts'
import type { FailureCode } from '../../../errors/failureCodes.ts'
import type { Instance } from '../../../latchkey.ts'
import { toAppLink, toRequestLink } from '../../../links.ts'
import { getNamespace, type NetworkId } from '../../../network.ts'
import { readPlatform } from '../../../platform.ts'
import type { OpenRequest } from '../connection.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/** When an unanswered request is named, in ms. Source: failures, rule 8 and F-17. */
export const REQUEST_HINT_MS = 20_000
/** How long a wallet may take to answer a ping before its app counts as asleep, in ms. Source: F-17. */
export const PING_LIMIT_MS = 5_000
/** How long after a request the page must still be looked at for the wallet to need opening, in ms. Source: F-23. */
export const OPEN_WALLET_MS = 1_000

/** Methods that move money: once they have left the page, nothing sends them again (failures, rule 4). */
const SENDS = ['eth_sendTransaction', 'wallet_sendCalls', 'solana_signAndSendTransaction', 'sendTransfer']

/**
 * The same client, which also shows the request that a wallet has not answered in the `connection` store: with the link that
 * opens its wallet, and with what may hold it up (F-17, F-23). A request dies with its session (F-16).
 */
export function watchRequests(instance: Instance, client: SignClient): SignClient {
  const request = async <Result>(params: Parameters<SignClient['request']>[0]): Promise<Result> => {
    const watch = watchRequest(instance, client, params)
    try {
      return await Promise.race([client.request<Result>(params), watch.ended])
    } finally {
      watch.stop()
    }
  }
  return Object.assign(Object.create(client) as SignClient, { request })
}

function watchRequest(
  instance: Instance,
  client: SignClient,
  { topic, chainId, request }: Parameters<SignClient['request']>[0],
): { readonly ended: Promise<never>; readonly stop: () => void } {
  const { stores, services } = instance
  const over = new AbortController()
  let id: number | undefined
  let lose: (error: FailureError) => void = () => undefined
  const ended = new Promise<never>((_, reject) => {
    lose = reject
  })
  ended.catch(() => undefined)
  const session = client.session.values.find((known) => known.topic === topic)
  const walletName = session?.peer.metadata.name ?? ''
  const namespace = getNamespace(chainId) ?? 'eip155'
  const kind = SENDS.includes(request.method) ? 'send' : /sign/i.test(request.method) ? 'sign' : 'other'
  const context = {
    step: kind === 'send' ? 'send' : 'sign',
    namespace,
    connectorId: WALLET_CONNECT_ID,
    walletName,
    networkId: chainId as NetworkId,
  } as const

  const hint = (code: FailureCode): void => {
    const shown = stores.connection.get().request
    if (over.signal.aborted || shown?.id !== id || shown?.hint === code) return
    // That a wallet needs opening is the better news: it comes with a way on.
    if (shown?.hint === 'OPEN_WALLET_NEEDED' && shown.link !== undefined) return
    stores.connection.set((state) => (state.request ? { ...state, request: { ...state.request, hint: code } } : state))
    instance.fail({ ...context, code, final: false })
  }
  const onSent = (sent: {
    readonly id: number
    readonly topic: string
    readonly request: { method: string }
  }): void => {
    if (id !== undefined || sent.topic !== topic || sent.request.method !== request.method) return
    id = sent.id
    const link = findRequestLink(client, topic, sent.id)
    const shown: OpenRequest = { id: sent.id, namespace, walletName, kind, hint: undefined, link }
    stores.connection.set((state) => ({ ...state, request: shown }))
    at(REQUEST_HINT_MS, () => hint('REQUEST_UNANSWERED'))
    at(OPEN_WALLET_MS, () => {
      if (readPlatform(services.walletWindow).os === 'other' && !services.browser.isMobile()) return
      if (services.browser.isVisible()) hint('OPEN_WALLET_NEEDED')
    })
    let isAwake = false
    client.ping({ topic, signal: over.signal }).then(
      () => {
        isAwake = true
      },
      () => undefined,
    )
    at(PING_LIMIT_MS, () => {
      if (!isAwake) hint('REQUEST_UNANSWERED')
    })
  }
  const at = (delayMs: number, run: () => void): void =>
    over.signal.addEventListener('abort', services.clock.after(delayMs, run), { once: true })
  const onGone = (gone: { readonly topic: string }): void => {
    if (gone.topic === topic)
      lose(new FailureError('SESSION_ENDED', `The session with ${walletName} has ended.`, context))
  }
  client.on('session_request_sent', onSent)
  client.on('session_delete', onGone)
  client.on('session_expire', onGone)
  return {
    ended,
    stop: () => {
      over.abort()
      client.off('session_request_sent', onSent)
      client.off('session_delete', onGone)
      client.off('session_expire', onGone)
      stores.connection.set((state) =>
        state.request && state.request.id === id ? { ...state, request: undefined } : state,
      )
    },
  }
}

/**
 * Opens the session's own wallet at a request: by what the peer says of itself, then by the link that it was connected with.
 * Both are claims and checked (SEC-86, SEC-88). Undefined where the wallet asked not to be opened.
 */
export function findRequestLink(client: SignClient, topic: string, id: number): string | undefined {
  const session = client.session.values.find((known) => known.topic === topic)
  if (!session || session.sessionConfig?.disableDeepLink) return undefined
  const { native, universal } = session.peer.metadata.redirect ?? {}
  const base = toAppLink(native) ?? toAppLink(universal) ?? toAppLink(client.getDeepLink(topic)?.href, { isOwn: true })
  return base === undefined ? undefined : toRequestLink(base, { id, topic })
}
