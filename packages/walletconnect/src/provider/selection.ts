import { EngineError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { Session } from '../records.ts'
import type { SignClient } from '../signClient.ts'
import { listAddresses, listChains, namespaceOf } from './chains.ts'

/** Which session a provider speaks for, and which chain and account come first in each of its namespaces. */
export type Selection = {
  topic: string | undefined
  /** CAIP-2, by namespace. */
  readonly chains: Map<string, string>
  /** The address that the wallet named last, by namespace. */
  readonly accounts: Map<string, string>
  /** Undefined where there is none, or none any more. */
  getSession(): Session | undefined
}

/**
 * Chooses the named session, or of those that have time left the one that lasts longest. Throws `NO_MATCHING_KEY` where the named
 * one does not exist.
 */
export function createSelection(
  { session }: Pick<SignClient, 'session'>,
  clock: Clock,
  wanted: string | undefined,
  chains: Readonly<Record<string, string>> | undefined,
): Selection {
  if (wanted !== undefined && !session.keys.includes(wanted)) {
    throw new EngineError('NO_MATCHING_KEY', '', {
      message: `The provided session: ${wanted} doesn't exist in the Sign client`,
    })
  }
  const alive = session.values.filter(({ expiry }) => expiry * 1000 > clock.now())
  const newest = alive.reduce<Session | undefined>(
    (best, next) => (best && best.expiry > next.expiry ? best : next),
    undefined,
  )
  const selection: Selection = {
    topic: wanted ?? newest?.topic,
    chains: new Map(Object.entries(chains ?? {})),
    accounts: new Map(),
    getSession: () => session.values.find(({ topic }) => topic === selection.topic),
  }
  return selection
}

/** The chain that a namespace is on: the chosen one, else the first that the wallet granted. */
export function chainOf({ chains, getSession }: Selection, namespace: string): string | undefined {
  return chains.get(namespace) ?? listChains(getSession()?.namespaces, namespace)[0]
}

/** The addresses of a namespace on the chain it is on; the one that the wallet named last comes first. */
export function accountsOf(selection: Selection, namespace: string): readonly string[] {
  const namespaces = selection.getSession()?.namespaces
  const here = listAddresses(namespaces, namespace, chainOf(selection, namespace))
  // A wallet that moved to a chain beyond its grant still has its accounts.
  const addresses = here.length > 0 ? here : listAddresses(namespaces, namespace)
  const first = selection.accounts.get(namespace)?.toLowerCase()
  return [...addresses].sort((a, b) => Number(b.toLowerCase() === first) - Number(a.toLowerCase() === first))
}

/** The namespaces of the session. */
export function namespacesOf({ getSession }: Selection): readonly string[] {
  return [...new Set(Object.keys(getSession()?.namespaces ?? {}).map(namespaceOf))]
}

/** Drops chosen chains that the session does not cover: what the wallet does not serve is no default. */
export function dropLostChains({ chains, getSession }: Selection): void {
  for (const [namespace, chain] of chains) {
    const covered = listChains(getSession()?.namespaces, namespace)
    if (covered.length > 0 && !covered.includes(chain)) chains.delete(namespace)
  }
}
