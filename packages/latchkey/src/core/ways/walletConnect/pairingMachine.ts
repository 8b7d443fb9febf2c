import type { Session } from '@latchkey/walletconnect'
import type { FailureError } from '../../errors/failure.ts'
import type { AttemptPairing } from '../../kernel/connections/connection.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Pairing } from './liveWalletConnect.ts'

/** How often a uri is renewed without telling anybody while the page is looked at. Source: F-13. */
export const SILENT_RENEWALS = 5

/** Where an attempt to connect by WalletConnect stands. */
export type PairingState = {
  /**
   * `waiting` for a wallet; `failed`, where a late approval still counts; `won`, while the site's steps run; `left`, where the pairing
   * outlives the modal and a late approval still counts; `over`, when nothing counts any more.
   */
  readonly phase: 'waiting' | 'failed' | 'won' | 'left' | 'over'
  /** Code of the failure on screen. */
  readonly failure: string | undefined
  /** Whether the engine runs. */
  readonly isStarted: boolean
  /** Whether a proposal is being made. */
  readonly isOffering: boolean
  /** Whether the uri on screen is one whose proposal is still on its way to the relay. */
  readonly isAhead: boolean
  /** Whether the attempt has failed because the relay, which was connected, did not take the proposal. */
  readonly isUnanswered: boolean
  /** Pairings that wallets may answer, oldest first; the last one is on screen. */
  readonly pairings: readonly Pairing[]
  /** Whether only the active network is proposed, a wallet having refused the others (F-14). */
  readonly isNarrow: boolean
  /** The pairing whose wallet refused the networks while another proposal was being made; it is asked next. */
  readonly narrowNext: Pairing | undefined
  /** Silent renewals so far. */
  readonly renewals: number
  /** Whether the renewals are used up: the visitor asks for a new uri. */
  readonly isExpired: boolean
  /** Whether pairings outlive the modal, as they do on phones. */
  readonly isShared: boolean
  /** Whether there is less to propose than all networks. */
  readonly canNarrow: boolean
}

/** What happens to an attempt. Times, visibility and what the network is like are judged by whoever tells. */
export type PairingEvent =
  /** The engine runs, and is on its way to the relay. */
  | { readonly kind: 'started'; readonly canNarrow: boolean }
  /** The engine, the relay, the page's policy or an answer without an account is in the way. */
  | { readonly kind: 'troubled'; readonly error: unknown }
  /** Nothing has come for long enough to say so. */
  | { readonly kind: 'slow' }
  /** Nothing has come for so long that nobody should go on waiting, with the relay connected or not. What is under way goes on. */
  | { readonly kind: 'overdue'; readonly error: unknown; readonly isConnected: boolean }
  /** The relay is reached. */
  | { readonly kind: 'relayConnected' }
  /** The network may be back. */
  | { readonly kind: 'networkBack' }
  /** The first proposal has its uri, before the relay has it; the engine may not be here either. */
  | { readonly kind: 'made'; readonly uri: string }
  /** The proposal asked for is made. */
  | { readonly kind: 'offered'; readonly pairing: Pairing }
  /** It could not be made, with a network or without one. */
  | { readonly kind: 'offerFailed'; readonly error: unknown; readonly isOnline: boolean }
  /** The pause after a failed try without a network is over. */
  | { readonly kind: 'paused' }
  /** The uri on screen has too little time left, and somebody looks. */
  | { readonly kind: 'expired' }
  /** The visitor wants a new uri. */
  | { readonly kind: 'renewed' }
  /** A wallet has approved. */
  | { readonly kind: 'approved'; readonly session: Session }
  /** Its session is open on this page, and gave these connections. */
  | { readonly kind: 'opened'; readonly connections: readonly [Connection, ...Connection[]] }
  /** A wallet has rejected. */
  | { readonly kind: 'refused'; readonly pairing: Pairing; readonly failure: FailureError }
  /** The attempt is shown as failed. */
  | { readonly kind: 'failed'; readonly code: string | undefined }
  /** The attempt is not on screen any more: completed, closed, or another one took its place. */
  | { readonly kind: 'left' }
  /** The instance was destroyed. */
  | { readonly kind: 'destroyed' }

