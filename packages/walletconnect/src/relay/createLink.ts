import type { Identity } from '../crypto/identity.ts'
import type { Socket, Surroundings } from '../ports.ts'
import { relayUrl, userAgent } from '../rules/relayUrl.ts'
import type { RelayerEvent, RelayStatus } from './relayer.ts'

/** Tries a round, and how long one may take. The n-th is followed by n seconds of pause, as with running clients. */
const TRIES = 5
const TRY_MS = 15_000
const PAUSE_MS = 1000

/**
 * When a try has a second socket beside the first, which may hang where another one does not; less than a try takes. It goes to
 * the next address. Where there is one only, browsers hold the second back until the first has failed. Source: RFC 6455, 4.1.
 */
const BESIDE_MS = 5000

/** From a cut to the first try, as with running clients. */
const RECONNECT_MS = 100

/** Between two rounds while somebody looks at the page, and while nobody does: the heartbeat of running clients. */
const HEARTBEAT_MS = 5000
const HIDDEN_HEARTBEAT_MS = 30_000

/** A socket that nothing needs is closed after this time. */
const LINGER_MS = 5000

/** A page that was hidden for longer may have lost its socket without hearing of it. Source: F-22. */
const HIDDEN_MS = 1000

/** This package's version, for the relay's user agent. */
const CLIENT_VERSION = '0.1.0'

/** The number with which a relay closes the socket of a client that it refuses. */
const REFUSED = 3000

/** A token that was good for so long was not refused for what it says; it ran out, and a fresh one is tried. */
const GOOD_TOKEN_MS = 60_000

/** The one socket to the relay. */
export type Link = {
  status(): RelayStatus
  /** Which socket this is; grows with each. */
  turn(): number
  send(text: string): void
  /** Something needs the relay: opens a socket if there is none, also after a refusal. */
  need(): void
  /** What needs the relay has changed: plans the next try, or the end of a socket that nothing needs. */
  tend(): void
  /** Drops the socket and opens a new one at once, at `url` if given, where something needs it. */
  restart(url?: string): void
  close(): void
}

/** What a link is built from. */
export type LinkParameters = {
  readonly surroundings: Pick<Surroundings, 'clock' | 'openSocket' | 'reachability' | 'logger' | 'agent'>
  readonly relayUrls: readonly string[]
  readonly projectId: string | undefined
  readonly identity: Identity
  /** 32 random bytes, hex; one a start. */
  readonly subject: string
  readonly isNeeded: () => boolean
  readonly tell: (event: RelayerEvent) => void
  readonly opened: () => void
  readonly received: (text: string) => void
  /** An open socket is gone, closed with this code. */
  readonly lost: (code: number) => void
  readonly refused: (reason: string) => void
  /** The page is looked at again, and the socket may be dead. */
  readonly woken: () => void
}

