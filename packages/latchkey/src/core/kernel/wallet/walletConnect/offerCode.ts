import type { ProposalNamespaces } from '@latchkey/walletconnect'
import type { Instance } from '../../../latchkey.ts'
import { offerSignIn } from './offerSignIn.ts'
import { forgetPending } from './pendingPairing.ts'
import type { LiveWalletConnect, Pairing } from './startWalletConnect.ts'

/** Life of a code as the modal counts it, in ms. Source: decisions, section 4, "Pairing". */
export const CODE_LIFE_MS = 240_000
/** How long a wallet's yes to a code still finds the proposal that it answers, in ms. Source: decisions, section 4, "Pairing". */
export const PROPOSAL_LIFE_MS = 300_000
/** A code with so little left, in ms, counts as expired. Source: decisions, section 4, "Pairing". */
export const CODE_MARGIN_MS = 10_000

/**
 * Makes a code for these namespaces, over a pairing that a wallet has scanned already if named. Its yes is a sign-in too where the
 * site wants that, unless it `isPlain`.
 */
export async function offerCode(
  instance: Instance,
  wc: LiveWalletConnect,
  {
    namespaces,
    over,
    isPlain,
  }: { namespaces: ProposalNamespaces; over?: Pairing | undefined; isPlain?: boolean | undefined },
): Promise<Pairing> {
  const signIn = over || isPlain ? undefined : await offerSignIn(instance, wc, namespaces)
  const { uri = over?.uri ?? '', approval } =
    signIn ?? (await wc.client.connect({ optionalNamespaces: namespaces, pairingTopic: over?.topic }))
  const pairing: Pairing = {
    uri,
    topic: readTopic(uri),
    expiresAt: instance.services.clock.now() + CODE_LIFE_MS,
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

/** Whether a wallet can still answer a code. */
export function isFresh(instance: Instance, pairing: Pairing | undefined): pairing is Pairing {
  return pairing !== undefined && !pairing.isOver && pairing.expiresAt - CODE_MARGIN_MS > instance.services.clock.now()
}

/**
 * Forgets a code and its pairing, on both sides where one has begun. Whoever listens to its approval goes on: a yes that was on
 * its way already makes a session, which somebody has to end.
 */
export function dropCode(instance: Instance, wc: LiveWalletConnect, pairing: Pairing): void {
  pairing.isOver = true
  forgetPending(instance, pairing.topic)
  if (wc.pairing === pairing) wc.pairing = undefined
  // A pairing that is gone already is what was wanted.
  wc.client.disconnect({ topic: pairing.topic }).catch(() => undefined)
}

/** The topic of a pairing, which its uri begins with; empty for what is none. */
export function readTopic(uri: string): string {
  return /^wc:([0-9a-f]+)@/.exec(uri)?.[1] ?? ''
}
