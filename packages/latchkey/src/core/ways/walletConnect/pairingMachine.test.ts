import { fakeConnection, fakeConnector } from '@latchkey/testing'
import type { Session } from '@latchkey/walletconnect'
import { expect, test } from 'vitest'
import { FailureError } from '../../errors/failure.ts'
import type { Pairing } from './liveWalletConnect.ts'
import {
  createPairingState,
  type PairingEffect,
  type PairingEvent,
  type PairingState,
  SILENT_RENEWALS,
  stepPairing,
} from './pairingMachine.ts'

function fakePairing(name: string): Pairing {
  // Nobody waits for its answer here.
  const approval = new Promise<Session>(() => undefined)
  return { uri: `wc:${name}`, topic: name, expiresAt: 240_000, approval, isOver: false, attemptId: 1 }
}

const first = fakePairing('first')
const second = fakePairing('second')
const session = { topic: 'session' } as Session
const connections = [fakeConnection(fakeConnector('phone'))] as const
const error = new Error('The relay is away.')
const tooMany = new FailureError('CHAINS_UNSUPPORTED', 'Not these networks.', { step: 'pair' })
const rejected = new FailureError('USER_REJECTED', 'No.', { step: 'pair' })

/** Every event, with each of what it may carry that makes a difference. */
const EVENTS = {
  started: { kind: 'started', canNarrow: true },
  troubled: { kind: 'troubled', error },
  slow: { kind: 'slow' },
  overdue: { kind: 'overdue', error, isConnected: false },
  overdueConnected: { kind: 'overdue', error, isConnected: true },
  relayConnected: { kind: 'relayConnected' },
  networkBack: { kind: 'networkBack' },
  made: { kind: 'made', uri: 'wc:made' },
  offered: { kind: 'offered', pairing: second },
  offerFailed: { kind: 'offerFailed', error, isOnline: true },
  offerFailedOffline: { kind: 'offerFailed', error, isOnline: false },
  paused: { kind: 'paused' },
  expired: { kind: 'expired' },
  renewed: { kind: 'renewed' },
  approved: { kind: 'approved', session },
  opened: { kind: 'opened', connections },
  refused: { kind: 'refused', pairing: first, failure: rejected },
  refusedNetworks: { kind: 'refused', pairing: first, failure: tooMany },
  refusedEarlier: { kind: 'refused', pairing: second, failure: rejected },
  failed: { kind: 'failed', code: 'USER_REJECTED' },
  failedRelay: { kind: 'failed', code: 'RELAY_UNREACHABLE' },
  left: { kind: 'left' },
  destroyed: { kind: 'destroyed' },
} as const satisfies Record<string, PairingEvent>

type EventName = keyof typeof EVENTS

const starting = createPairingState(false)
const started: PairingState = { ...starting, isStarted: true, canNarrow: true }
const waiting: PairingState = { ...started, pairings: [first] }
const failed: PairingState = { ...waiting, phase: 'failed', failure: 'USER_REJECTED' }
const won: PairingState = { ...waiting, phase: 'won' }
const left: PairingState = { ...waiting, phase: 'left', isShared: true }
const over: PairingState = { ...waiting, phase: 'over' }

/** Every kind of state that an attempt comes to. */
const STATES = {
  starting,
  'starting, its uri on screen': { ...starting, isAhead: true },
  'starting after a failure': { ...starting, phase: 'failed', failure: 'USER_REJECTED' },
  'making the first proposal': { ...started, isOffering: true },
  'making the first proposal, its uri on screen': { ...started, isOffering: true, isAhead: true },
  'failed while the first proposal is made, its uri on screen': {
    ...started,
    phase: 'failed',
    failure: 'RELAY_UNREACHABLE',
    isOffering: true,
    isAhead: true,
  },
  'failed while the relay, which is connected, does not take the first proposal': {
    ...started,
    phase: 'failed',
    failure: 'RELAY_UNREACHABLE',
    isOffering: true,
    isUnanswered: true,
  },
  'without a proposal, offline': started,
  waiting,
  'waiting on a phone': { ...waiting, isShared: true },
  'waiting with one network': { ...waiting, canNarrow: false },
  'waiting for the active network alone': { ...waiting, isNarrow: true },
  'waiting, all renewals used': { ...waiting, renewals: SILENT_RENEWALS },
  'waiting for the visitor to renew': { ...waiting, renewals: SILENT_RENEWALS, isExpired: true },
  renewing: { ...waiting, isOffering: true, renewals: 1 },
  'renewing, then asking the wallet that refused': {
    ...waiting,
    isOffering: true,
    isNarrow: true,
    narrowNext: first,
  },
  failed,
  'failed for the relay': { ...failed, failure: 'RELAY_UNREACHABLE' },
  'failed while a proposal is made': { ...failed, isOffering: true },
  won,
  'won on a phone': { ...won, isShared: true },
  'won while a proposal is made': { ...won, isOffering: true },
  left,
  'left while a proposal is made': { ...left, isOffering: true },
  over,
  'over while a proposal is made': { ...over, isOffering: true },
} as const satisfies Record<string, PairingState>

