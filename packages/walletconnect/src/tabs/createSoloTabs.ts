import type { Tabs } from '../ports.ts'

/** The one tab or process there is: it leads at once and posts nothing. */
export function createSoloTabs(): Tabs {
  return {
    campaign(lead) {
      const lost = new AbortController()
      void lead(lost.signal)
      return () => lost.abort()
    },
    seize: () => {},
    post: () => {},
    listen: () => () => {},
    close: () => {},
  }
}
