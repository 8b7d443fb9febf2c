/** Lifetimes and limits of the Sign protocol, in seconds unless the name says otherwise: those of running clients, which both sides must share. */
export const PAIRING_SECONDS = 300
export const PROPOSAL_SECONDS = 300
export const SESSION_SECONDS = 604_800
export const REQUEST_SECONDS = 900
export const AUTH_SECONDS = 3600
/** How long an answer to update, extend or ping is waited for. */
export const ACKNOWLEDGE_SECONDS = 300
export const DAY_SECONDS = 86_400

/** From a proposal to the loading of what its answer needs. */
export const PREPARE_MS = 300
/** How often expiry is looked at. */
export const HEARTBEAT_MS = 5000
/** Between an answer and the next request that is shown, and between start and the first of those that were stored. */
export const QUEUE_GAP_MS = 1000
/** From the engine's start to the first message by a link: its listeners are there by then. */
export const LINK_START_MS = 50
/** A ping resolves this long after its answer, as with the peers that sites know. */
export const PING_ANSWER_DELAY_MS = 500
/** How long origin verification may hold a proposal or request back. */
export const VERIFY_MS = 5000

/** Request ids that are never shown twice. */
export const SHOWN_LIMIT = 500
/** Keys that are remembered as deleted; on reaching it the older half goes. */
export const DELETED_LIMIT = 200
/** Envelopes that are remembered as dealt with; beyond it the oldest half goes. */
export const SEEN_LIMIT = 2000
/** Answers that were taken and are still kept for a tab that asks again. */
export const TAKEN_LIMIT = 200
export const TAKEN_MS = 60_000
/** How long what became of a call is kept: longer than a tab needs to find its next leader. */
export const OUTCOME_MS = 300_000
/** Longest words of a refusal, in characters. */
export const REFUSAL_LENGTH = 1000
/** Proposals, requests and sign-ins of one topic that wait at a time; a peer that sends more is refused. */
export const WAITING_LIMIT = 200
