import { load } from '../load.ts'
import { listRecords } from '../snapshots.ts'
import type { TabShare, TabTalk } from './tabShare.ts'
import type { TabSurroundings } from './tabState.ts'

/** What this tab says to the others and reads of them. */
export type TabChannel = {
  /** Shows what is kept to all tabs that follow this one, or to one of them. */
  announce(to?: string): void
  /** The code that reads what other tabs say, once one has spoken. */
  talk(): TabTalk | undefined
  loadTalk(): Promise<TabTalk>
  stop(): void
}

/**
 * Listens to the other tabs. What is said between tabs is read by code that loads with another tab's first message: a page
 * that is alone needs none.
 */
export function createTabChannel(share: TabShare, { logger, tabs }: TabSurroundings): TabChannel {
  const { state, post, leaderWatch } = share
  let talk: TabTalk | undefined
  /** What came while the code that reads it was on its way. */
  let unread: unknown[] = []

  async function loadTalk(): Promise<TabTalk> {
    if (!talk) {
      const { createTabTalk } = await load(import('./createTabTalk.ts'))
      talk ??= createTabTalk(share)
    }
    return talk
  }

  async function readAll(): Promise<void> {
    try {
      const { read } = await loadTalk()
      for (const message of unread) read(message)
    } catch {
      logger.warn('The code that listens to other tabs could not be loaded.')
    }
    unread = []
  }

  function announce(to?: string): void {
    const { own, engine, sequence, shown } = state
    const records = listRecords(engine ? engine.backend.snapshot() : shown)
    if (own) post({ kind: 'snapshot', leader: own, to, sequence, records })
  }

  const stop = tabs.listen((message) => {
    if (state.isClosed || typeof message !== 'object' || message === null) return
    const { kind, from } = message as Readonly<Record<string, unknown>>
    if (kind === 'hello' || kind === 'ping') {
      if (kind === 'hello' && typeof from !== 'string') return
      if (kind === 'hello' && state.engine) announce(from as string)
      else if (state.own) post({ kind: 'pong', leader: state.own })
    } else if (talk && unread.length === 0) talk.read(message)
    else {
      // Its leader runs, whatever the message says.
      if (kind === 'pong' || kind === 'snapshot') leaderWatch.rest()
      unread.push(message)
      if (unread.length === 1) void readAll()
    }
  })

  return { announce, talk: () => talk, loadTalk, stop }
}
