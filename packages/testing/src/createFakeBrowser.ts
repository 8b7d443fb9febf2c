import type { BrowserPort } from '../../latchkey/src/core/services/ports.ts'

/** A page that a test moves: hides, shows, blurs, takes off the network. */
export type FakeBrowser = BrowserPort & {
  setVisible(visible: boolean): void
  setOnline(online: boolean): void
  setFocused(focused: boolean): void
  /** Runs what waits for an idle moment. */
  idle(): void
  /** Pages opened in new tabs, texts copied, and reloads, in their order. */
  readonly done: readonly string[]
}

/** Makes a visible, focused page that is online. Members given here replace the fake's own. */
export function createFakeBrowser(parts: Partial<BrowserPort> = {}): FakeBrowser {
  const done: string[] = []
  const visible = createSwitch(true)
  const online = createSwitch(true)
  const focused = createSwitch(true)
  const waiting = new Set<() => void>()
  return {
    isServer: false,
    isOnline: online.get,
    isVisible: visible.get,
    isMobile: () => false,
    isSecureContext: () => true,
    isFramed: () => false,
    origin: () => 'https://hollowpine.test',
    title: () => 'Hollowpine',
    userAgent: () => 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/146.0.0.0 Safari/537.36',
    watchVisible: visible.watch,
    watchOnline: online.watch,
    watchFocus: focused.watch,
    openTab: (url) => done.push(`open ${url}`),
    copy: async (text) => {
      done.push(`copy ${text}`)
    },
    reload: () => done.push('reload'),
    whenIdle: (run) => {
      waiting.add(run)
      return () => waiting.delete(run)
    },
    ...parts,
    setVisible: visible.set,
    setOnline: online.set,
    setFocused: focused.set,
    idle: () => {
      const runs = [...waiting]
      waiting.clear()
      for (const run of runs) run()
    },
    done,
  }
}

function createSwitch(initial: boolean): {
  get: () => boolean
  set: (value: boolean) => void
  watch: (listener: (value: boolean) => void) => () => void
} {
  const listeners = new Set<(value: boolean) => void>()
  let current = initial
  return {
    get: () => current,
    set: (value) => {
      current = value
      for (const listener of [...listeners]) listener(value)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
