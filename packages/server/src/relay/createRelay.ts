import { RELAY_CLOSE_CODES, RELAY_ERROR_CODES, relayParams } from '@latchkey/wire'
import * as v from 'valibot'
import { createRateLimiter } from '../gateway/rateLimiter.ts'
import type { Clock, Log } from '../ports.ts'
import { createAddressGates } from './addressGates.ts'
import { type Answer, CallError, costOf, createCalls } from './calls.ts'
import { createDeliveries, HIGH_WATER_BYTES } from './deliveries.ts'
import { MailboxFullError, MailboxUnavailableError, type RelayEngine } from './engine.ts'
import { readFrame } from './frame.ts'
import type { AttestOrigin, Relay, RelayLimits } from './relay.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import { createSession, type Session } from './session.ts'

/** Longest time for a socket to hold more than `HIGH_WATER_BYTES`, in ms; then it is closed and may connect again. */
export const SLOW_READER_MS = 30_000

/**
 * Calls beyond its limits that a socket may make before it is closed, and frames that it may bring while it is not read:
 * the 64 KiB that were on their way hold fewer, of which `DELIVERY_WINDOW` at most are answers.
 */
export const REFUSALS_LIMIT = 1000

/** Sockets of one client in this process. More are those that a phone has left behind; the oldest go. */
const CLIENT_SOCKETS = 16

/** Calls that ask for push messages, which this relay does not send. */
const NOT_OFFERED: readonly string[] = ['irn_watchRegister', 'irn_watchUnregister']

/**
 * Makes a relay: topics, subscriptions, deliveries and their acknowledgements. Rules, as running clients expect
 * them: a publish is answered once its message is safe, then the message is delivered; never to the publisher's
 * client id; in order along a topic; again after a reconnect until the client has answered, on any of its sockets.
 */