type StateName = keyof typeof STATES

type Change = Partial<PairingState>
/** What changes, and what is wanted. A pair that is not named changes nothing and wants nothing. */
type Row = { readonly [Name in EventName]?: readonly [Change, readonly PairingEffect[]] | undefined }

const show = (change: Extract<PairingEffect, { kind: 'show' }>['change']): PairingEffect => ({ kind: 'show', change })
const offer = (isNarrow = false, over?: Pairing): PairingEffect => ({ kind: 'offer', isNarrow, over })
const drop = (...pairings: Pairing[]): PairingEffect => ({ kind: 'drop', pairings })
const stop: PairingEffect = { kind: 'stop' }
const fail = (why: unknown): PairingEffect => ({ kind: 'fail', error: why })
const open: PairingEffect = { kind: 'open', session }
const release: PairingEffect = { kind: 'release', session }
const win: PairingEffect = { kind: 'win', connections }
const toFailed: Row['failed'] = [{ phase: 'failed', failure: 'USER_REJECTED' }, []]
const toFailedRelay: Row['failed'] = [{ phase: 'failed', failure: 'RELAY_UNREACHABLE' }, []]
const shown = { uri: second.uri, expiresAt: second.expiresAt, isExpired: false }
const offeredShown = [
  { kind: 'await', pairing: second },
  show(shown),
  { kind: 'watchExpiry', pairing: second },
] as const satisfies readonly PairingEffect[]

/** Nothing is on screen to scan or to open yet. */
const silent: Row = {
  slow: [{}, [show({ isSlow: true })]],
  troubled: [{}, [fail(error)]],
  overdue: [{}, [fail(error)]],
  overdueConnected: [{ isUnanswered: true }, [fail(error)]],
  made: [{ isAhead: true }, [show({ uri: 'wc:made' })]],
}

/** What is on screen leads nowhere yet. */
const ahead: Row = {
  ...silent,
  troubled: [{ isAhead: false }, [show({ uri: undefined }), fail(error)]],
  overdue: [{ isAhead: false }, [show({ uri: undefined }), fail(error)]],
  overdueConnected: [{ isAhead: false, isUnanswered: true }, [show({ uri: undefined }), fail(error)]],
  made: [{}, [show({ uri: 'wc:made' })]],
}

/** A wallet may say yes or no, and the visitor may leave, wherever a uri is on screen. */
const answered: Row = {
  approved: [{}, [open]],
  opened: [{ phase: 'won' }, [win]],
  failed: toFailed,
  failedRelay: toFailedRelay,
  left: [{ phase: 'over' }, [stop, drop(first)]],
  destroyed: [{ phase: 'over' }, [stop, drop(first)]],
}
const waitingRow: Row = {
  ...answered,
  troubled: [{}, [fail(error)]],
  paused: [{ isOffering: true }, [offer()]],
  expired: [{ isOffering: true, renewals: 1 }, [show({ renewals: 1 }), offer()]],
  renewed: [{ isOffering: true }, [offer()]],
  refused: [{}, [fail(rejected)]],
  refusedNetworks: [{ isNarrow: true, isOffering: true }, [offer(true, first)]],
}
const failedRow: Row = {
  ...answered,
  failed: undefined,
  paused: [{ isOffering: true }, [offer()]],
  refusedNetworks: [{ isNarrow: true, isOffering: true }, [offer(true, first)]],
}
const wonRow: Row = {
  approved: [{}, [release]],
  left: [{ phase: 'over' }, [stop, drop(first)]],
  destroyed: [{ phase: 'over' }, [stop, drop(first)]],
}
const leftRow: Row = {
  approved: [{}, [open]],
  opened: [{ phase: 'over' }, [{ kind: 'winLate', connections }, drop(first)]],
  destroyed: [{ phase: 'over' }, []],
}
const overRow: Row = {
  approved: [{}, [release]],
}