/** What an attempt wants done. */
export type PairingEffect =
  | { readonly kind: 'start' }
  /** Proposes the networks, or the active one alone; over a pairing that a wallet has scanned, if named. */
  | { readonly kind: 'offer'; readonly isNarrow: boolean; readonly over: Pairing | undefined }
  /** Waits for the wallet's answer to a proposal. */
  | { readonly kind: 'await'; readonly pairing: Pairing }
  | { readonly kind: 'show'; readonly change: Partial<AttemptPairing> }
  /** Looks at the uri again once it has too little time left. */
  | { readonly kind: 'watchExpiry'; readonly pairing: Pairing }
  | { readonly kind: 'pause' }
  /** Says that the visitor has to ask for a new uri. */
  | { readonly kind: 'sayExpired' }
  | { readonly kind: 'fail'; readonly error: unknown }
  /** Begins anew by the way to the relay that works now. */
  | { readonly kind: 'repeat' }
  | { readonly kind: 'open'; readonly session: Session }
  /** Ends a session that came too late. */
  | { readonly kind: 'release'; readonly session: Session }
  | { readonly kind: 'win'; readonly connections: readonly [Connection, ...Connection[]] }
  /** Connects although the modal was closed. */
  | { readonly kind: 'winLate'; readonly connections: readonly [Connection, ...Connection[]] }
  | { readonly kind: 'drop'; readonly pairings: readonly Pairing[] }
  /** Stops timers and watches. */
  | { readonly kind: 'stop' }

type Step = readonly [PairingState, readonly PairingEffect[]]
type EventOf<Kind extends PairingEvent['kind']> = Extract<PairingEvent, { readonly kind: Kind }>

/** An attempt whose engine is being started. */
export function createPairingState(isShared: boolean): PairingState {
  return {
    phase: 'waiting',
    failure: undefined,
    isStarted: false,
    isOffering: false,
    isAhead: false,
    isUnanswered: false,
    pairings: [],
    isNarrow: false,
    narrowNext: undefined,
    renewals: 0,
    isExpired: false,
    isShared,
    canNarrow: false,
  }
}

/** The state after an event, and what is to be done. An event that means nothing there leaves the state as it is. */
export function stepPairing(state: PairingState, event: PairingEvent): Step {
  // The table's types hold one event a name; TypeScript does not see that the name fits the event.
  const step = TRANSITIONS[event.kind] as (state: PairingState, event: PairingEvent) => Step
  return step(state, event)
}

