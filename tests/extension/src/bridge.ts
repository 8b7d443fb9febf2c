/** Between the page and the worker. A worker that was put to sleep is woken at once, so that its events arrive. */
import { chrome, type Port } from './chrome.ts'
import { type PageNews, TO_PAGE, TO_WALLET, type WindowMessage } from './messages.ts'

function bridge(): void {
  let port: Port
  const connect = () => {
    port = chrome.runtime.connect({ name: 'page' })
    port.onMessage.addListener((news: PageNews) =>
      window.postMessage({ mark: TO_PAGE, news } satisfies WindowMessage, window.location.origin),
    )
    port.onDisconnect.addListener(connect)
  }
  connect()
  window.addEventListener('message', (event: MessageEvent<WindowMessage | undefined>) => {
    if (event.source === window && event.data?.mark === TO_WALLET) port.postMessage(event.data.call)
  })
}

bridge()