const TABLE: Record<StateName, Row> = {
  starting: {
    ...answered,
    ...silent,
    started: [{ isStarted: true, canNarrow: true, isOffering: true }, [offer()]],
    networkBack: [{}, [{ kind: 'start' }]],
    left: [{ phase: 'over' }, [stop]],
    destroyed: [{ phase: 'over' }, [stop]],
  },
  'starting, its uri on screen': {
    ...answered,
    ...ahead,
    started: [{ isStarted: true, canNarrow: true, isOffering: true }, [offer()]],
    networkBack: [{}, [{ kind: 'start' }]],
    left: [{ phase: 'over' }, [stop]],
    destroyed: [{ phase: 'over' }, [stop]],
  },
  'starting after a failure': {
    ...answered,
    started: [{ isStarted: true, canNarrow: true, isOffering: true }, [offer()]],
    networkBack: [{}, [{ kind: 'start' }]],
    failed: undefined,
    left: [{ phase: 'over' }, [stop]],
    destroyed: [{ phase: 'over' }, [stop]],
  },
  'making the first proposal': {
    ...answered,
    ...silent,
    offered: [{ isOffering: false, pairings: [second] }, offeredShown],
    offerFailed: [{ isOffering: false }, [fail(error)]],
    offerFailedOffline: [{ isOffering: false }, [{ kind: 'pause' }]],
    left: [{ phase: 'over' }, [stop]],
    destroyed: [{ phase: 'over' }, [stop]],
  },
  'making the first proposal, its uri on screen': {
    ...answered,
    ...ahead,
    offered: [{ isOffering: false, isAhead: false, pairings: [second] }, offeredShown],
    offerFailed: [{ isOffering: false, isAhead: false }, [show({ uri: undefined }), fail(error)]],
    offerFailedOffline: [{ isOffering: false, isAhead: false }, [show({ uri: undefined }), { kind: 'pause' }]],
    left: [{ phase: 'over' }, [stop]],
    destroyed: [{ phase: 'over' }, [stop]],
  },
  'failed while the first proposal is made, its uri on screen': {
    ...answered,
    relayConnected: [{}, [{ kind: 'repeat' }]],
    offered: [{ isOffering: false, isAhead: false, pairings: [second] }, offeredShown],
    offerFailed: [{ isOffering: false, isAhead: false }, [show({ uri: undefined })]],
    offerFailedOffline: [{ isOffering: false, isAhead: false }, [show({ uri: undefined }), { kind: 'pause' }]],
    failedRelay: undefined,
    left: [{ phase: 'over' }, [stop]],
    destroyed: [{ phase: 'over' }, [stop]],
  },
  'failed while the relay, which is connected, does not take the first proposal': {
    ...answered,
    offered: [{ isOffering: false, pairings: [second] }, [{ kind: 'await', pairing: second }, { kind: 'repeat' }]],
    offerFailed: [{ isOffering: false }, []],
    offerFailedOffline: [{ isOffering: false }, [{ kind: 'pause' }]],
    failedRelay: undefined,
    left: [{ phase: 'over' }, [stop]],
    destroyed: [{ phase: 'over' }, [stop]],
  },
  'without a proposal, offline': {
    ...answered,
    ...silent,
    networkBack: [{ isOffering: true }, [offer()]],
    paused: [{ isOffering: true }, [offer()]],
    left: [{ phase: 'over' }, [stop]],
    destroyed: [{ phase: 'over' }, [stop]],
  },
  waiting: waitingRow,
  'waiting on a phone': { ...waitingRow, left: [{ phase: 'left' }, [stop]], destroyed: [{ phase: 'over' }, [stop]] },
  'waiting with one network': { ...waitingRow, refusedNetworks: [{}, [fail(tooMany)]] },
  'waiting for the active network alone': {
    ...waitingRow,
    paused: [{ isOffering: true }, [offer(true)]],
    expired: [{ isOffering: true, renewals: 1 }, [show({ renewals: 1 }), offer(true)]],
    renewed: [{ isOffering: true }, [offer(true)]],
    refusedNetworks: [{}, [fail(tooMany)]],
  },
  'waiting, all renewals used': {
    ...waitingRow,
    expired: [{ isExpired: true }, [show({ isExpired: true }), { kind: 'sayExpired' }]],
    renewed: [{ isOffering: true, renewals: 0 }, [offer()]],
  },
  'waiting for the visitor to renew': {
    ...waitingRow,
    expired: undefined,
    renewed: [{ isOffering: true, renewals: 0, isExpired: false }, [offer()]],
  },
  renewing: {
    ...waitingRow,
    offered: [{ isOffering: false, pairings: [first, second] }, offeredShown],
    offerFailed: [{ isOffering: false }, [fail(error)]],
    offerFailedOffline: [{ isOffering: false }, [{ kind: 'pause' }]],
    paused: undefined,
    expired: undefined,
    renewed: [{ renewals: 0 }, []],
    refusedNetworks: [{ isNarrow: true, narrowNext: first }, []],
  },
  'renewing, then asking the wallet that refused': {
    ...waitingRow,
    offered: [{ pairings: [first, second], narrowNext: undefined }, [...offeredShown, offer(true, first)]],
    offerFailed: [{ narrowNext: undefined }, [fail(error), offer(true, first)]],
    offerFailedOffline: [{ narrowNext: undefined }, [{ kind: 'pause' }, offer(true, first)]],
    paused: undefined,
    expired: undefined,
    renewed: undefined,
    refusedNetworks: [{}, [fail(tooMany)]],
  },
  failed: failedRow,
  'failed for the relay': {
    ...failedRow,
    relayConnected: [{}, [{ kind: 'repeat' }]],
    failed: toFailed,
    failedRelay: undefined,
  },
  'failed while a proposal is made': {
    ...failedRow,
    offered: [{ isOffering: false, pairings: [first, second] }, offeredShown],
    offerFailed: [{ isOffering: false }, []],
    offerFailedOffline: [{ isOffering: false }, [{ kind: 'pause' }]],
    paused: undefined,
    refusedNetworks: [{ isNarrow: true, narrowNext: first }, []],
  },
  won: wonRow,
  'won on a phone': wonRow,
  'won while a proposal is made': {
    ...wonRow,
    offered: [{ isOffering: false, pairings: [first, second] }, [{ kind: 'await', pairing: second }]],
    offerFailed: [{ isOffering: false }, []],
    offerFailedOffline: [{ isOffering: false }, []],
  },
  left: leftRow,
  'left while a proposal is made': {
    ...leftRow,
    offered: [{ isOffering: false, pairings: [first, second] }, [{ kind: 'await', pairing: second }]],
    offerFailed: [{ isOffering: false }, []],
    offerFailedOffline: [{ isOffering: false }, []],
  },
  over: overRow,
  'over while a proposal is made': {
    ...overRow,
    offered: [{ isOffering: false }, [{ kind: 'await', pairing: second }, drop(second)]],
    offerFailed: [{ isOffering: false }, []],
    offerFailedOffline: [{ isOffering: false }, []],
  },
}

