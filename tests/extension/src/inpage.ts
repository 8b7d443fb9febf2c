/** The provider in the page's own world: announces the wallet by EIP-6963 and hands every call to the bridge. */
import { type PageCall, type PageNews, TO_PAGE, TO_WALLET, type WindowMessage } from './messages.ts'

declare const WALLET_NAME: string
declare const WALLET_RDNS: string

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%23243b6b"/%3E%3Cpath d="M9 16l5 5 9-10" fill="none" stroke="%23fff" stroke-width="3"/%3E%3C/svg%3E'

type Listener = (value: unknown) => void

function announceWallet(): void {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()
  const listeners = new Map<string, Set<Listener>>()
  let nextId = 1

  const hear = (news: PageNews) => {
    if ('event' in news) {
      for (const listener of listeners.get(news.event) ?? []) listener(news.value)
      return
    }
    const call = waiting.get(news.id)
    waiting.delete(news.id)
    if ('error' in news)
      call?.reject(Object.assign(new Error(news.error.message), { code: news.error.code, data: news.error.data }))
    else call?.resolve(news.result)
  }
  window.addEventListener('message', (event: MessageEvent<WindowMessage | undefined>) => {
    if (event.source === window && event.data?.mark === TO_PAGE) hear(event.data.news)
  })

  const provider = Object.freeze({
    request: ({ method, params }: { method: string; params?: unknown }) =>
      new Promise((resolve, reject) => {
        const call: PageCall = {
          id: nextId++,
          method,
          params: Array.isArray(params) ? params : params === undefined ? [] : [params],
        }
        waiting.set(call.id, { resolve, reject })
        window.postMessage({ mark: TO_WALLET, call } satisfies WindowMessage, window.location.origin)
      }),
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  })
  const info = Object.freeze({ uuid: crypto.randomUUID(), name: WALLET_NAME, icon: ICON, rdns: WALLET_RDNS })
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

announceWallet()