export function createRelay(parameters: {
  engine: RelayEngine
  clock: Clock
  log: Log
  limits: RelayLimits
  metrics?: RelayMetrics | undefined
  attest?: AttestOrigin | undefined
  /** The name under which an address is kept beside its messages. Default: none, and then no share is kept. */
  nameHolder?: ((address: string) => string) | undefined
}): Relay {
  const { engine, clock, log, limits, metrics, attest, nameHolder } = parameters
  const clients = new Map<string, Set<Session>>()
  const byClient = createRateLimiter({ clock, ...limits.calls })
  const byAddress = createRateLimiter({ clock, ...limits.callsPerAddress })
  const bytesByAddress = createRateLimiter({ clock, ...limits.bytesPerAddress })
  const gates = createAddressGates({
    clock,
    pace: limits.pacePerAddress,
    maxFrames: REFUSALS_LIMIT,
    handle,
    onFlood: refuseForGood,
  })
  const deliveries = createDeliveries({ engine, clock, log, metrics })
  const sessionsOf = (clientId: string) => clients.get(clientId) ?? []
  const calls = createCalls({ engine, deliveries, clock, limits, metrics, attest, sessionsOf })
  const settled = new Set<() => void>()
  let sessions = 0
  let underWay = 0

  function handle(session: Session, text: string): void {
    const frame = readFrame(text)
    if (frame.kind === 'answer') {
      // Clients answer with the number, or with its digits as a text.
      const id = frame.id.startsWith('"') ? frame.id.slice(1, -1) : frame.id
      if (!deliveries.answer(session, id, frame.isAccepted)) chargeJunk(session, text)
      return
    }
    const fail = (code: number, message: string, name?: string) => {
      metrics?.countRefusedCall(code)
      const error = name === undefined ? { code, message } : { code, message, data: { code: name } }
      sendTo(session, `{"id":${frame.id},"jsonrpc":"2.0","error":${JSON.stringify(error)}}`)
    }
    if (frame.kind === 'broken') {
      if (!chargeJunk(session, text)) return
      if (frame.reason === 'parse') fail(RELAY_ERROR_CODES.parse, 'Parse error')
      else fail(RELAY_ERROR_CODES.invalidRequest, 'Invalid Request')
      return
    }
    const { method } = frame
    metrics?.countCall(isKnown(method) ? method : 'other')
    if (NOT_OFFERED.includes(method)) {
      if (!chargeJunk(session, text)) return
      fail(RELAY_ERROR_CODES.notOffered, 'This relay sends no push messages.')
      return
    }
    if (!isKnown(method)) {
      if (!chargeJunk(session, text)) return
      fail(RELAY_ERROR_CODES.methodNotFound, 'Method not found')
      return
    }
    const parsed = v.safeParse(relayParams[method], frame.params)
    if (!parsed.success) {
      if (!chargeJunk(session, text)) return
      const [issue] = parsed.issues
      const place = v.getDotPath(issue)
      fail(RELAY_ERROR_CODES.invalidParams, `Invalid params${place === null ? '' : `: ${place}`}`)
      return
    }
    gates.keepPace(session.gate, text)
    if (!charge(session, costOf(parsed.output) + weightOf(text), text.length)) {
      // Whoever goes on costs the relay the reading of each frame, and an answer.
      session.refused += 1 + weightOf(text)
      if (session.refused > REFUSALS_LIMIT) {
        refuseForGood(session)
        return
      }
      fail(RELAY_ERROR_CODES.limitExceeded, 'Too many requests', 'RATE_LIMITED')
      gates.rest(session)
      return
    }
    carryOut(session, method, parsed.output, (result) =>
      sendTo(session, `{"id":${frame.id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`),
    ).catch((error: unknown) => {
      if (error instanceof CallError) fail(error.code, error.message)
      else if (error instanceof MailboxFullError) fail(RELAY_ERROR_CODES.limitExceeded, error.message, error.code)
      // The engine has logged it, once for all calls that it hit.
      else if (error instanceof MailboxUnavailableError) fail(RELAY_ERROR_CODES.internal, error.message, error.code)
      else {
        log.error({ event: 'relayFault', method, err: error }, 'a call to the relay failed')
        fail(RELAY_ERROR_CODES.internal, 'Internal error')
      }
    })
  }

  async function carryOut(session: Session, method: keyof typeof relayParams, params: unknown, answer: Answer) {
    gates.startCall(session)
    underWay += 1
    try {
      // The table pairs each method with the output of its own schema, which the type of a lookup cannot say.
      await calls[method](session, params as never, answer)
    } finally {
      underWay -= 1
      gates.endCall(session)
      if (underWay === 0) for (const tell of settled) tell()
    }
  }

  function charge(session: Session, cost: number, bytes = 0): boolean {
    const { clientId, address } = session.client
    if (byClient.take(clientId, cost) !== undefined || byAddress.take(address, cost) !== undefined) return false
    // Nobody fills the mailbox, which all share, alone.
    return bytes === 0 || bytesByAddress.take(address, bytes) === undefined
  }

  /** Counts a frame that means nothing; whoever sends too many is closed. Gives whether it is worth an answer. */
  function chargeJunk(session: Session, text: string): boolean {
    if (charge(session, 1 + weightOf(text))) return true
    refuseForGood(session)
    return false
  }

  function refuseForGood(session: Session): void {
    end(session)
    session.socket.close(RELAY_CLOSE_CODES.tooMany, 'Too many requests')
  }

  function sendTo(session: Session, text: string): void {
    if (!session.isEnded) session.socket.send(text)
  }

  function end(session: Session): void {
    if (session.isEnded) return
    session.isEnded = true
    sessions -= 1
    deliveries.end(session)
    session.frames.length = 0
    const others = clients.get(session.client.clientId)
    others?.delete(session)
    if (others?.size === 0) clients.delete(session.client.clientId)
    gates.leave(session)
  }

  return {
    engine,
    sockets: () => sessions,
    connect(client, socket) {
      const holder = { address: nameHolder?.(client.address) ?? '', project: client.project ?? '' }
      const session = createSession({ client, gate: gates.enter(client.address), holder, socket })
      sessions += 1
      const others = clients.get(client.clientId)
      if (others === undefined) clients.set(client.clientId, new Set([session]))
      else {
        others.add(session)
        const [oldest] = others
        if (others.size > CLIENT_SOCKETS && oldest !== undefined) {
          end(oldest)
          oldest.socket.close(RELAY_CLOSE_CODES.tooMany, 'Too many sockets for one client')
        }
      }
      gates.admit(session)
      return {
        onFrame: (text) => gates.take(session, text),
        onDrain: () => deliveries.resume(session),
        end: () => end(session),
        isUsed: () => session.subscriptions.size > 0,
        underWay: () => session.underWay,
      }
    },
    dropSlow() {
      const now = clock.now()
      for (const session of [...clients.values()].flatMap((each) => [...each])) {
        deliveries.resume(session)
        if (session.socket.waitingBytes() < HIGH_WATER_BYTES) session.slowSince = undefined
        else session.slowSince ??= now
        if (session.slowSince === undefined) continue
        if (now - session.slowSince < SLOW_READER_MS) continue
        end(session)
        session.socket.close(RELAY_CLOSE_CODES.rebalancing, 'Reader too slow')
      }
    },
    settle: () =>
      new Promise((resolve) => {
        if (underWay === 0) resolve()
        else settled.add(resolve)
      }),
  }
}

function isKnown(method: string): method is keyof typeof relayParams {
  return Object.hasOwn(relayParams, method)
}

/** What a large frame counts for besides: one for each 64 KiB. */
function weightOf(text: string): number {
  return Math.floor(text.length / 65_536)
}
