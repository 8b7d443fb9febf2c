/** What a wallet grants. Source: WalletConnect specification, Namespaces. */
import { EngineError } from '../errors.ts'
import type { Proposal, SessionNamespace, SessionNamespaces } from '../records.ts'
import { chainOfAccount, fold } from './namespaces.ts'
import { validateConforming } from './validateConforming.ts'
import { union } from './values.ts'

/** What a wallet can do, by namespace. Every chain needs an account. */
export type SupportedNamespaces = Readonly<Record<string, SessionNamespace & { readonly chains: readonly string[] }>>

/**
 * What a wallet grants of a proposal: what is asked for and supported. Entries without a chain are left out; when nothing was
 * asked for, everything supported is granted. Throws when a supported chain has no account, and `NON_CONFORMING_NAMESPACES`
 * when something required is not supported.
 */
export function buildApprovedNamespaces(parameters: {
  readonly proposal: Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>
  readonly supportedNamespaces: SupportedNamespaces
}): SessionNamespaces {
  const { proposal, supportedNamespaces } = parameters
  const { requiredNamespaces = {}, optionalNamespaces = {} } = proposal
  for (const [name, { chains, accounts }] of Object.entries(supportedNamespaces)) {
    const bare = chains.find((chain) => !accounts.some((account) => chainOfAccount(account) === chain))
    if (bare === undefined) continue
    const message = `No accounts provided for chain ${bare} in namespace ${name}`
    throw new EngineError('UNSUPPORTED_ACCOUNTS', '', { message })
  }
  validateConforming(requiredNamespaces, supportedNamespaces, 'approve()')
  const [required, optional, supported] = [
    fold(requiredNamespaces),
    fold(optionalNamespaces),
    fold(supportedNamespaces),
  ]
  if (required.size + optional.size === 0) return supportedNamespaces
  const accounts = Object.values(supportedNamespaces).flatMap((namespace) => namespace.accounts)
  const approved = [...supported].flatMap(([name, can]): readonly [string, SessionNamespace][] => {
    const [must, may] = [required.get(name), optional.get(name)]
    const both = (kind: 'methods' | 'events'): readonly string[] =>
      can[kind].filter((value) => must?.[kind].includes(value) || may?.[kind].includes(value))
    const chains = union(
      can.chains.filter((chain) => must?.chains.includes(chain)),
      (may?.chains ?? []).filter((chain) => can.chains.includes(chain)),
    )
    const own = accounts.filter((account) => chains.includes(chainOfAccount(account)))
    if (chains.length === 0 || own.length === 0) return []
    return [[name, { chains, methods: both('methods'), events: both('events'), accounts: own }]]
  })
  return Object.fromEntries(approved)
}
