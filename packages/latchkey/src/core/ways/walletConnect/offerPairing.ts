import type { NewPairing, ProposalNamespaces } from '@latchkey/walletconnect'
import type { Instance } from '../../types/latchkey.ts'
import { endTopic } from './endTopic.ts'
import type { LiveWalletConnect, Pairing } from './liveWalletConnect.ts'
import { offerSignIn } from './offerSignIn.ts'
import { forgetPending } from './pendingPairing.ts'

/** Life of a pairing as the modal counts it, in ms: a minute less than the proposal's, so that nobody scans one that ends. */
export const PAIRING_LIFE_MS = 240_000
/** How long an approval still finds the proposal that it answers, in ms: the life of a proposal in the protocol. */
export const PROPOSAL_LIFE_MS = 300_000
/** A pairing with so little left, in ms, counts as expired: scanning and reading take as long. */
export const PAIRING_MARGIN_MS = 10_000

/**
 * Makes a pairing for these namespaces, or uses one that a wallet has scanned already if named. Its approval is a sign-in too where the
 * site wants that, unless it `isPlain`.
 */
export async function offerPairing(
  instance: Instance,
  wc: LiveWalletConnect,
  {
    namespaces,
    over,
    isPlain,
    makeAhead,
  }: {
    namespaces: ProposalNamespaces
    over?: Pairing | undefined
    isPlain?: boolean | undefined
    /** Makes a pairing whose uri is shown before the relay has the proposal. Not beside `over`. */
    makeAhead?: (() => Promise<NewPairing>) | undefined
  },
): Promise<Pairing> {
  const signIn = over || isPlain ? undefined : await offerSignIn(instance, wc, namespaces)
  const newPairing = signIn ? undefined : await makeAhead?.()
  const { uri = over?.uri ?? '', approval } =
    signIn ?? (await wc.client.connect({ optionalNamespaces: namespaces, pairingTopic: over?.topic, newPairing }))
  const expiresAt = instance.services.clock.now() + PAIRING_LIFE_MS
  const pairing: Pairing = {
    uri,
    topic: readTopic(uri),
    // A wallet opens no pairing that is over, whatever its proposal says.
    expiresAt: newPairing ? Math.min(expiresAt, newPairing.expiry * 1000) : expiresAt,
    approval: approval(),
    isOver: false,
    attemptId: 0,
  }
  const end = (): void => {
    pairing.isOver = true
    forgetPending(instance, pairing.topic)
  }
  pairing.approval.then(end, end)
  return pairing
}

/** Whether a wallet can still answer a pairing. */
export function isFresh(instance: Instance, pairing: Pairing | undefined): pairing is Pairing {
  return (
    pairing !== undefined && !pairing.isOver && pairing.expiresAt - PAIRING_MARGIN_MS > instance.services.clock.now()
  )
}

/**
 * Forgets a pairing, on both sides where one has begun. Whoever listens to its approval goes on: one that was on
 * its way already makes a session, which somebody has to end.
 */
export function dropPairing(instance: Instance, wc: LiveWalletConnect, pairing: Pairing): void {
  pairing.isOver = true
  forgetPending(instance, pairing.topic)
  if (wc.pairing === pairing) wc.pairing = undefined
  endTopic(wc.client, pairing.topic)
}

/** The topic of a pairing, which its uri begins with; empty for what is none. */
export function readTopic(uri: string): string {
  return /^wc:([0-9a-f]+)@/.exec(uri)?.[1] ?? ''
}