/** Keeps one socket up for as long as something needs it. */
export function createLink(parameters: LinkParameters): Link {
  const { surroundings, identity, isNeeded, tell } = parameters
  const { clock, reachability, logger } = surroundings
  const urls = [...parameters.relayUrls]
  let status: RelayStatus = 'idle'
  /** The open one, or those of the present try. */
  let sockets: Socket[] = []
  /** Sockets of the present try that have not failed. */
  let dials = 0
  /** Grows whenever the present try or socket is over, so that its late events are ignored. */
  let turn = 0
  let at = 0
  let tries = 0
  let triesOfRound = 0
  let hiddenAt = reachability.isVisible() ? undefined : clock.now()
  let stopPlan: (() => void) | undefined

  const isIdle = (): boolean => status === 'idle'

  /** One plan at a time: the end of a try, a pause, the next round, the end of an idle socket. */
  function plan(ms: number, run: () => void): void {
    stopPlan?.()
    stopPlan = clock.after(ms, () => {
      stopPlan = undefined
      run()
    })
  }

  function unplan(): void {
    stopPlan?.()
    stopPlan = undefined
  }

  /** Leaves the present try or socket. */
  function leave(): void {
    turn += 1
    unplan()
    keep(undefined)
    dials = 0
  }

  /** Closes all sockets but one. */
  function keep(kept: Socket | undefined): void {
    for (const socket of sockets) if (socket !== kept) socket.close()
    sockets = kept ? [kept] : []
  }

  /** Closes the socket and tells listeners. */
  function drop(code: number, reason: string, next: 'idle' | 'refused' | 'closed' = 'idle'): void {
    const wasOpen = status === 'connected'
    leave()
    status = next
    if (!wasOpen) return
    parameters.lost(code)
    tell({ name: 'relayer_disconnect', code, reason })
  }

  function connect(): void {
    leave()
    // A browser that says it is offline may be wrong, so it is only asked less often (F-58).
    if (!isNeeded()) {
      status = 'idle'
      return
    }
    status = 'connecting'
    plan(BESIDE_MS, () => {
      plan(TRY_MS - BESIDE_MS, fail)
      void open(turn, (at + 1) % urls.length)
    })
    void open(turn, at)
  }

  async function open(mine: number, place: number): Promise<void> {
    const url = urls[place] ?? ''
    const madeAt = clock.now()
    dials += 1
    let auth: string
    try {
      auth = await identity.signToken({ audience: url, subject: parameters.subject, nowMs: madeAt })
    } catch (error) {
      logger.error('The token for the relay could not be signed.', { error: String(error) })
      if (mine === turn) failOne()
      return
    }
    if (mine !== turn || status === 'connected') return
    const { projectId } = parameters
    const address = relayUrl({
      relayUrl: url,
      auth,
      userAgent: userAgent(CLIENT_VERSION, surroundings.agent),
      projectId,
    })
    let heard = false
    const isOver = (): boolean => mine !== turn || !sockets.includes(own)
    const own = surroundings.openSocket(address, {
      opened() {
        if (isOver()) return
        unplan()
        keep(own)
        at = place
        status = 'connected'
        parameters.opened()
        tend()
        tell({ name: 'relayer_connect' })
      },
      received(text) {
        if (isOver()) return
        if (!heard) {
          heard = true
          tries = 0
          triesOfRound = 0
        }
        parameters.received(text)
      },
      closed(code, reason) {
        if (isOver()) return
        const tokenAgeMs = clock.now() - madeAt
        if (code === REFUSED && tokenAgeMs < GOOD_TOKEN_MS) {
          drop(code, reason, 'refused')
          parameters.refused(reason)
          tell({ name: 'relayer_refused', reason, tokenAgeMs })
        } else if (status === 'connected') {
          drop(code, reason)
          // Unless a listener has already seen to it. A socket on which nothing came is no better than one that did not open.
          if (isIdle() && heard) plan(RECONNECT_MS, connect)
          else if (isIdle()) fail()
        } else {
          sockets = sockets.filter((other) => other !== own)
          failOne()
        }
      },
    })
    sockets.push(own)
  }

  /** A socket of the present try has failed. The try has when none is left. */
  function failOne(): void {
    dials -= 1
    if (dials === 0) fail()
  }

  function fail(): void {
    const url = urls[at] ?? ''
    leave()
    at = (at + 1) % urls.length
    tries += 1
    triesOfRound += 1
    if (triesOfRound < TRIES && reachability.isOnline()) {
      status = 'connecting'
      plan(triesOfRound * PAUSE_MS, connect)
    } else {
      triesOfRound = 0
      status = 'idle'
      tend()
    }
    tell({ name: 'relayer_try_failed', tries, url })
  }

  function need(): void {
    if (status === 'refused') status = 'idle'
    if (status === 'idle') connect()
  }

  function tend(): void {
    if (stopPlan) return
    if (status === 'connected') {
      if (!isNeeded()) plan(LINGER_MS, () => (isNeeded() ? undefined : drop(1000, 'idle')))
    } else if (status === 'idle' && isNeeded()) {
      plan(reachability.isVisible() ? HEARTBEAT_MS : HIDDEN_HEARTBEAT_MS, connect)
    }
  }

  function restart(url?: string): void {
    if (status === 'closed') return
    if (url !== undefined) {
      if (!urls.includes(url)) urls.push(url)
      at = urls.indexOf(url)
    }
    tries = 0
    triesOfRound = 0
    drop(1000, 'restart')
    connect()
  }

  const stopWatching = reachability.watch((change) => {
    if (change === 'hidden') hiddenAt = clock.now()
    else if (change === 'visible') {
      const hiddenMs = hiddenAt === undefined ? 0 : clock.now() - hiddenAt
      hiddenAt = undefined
      // A clock that was set back meanwhile proves nothing, so the socket is checked.
      const isLong = hiddenMs < 0 || hiddenMs > HIDDEN_MS
      if (status === 'idle') connect()
      else if (status === 'connected' && isLong) parameters.woken()
      else if (status === 'connecting' && isLong) restart()
    } else if (change === 'offline') {
      drop(1006, 'offline')
      tend()
    } else if (status !== 'refused') restart()
  })

  return {
    status: () => status,
    turn: () => turn,
    send: (text) => sockets[0]?.send(text),
    need,
    tend,
    restart,
    close() {
      stopWatching()
      drop(1000, 'closed', 'closed')
    },
  }
}
