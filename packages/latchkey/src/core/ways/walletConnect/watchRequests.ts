import type { SignClient } from '@latchkey/walletconnect'
import { FailureError } from '../../errors/failure.ts'
import type { FailureCode } from '../../errors/failureCodes.ts'
import { type OpenRequest, requestsOf } from '../../kernel/requests/requests.ts'
import type { Instance } from '../../types/latchkey.ts'
import { getNamespace, type NetworkId } from '../../types/network.ts'
import { normaliseText } from '../../values/normaliseText.ts'
import { toRequestLink } from '../../values/openLinks.ts'
import { readPlatform } from '../../values/platform.ts'
import { findSessionLink } from './findSessionLink.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/** When an unanswered request is named, in ms. Source: docs/failures.md, rule 8 and F-17. */
export const REQUEST_HINT_MS = 20_000
/** How long a wallet may take to answer a ping before its app counts as asleep, in ms. Source: F-17. */
export const PING_LIMIT_MS = 5_000
/** How long after a request the page must still be looked at for the wallet to need opening, in ms. Source: F-23. */
export const OPEN_WALLET_MS = 1_000

type Asked = Parameters<SignClient['request']>[0]
type Sent = { readonly id: number; readonly topic: string; readonly request: Asked['request'] }

/** A request on its way; `shown` once it has left the page. */
type Waiting = {
  shown: OpenRequest | undefined
  readonly askAgain: () => void
}

/** The client of a session's provider, and a way to ask for a signature once more. */
export type WatchedRequests = {
  /** The same client, which shows what its wallet has not answered. */
  readonly client: SignClient
  /** Sends the request that is shown under this id anew; nothing where that may not be, or where it was answered. */
  readonly askAgain: (id: number) => void
}

/**
 * Shows the newest request that a wallet has not answered in the `requests` store: with the link that opens its wallet, and
 * with what may hold it up (F-17, F-23). A request dies with its session (F-16). Asked again it has two chances, and the first
 * word of the wallet is the answer.
 */
export function watchRequests(instance: Instance, client: SignClient): WatchedRequests {
  const open = new Set<Waiting>()
  /** Ids that have their request, so that two that look alike do not share one. */
  const claimed = new Set<number>()
  const show = (): void => {
    const newest = [...open].findLast(({ shown }) => shown)?.shown
    requestsOf(instance).set((state) => (state.open === newest ? state : { ...state, open: newest }))
  }
  const request = <Result>(asked: Asked): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      const over = new AbortController()
      const ids: number[] = []
      let sends = 0
      let tries = 0
      const send = (): void => {
        sends += 1
        tries += 1
        client.request<Result>({ ...asked, signal: over.signal }).then(
          (answer) => end(() => resolve(answer)),
          (error: unknown) => {
            tries -= 1
            // One that could not be sent, or has expired, says nothing of the other; the wallet's rejection is an answer to both.
            if (tries === 0 || (error instanceof Error && error.name === 'PeerError')) end(() => reject(error))
          },
        )
      }
      const end = (settle: () => void): void => {
        settle()
        over.abort()
        open.delete(waiting)
        show()
      }
      const waiting = watchRequest(instance, client, {
        asked,
        over: over.signal,
        claim: ({ id }) => {
          const isOurs = ids.length < sends && !claimed.has(id)
          if (isOurs) ids.push(id)
          if (isOurs) claimed.add(id)
          return isOurs
        },
        send,
        changed: show,
        lose: (error) => end(() => reject(error)),
      })
      open.add(waiting)
      over.signal.addEventListener('abort', () => {
        for (const id of ids) claimed.delete(id)
      })
      asked.signal?.addEventListener('abort', () => over.abort(), { once: true, signal: over.signal })
      if (asked.signal?.aborted) over.abort()
      send()
    })
  return {
    client: Object.assign(Object.create(client) as SignClient, { request }),
    askAgain: (id) => [...open].find(({ shown }) => shown?.id === id)?.askAgain(),
  }
}

