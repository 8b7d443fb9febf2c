import type { Tabs } from '../ports.ts'
import { createSoloTabs } from '../tabs/createSoloTabs.ts'

/**
 * The tabs of this origin, by Web Locks and BroadcastChannel under `@latchkey/<name>/engine`. Where the browser lacks either,
 * as in a page without https, the tab stands alone and leads.
 */
export function createBrowserTabs(name: string): Tabs {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!locks || typeof BroadcastChannel === 'undefined') return createSoloTabs()
  const place = `@latchkey/${name}/engine`
  const channel = new BroadcastChannel(place)
  let campaign: { readonly lead: (lost: AbortSignal) => Promise<void>; stop: AbortController } | undefined

  function ask(isSteal: boolean): void {
    const asked = campaign
    if (!asked) return
    const { stop } = asked
    const lost = new AbortController()
    const lead = async (): Promise<void> => {
      if (stop.signal.aborted) return
      isGranted = true
      stop.signal.addEventListener('abort', () => lost.abort(), { once: true })
      if (campaign === asked) campaign = undefined
      await asked.lead(lost.signal)
    }
    let isGranted = false
    // The browser takes `signal` and `steal` not together; a request that steals is granted at once.
    const options: LockOptions = isSteal ? { steal: true } : { signal: stop.signal }
    locks?.request(place, options, lead).catch(() => {
      // Called off, or stolen by another tab; or the browser denies locks, as in a sandboxed frame: then there is no other tab.
      if (isGranted) lost.abort()
      else void lead()
    })
  }

  return {
    campaign(lead) {
      const own = { lead, stop: new AbortController() }
      campaign = own
      ask(false)
      return () => {
        if (campaign === own) campaign = undefined
        own.stop.abort()
      }
    },
    seize() {
      if (!campaign) return
      // The request that waits in line goes; the one that steals takes its place.
      const waiting = campaign.stop
      campaign.stop = new AbortController()
      waiting.abort()
      ask(true)
    },
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const hear = (event: MessageEvent<unknown>): void => listener(event.data)
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
    close() {
      campaign?.stop.abort()
      campaign = undefined
      channel.close()
    },
  }
}