const PAIRS = (Object.keys(STATES) as StateName[]).flatMap((name) =>
  (Object.keys(EVENTS) as EventName[]).map((event) => [name, event] as const),
)

test.each(PAIRS)('%s, and then: %s', (name, event) => {
  const before: PairingState = STATES[name]
  const [after, effects] = stepPairing(before, EVENTS[event])
  const [change, wanted] = TABLE[name][event] ?? [{}, []]
  expect(after).toEqual({ ...before, ...change })
  expect(effects).toEqual(wanted)
  if (Object.keys(change).length === 0 && wanted.length === 0) expect(after).toBe(before)
})

test('F-13: five renewals are silent, and the sixth uri is for the visitor to ask for', () => {
  let state: PairingState = waiting
  const said: string[] = []
  for (let turn = 0; turn < 7; turn += 1) {
    for (const event of [EVENTS.expired, EVENTS.offered]) {
      if (event.kind === 'offered' && !state.isOffering) continue
      const [next, effects] = stepPairing(state, event)
      state = next
      said.push(...effects.map(({ kind }) => kind))
    }
  }
  expect(said.filter((kind) => kind === 'offer')).toHaveLength(SILENT_RENEWALS)
  expect(said.filter((kind) => kind === 'sayExpired')).toHaveLength(1)
  expect(state.isExpired).toBe(true)
})