function watchRequest(
  instance: Instance,
  client: SignClient,
  parameters: {
    asked: Asked
    /** Aborts when the request has its answer. */
    over: AbortSignal
    claim: (sent: Sent) => boolean
    send: () => void
    changed: () => void
    lose: (error: FailureError) => void
  },
): Waiting {
  const { asked, over, claim, send, changed, lose } = parameters
  const { topic, chainId, request } = asked
  const { services } = instance
  const session = client.session.values.find((known) => known.topic === topic)
  const walletName = normaliseText(session?.peer.metadata.name ?? '')
  const namespace = getNamespace(chainId) ?? 'eip155'
  const kind = toKind(request)
  const context = {
    step: kind === 'send' ? 'send' : 'sign',
    namespace,
    connectorId: WALLET_CONNECT_ID,
    walletName,
    networkId: chainId as NetworkId,
  } as const
  let stopTimers = new AbortController()

  const update = (shown: OpenRequest): void => {
    waiting.shown = shown
    changed()
  }
  const hint = (code: FailureCode): void => {
    const { shown } = waiting
    if (over.aborted || !shown || shown.hint === code) return
    // That a wallet needs opening is the better news: it comes with a way on.
    if (shown.hint === 'OPEN_WALLET_NEEDED' && shown.link !== undefined) return
    update({ ...shown, hint: code })
    instance.fail({ ...context, code, final: false })
  }
  const watchSilence = (): void => {
    stopTimers.abort()
    stopTimers = new AbortController()
    const { signal } = stopTimers
    const at = (delayMs: number, run: () => void): void =>
      signal.addEventListener('abort', services.clock.after(delayMs, run), { once: true })
    at(REQUEST_HINT_MS, () => hint('REQUEST_UNANSWERED'))
    at(OPEN_WALLET_MS, () => {
      if (readPlatform(services.walletWindow).os === 'other' && !services.browser.isMobile()) return
      if (services.browser.isVisible()) hint('OPEN_WALLET_NEEDED')
    })
    let isAwake = false
    client.ping({ topic, signal }).then(
      () => {
        isAwake = true
      },
      // A peer that cannot be reached is as silent as one that does not answer, and the timer below says that.
      () => undefined,
    )
    at(PING_LIMIT_MS, () => {
      if (!isAwake) hint('REQUEST_UNANSWERED')
    })
  }
  const onSent = (sent: Sent): void => {
    const isOurs =
      sent.topic === topic && sent.request.method === request.method && sent.request.params === request.params
    if (!isOurs || !claim(sent)) return
    const link = findRequestLink(client, topic, sent.id)
    const isFirst = waiting.shown === undefined
    update({ id: sent.id, namespace, walletName, kind, hint: waiting.shown?.hint, link })
    if (isFirst) watchSilence()
  }
  const onGone = (gone: { readonly topic: string }): void => {
    if (gone.topic === topic)
      lose(new FailureError('SESSION_ENDED', `The session with ${walletName} has ended.`, context))
  }
  client.on('session_request_sent', onSent)
  client.on('session_delete', onGone)
  client.on('session_expire', onGone)
  over.addEventListener('abort', () => {
    stopTimers.abort()
    client.off('session_request_sent', onSent)
    client.off('session_delete', onGone)
    client.off('session_expire', onGone)
  })
  const waiting: Waiting = {
    shown: undefined,
    askAgain: () => {
      const { shown } = waiting
      if (over.aborted || kind !== 'sign' || shown?.hint !== 'REQUEST_UNANSWERED') return
      update({ ...shown, hint: undefined })
      watchSilence()
      send()
    },
  }
  return waiting
}

/**
 * What a request does. Whatever may move money, also by its name alone, counts as a send: nothing sends it again once it has
 * left the page (docs/failures.md, rule 4). Wallets broadcast a `signPsbt` that asks for it.
 */
function toKind({ method, params }: Asked['request']): OpenRequest['kind'] {
  const isBroadcast = [params]
    .flat()
    .some((param) => typeof param === 'object' && param !== null && 'broadcast' in param && Boolean(param.broadcast))
  if (/send|transfer/i.test(method) || isBroadcast) return 'send'
  return /sign/i.test(method) ? 'sign' : 'other'
}

/** Opens the session's own wallet at a request (F-23). Undefined where no link of it is known, or it asked not to be opened. */
export function findRequestLink(
  client: Parameters<typeof findSessionLink>[0],
  topic: string,
  id: number,
): string | undefined {
  const base = findSessionLink(client, topic)
  return base === undefined ? undefined : toRequestLink(base, { id, topic })
}
