import type { Clock, Tabs } from '../../../walletconnect/src/ports.ts'

/** A tab that a test freezes, thaws and kills. */
export type FakeTab = Tabs & {
  isLeading(): boolean
  /** Stops the tab: what it would hear or do waits. Others do not notice. */
  freeze(): void
  /** Lets a frozen tab go on, with all that it missed in its order. */
  thaw(): void
  /** Ends the tab without a word. */
  crash(): void
  /** Runs something in the tab: once it is awake, and never when it is gone. */
  later(run: () => void): void
  /** A clock whose timers stand still while the tab does. */
  wrapClock(clock: Clock): Clock
}

type Candidate = { readonly tab: FakeTab; readonly lead: (lost: AbortSignal) => Promise<void> }

/** Several tabs of one origin in one process, with one lock and one channel. Messages arrive later, as clones, in their order. */
export function createFakeTabs(): {
  open(): FakeTab
  /** Says something on the channel as another script of the origin would. */
  shout(message: unknown): void
} {
  const listeners = new Set<{
    readonly tab: FakeTab
    readonly hear: (message: unknown) => void
    readonly deliver: (run: () => void) => void
  }>()
  const deliveries = new Map<FakeTab, (run: () => void) => void>()
  let queue: Candidate[] = []
  let holder: { readonly candidate: Candidate; readonly lost: AbortController } | undefined

  function grant(): void {
    const candidate = holder ? undefined : queue.shift()
    if (!candidate) return
    const held = { candidate, lost: new AbortController() }
    holder = held
    deliveries.get(candidate.tab)?.(() => {
      void candidate.lead(held.lost.signal).finally(() => release(held))
    })
  }

  function release(held: typeof holder): void {
    if (holder !== held) return
    holder = undefined
    grant()
  }

  function broadcast(sender: FakeTab | undefined, message: unknown): void {
    for (const { tab, hear, deliver } of listeners) {
      if (tab !== sender) deliver(() => hear(structuredClone(message)))
    }
  }

  function open(): FakeTab {
    let isFrozen = false
    let isGone = false
    let backlog: (() => void)[] = []

    function deliver(run: () => void): void {
      queueMicrotask(() => {
        if (isGone) return
        if (isFrozen) backlog.push(run)
        else run()
      })
    }

    function leave(): void {
      queue = queue.filter((candidate) => candidate.tab !== tab)
      for (const listener of listeners) if (listener.tab === tab) listeners.delete(listener)
    }

    const tab: FakeTab = {
      campaign(lead) {
        const candidate = { tab, lead }
        queue.push(candidate)
        queueMicrotask(grant)
        return () => {
          queue = queue.filter((other) => other !== candidate)
          if (holder?.candidate === candidate) holder.lost.abort()
        }
      },
      seize() {
        const own = queue.find((candidate) => candidate.tab === tab)
        if (!own) return
        queue = [own, ...queue.filter((candidate) => candidate !== own)]
        const robbed = holder
        holder = undefined
        if (robbed) deliveries.get(robbed.candidate.tab)?.(() => robbed.lost.abort())
        grant()
      },
      post(message) {
        const sent = structuredClone(message)
        if (!isGone) broadcast(tab, sent)
      },
      listen(hear) {
        const listener = { tab, hear, deliver }
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      close: leave,
      isLeading: () => holder?.candidate.tab === tab,
      freeze: () => {
        isFrozen = true
      },
      thaw: () => {
        isFrozen = false
        const missed = backlog
        backlog = []
        for (const run of missed) deliver(run)
      },
      crash: () => {
        isGone = true
        leave()
        if (holder?.candidate.tab === tab) release(holder)
      },
      later: deliver,
      wrapClock: (clock) => ({
        now: clock.now,
        after: (ms, run) => {
          let isOff = false
          const stop = clock.after(ms, () => deliver(() => isOff || run()))
          return () => {
            isOff = true
            stop()
          }
        },
      }),
    }
    deliveries.set(tab, deliver)
    return tab
  }

  return { open, shout: (message) => broadcast(undefined, message) }
}
