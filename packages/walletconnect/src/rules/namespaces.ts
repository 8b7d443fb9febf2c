/** What apps ask for and wallets grant. Source: WalletConnect specification, Namespaces; chain ids are CAIP-2, accounts CAIP-10. */
import type { ProposalNamespace, ProposalNamespaces, SessionNamespaces } from '../records.ts'
import { covers, isChainId, union } from './values.ts'

/** The chain of an account: its first two parts. */
export const chainOfAccount = (account: string): string => account.split(':', 2).join(':')

/** Chains that are granted: those of accounts, each once. A session's `chains` lists say nothing. */
export const listChains = (namespaces: SessionNamespaces): readonly string[] => [
  ...new Set(Object.values(namespaces).flatMap(({ accounts }) => accounts.map(chainOfAccount))),
]

/** Chains that an entry of a proposal asks for: its list, or the chain that is its key. */
export const listAskedChains = (key: string, namespace: ProposalNamespace): readonly string[] =>
  isChainId(key) ? union([key], namespace.chains ?? []) : (namespace.chains ?? [])

/** Entries by namespace alone. */
export type FoldedNamespaces = ReadonlyMap<string, ProposalNamespace & { readonly chains: readonly string[] }>

/** Merges entries of one chain into their namespace's, in the order given. */
export function fold(...all: readonly ProposalNamespaces[]): FoldedNamespaces {
  const folded = new Map<string, ProposalNamespace & { readonly chains: readonly string[] }>()
  for (const [key, asked] of all.flatMap((namespaces) => Object.entries(namespaces))) {
    const name = key.split(':', 1)[0] ?? key
    const known = folded.get(name)
    folded.set(name, {
      chains: union(known?.chains ?? [], listAskedChains(key, asked)),
      methods: union(known?.methods ?? [], asked.methods),
      events: union(known?.events ?? [], asked.events),
    })
  }
  return folded
}

/**
 * One map of what is asked for, required first: what goes out as `optionalNamespaces`, so that no wallet that grants less
 * refuses outright.
 */
export const foldNamespaces = (required: ProposalNamespaces, optional: ProposalNamespaces): ProposalNamespaces =>
  Object.fromEntries(fold(required, optional))

/** Whether a session grants everything that is asked for. The rule of `find`. */
export function isGranted(namespaces: SessionNamespaces, asked: ProposalNamespaces): boolean {
  const granted = fold(namespaces)
  return [...fold(asked)].every(([name, { chains, methods, events }]) => {
    const had = granted.get(name)
    return (
      had !== undefined &&
      covers(listChains(namespaces), chains) &&
      covers(had.methods, methods) &&
      covers(had.events, events)
    )
  })
}