const TRANSITIONS: { readonly [Kind in PairingEvent['kind']]: (state: PairingState, event: EventOf<Kind>) => Step } = {
  started: (state, { canNarrow }) => {
    if (state.isStarted || !isOnScreen(state)) return [state, []]
    return offer({ ...state, isStarted: true, canNarrow })
  },

  troubled: (state, { error }) => fail(state, error),

  slow: (state) => [state, isSilent(state) ? [{ kind: 'show', change: { isSlow: true } }] : []],

  overdue: (state, { error, isConnected }) =>
    isSilent(state) ? fail({ ...state, isUnanswered: isConnected }, error) : [state, []],

  // Not the way that failed: the one that works now is tried. Of a relay that took a socket before and no proposal, another socket
  // says nothing.
  relayConnected: (state) => [state, isUnreached(state) && !state.isUnanswered ? [{ kind: 'repeat' }] : []],

  networkBack: (state) => {
    if (!isOnScreen(state)) return [state, []]
    if (!state.isStarted) return [state, [{ kind: 'start' }]]
    return state.pairings.length === 0 ? offer(state) : [state, []]
  },

  // Until the relay has the proposal nothing counts as offered, so its silence is told all the same (F-10).
  made: (state, { uri }) =>
    isSilent(state) ? [{ ...state, isAhead: true }, [{ kind: 'show', change: { uri } }]] : [state, []],

  offered: (state, { pairing }) => {
    if (!state.isOffering) return [state, []]
    // Its wallet may have answered already: a session that comes of it has to be ended.
    const listen: PairingEffect = { kind: 'await', pairing }
    const next = { ...state, isOffering: false, isAhead: false, pairings: [...state.pairings, pairing] }
    if (state.phase === 'over')
      return [{ ...state, isOffering: false }, [listen, { kind: 'drop', pairings: [pairing] }]]
    if (!isOnScreen(state)) return [next, [listen]]
    if (isUnreached(state) && state.isUnanswered) return [next, [listen, { kind: 'repeat' }]]
    const { uri, expiresAt } = pairing
    return narrowNext({ ...next, isExpired: false }, [
      listen,
      { kind: 'show', change: { uri, expiresAt, isExpired: false } },
      { kind: 'watchExpiry', pairing },
    ])
  },

  offerFailed: (state, { error, isOnline }) => {
    if (!state.isOffering) return [state, []]
    const next = { ...state, isOffering: false, isAhead: false }
    if (!isOnScreen(state)) return [next, []]
    // Without a network there is nothing to blame; it is tried again, because a browser may not know that one is back (F-58).
    return narrowNext(next, [...hide(state), ...(isOnline ? fail(next, error)[1] : [{ kind: 'pause' } as const])])
  },

  paused: (state) => (isOnScreen(state) && state.isStarted ? offer(state) : [state, []]),

  // It is renewed while somebody looks, at most five times (F-13).
  expired: (state) => {
    const { phase, pairings, isOffering, renewals } = state
    if (phase !== 'waiting' || pairings.length === 0 || isOffering || state.isExpired) return [state, []]
    if (renewals >= SILENT_RENEWALS) {
      return [{ ...state, isExpired: true }, [{ kind: 'show', change: { isExpired: true } }, { kind: 'sayExpired' }]]
    }
    return offer({ ...state, renewals: renewals + 1 }, [{ kind: 'show', change: { renewals: renewals + 1 } }])
  },

  renewed: (state) => {
    if (state.phase !== 'waiting' || state.pairings.length === 0) return [state, []]
    if (state.isOffering && state.renewals === 0 && !state.isExpired) return [state, []]
    return offer({ ...state, renewals: 0, isExpired: false })
  },

  approved: (state, { session }) => [
    state,
    [{ kind: isOnScreen(state) || state.phase === 'left' ? 'open' : 'release', session }],
  ],

  opened: (state, { connections }) => {
    if (isOnScreen(state)) return [{ ...state, phase: 'won' }, [{ kind: 'win', connections }]]
    if (state.phase !== 'left') return [state, []]
    return [{ ...state, phase: 'over' }, [{ kind: 'winLate', connections }, ...drop(state)]]
  },

  refused: (state, { pairing, failure }) => {
    if (!isOnScreen(state) || pairing !== state.pairings.at(-1)) return [state, []]
    const isTooMuch = failure.code === 'CHAINS_UNSUPPORTED' && state.canNarrow && !state.isNarrow
    if (!isTooMuch) return fail(state, failure)
    // One silent second proposal, with the active network only (F-14).
    const next = { ...state, isNarrow: true }
    return state.isOffering ? [{ ...next, narrowNext: pairing }, []] : offer(next, [], pairing)
  },

  failed: (state, { code }) => {
    const isKnown = state.phase === 'failed' && state.failure === code
    return [isKnown || !isOnScreen(state) ? state : { ...state, phase: 'failed', failure: code }, []]
  },

  // The pairing that was answered is dropped as well: nothing needs it any more, and its key is not kept (SEC-88).
  left: (state) => {
    if (state.phase === 'left' || state.phase === 'over') return [state, []]
    if (state.isShared && state.phase !== 'won') return [{ ...state, phase: 'left' }, [{ kind: 'stop' }]]
    return [{ ...state, phase: 'over' }, [{ kind: 'stop' }, ...drop(state)]]
  },

  destroyed: (state) => {
    if (state.phase === 'over') return [state, []]
    const over: PairingState = { ...state, phase: 'over' }
    if (state.phase === 'left') return [over, []]
    return [over, [{ kind: 'stop' }, ...(state.isShared && state.phase !== 'won' ? [] : drop(state))]]
  },
}

/** Whether the attempt is shown and no wallet has approved. */
function isOnScreen({ phase }: PairingState): boolean {
  return phase === 'waiting' || phase === 'failed'
}

/** Whether there is still nothing to scan or to open. */
function isSilent({ phase, pairings }: PairingState): boolean {
  return phase === 'waiting' && pairings.length === 0
}

/** Whether the attempt has failed because the relay could not be reached. */
function isUnreached({ phase, failure }: PairingState): boolean {
  return phase === 'failed' && failure === 'RELAY_UNREACHABLE'
}

/** Asks for a proposal, unless one is being made. */
function offer(state: PairingState, before: readonly PairingEffect[] = [], over?: Pairing): Step {
  if (state.isOffering) return [state, before]
  return [{ ...state, isOffering: true }, [...before, { kind: 'offer', isNarrow: state.isNarrow, over }]]
}

/** Asks the wallet that refused the networks meanwhile. */
function narrowNext(state: PairingState, before: readonly PairingEffect[]): Step {
  const { narrowNext: over } = state
  return over ? offer({ ...state, narrowNext: undefined }, before, over) : [state, before]
}

/** The first failure counts; what shows it tells that it has (`failed`). A code that nobody may ever propose by goes first. */
function fail(state: PairingState, error: unknown): Step {
  if (state.phase !== 'waiting') return [state, []]
  return [{ ...state, isAhead: false }, [...hide(state), { kind: 'fail', error }]]
}

function hide({ isAhead }: PairingState): readonly PairingEffect[] {
  return isAhead ? [{ kind: 'show', change: { uri: undefined } }] : []
}

function drop({ pairings }: PairingState): readonly PairingEffect[] {
  return pairings.length > 0 ? [{ kind: 'drop', pairings }] : []
}
