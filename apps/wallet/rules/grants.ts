import type { Proposal, ProposalNamespaces, SessionNamespaces } from '@latchkey/walletconnect'
import type { KnownChain } from '../settings.ts'
import { FAMILIES, familyOf } from './families.ts'
import type { Keys } from './keys.ts'

/** What a proposal asks of one family, and how much of it this wallet can give. */
export type Offer = {
  readonly namespace: string
  readonly name: string
  /** The site says that it cannot do without. */
  readonly isRequired: boolean
  /** Chains of both sides. */
  readonly chains: readonly KnownChain[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Asked for, but not to be had here. */
  readonly lacking: { readonly chains: readonly string[]; readonly methods: readonly string[] }
}

/** What the owner chose for one family. */
export type Choice = { readonly isGranted: boolean; readonly accountIndex: number }

/** What a proposal comes to, family by family. A family without a chain that this wallet knows is there, with no chains. */
export function listOffers(
  proposal: Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>,
  known: readonly KnownChain[],
): readonly Offer[] {
  const { requiredNamespaces: required, optionalNamespaces: optional } = proposal
  const namespaces = unique([...Object.keys(required), ...Object.keys(optional)].map(familyOf))
  return namespaces.map((namespace) => {
    const asked = unite([required, optional], namespace)
    const family = FAMILIES[namespace]
    const chains = family ? known.filter(({ id }) => asked.chains.includes(id)) : []
    return {
      namespace,
      name: family?.name ?? namespace,
      isRequired: Object.keys(required).some((key) => familyOf(key) === namespace),
      chains,
      methods: asked.methods.filter((method) => family?.methods.includes(method)),
      events: asked.events.filter((event) => family?.events.includes(event)),
      lacking: {
        chains: asked.chains.filter((chain) => !chains.some(({ id }) => id === chain)),
        methods: asked.methods.filter((method) => !family?.methods.includes(method)),
      },
    }
  })
}

/** Why a proposal cannot be approved at all, in words; undefined when it can. What is required cannot be left out. */
export function findObstacle(
  proposal: Pick<Proposal, 'requiredNamespaces'>,
  offers: readonly Offer[],
): string | undefined {
  for (const [key, { chains = [], methods }] of Object.entries(proposal.requiredNamespaces)) {
    const offer = offers.find(({ namespace }) => namespace === familyOf(key))
    const wanted = key.includes(':') ? [key, ...chains] : chains
    const missing = [
      ...wanted.filter((chain) => !offer?.chains.some(({ id }) => id === chain)),
      ...methods.filter((method) => !offer?.methods.includes(method)),
    ]
    if (missing.length > 0) return `The site insists on ${missing.join(', ')}, which this wallet does not have.`
  }
  if (!offers.some(({ chains }) => chains.length > 0)) return 'The site asks for no network that this wallet knows.'
  return undefined
}

/** The namespaces of a session: what is offered, as far as the owner chose it. */
export function toNamespaces(
  offers: readonly Offer[],
  choices: Readonly<Record<string, Choice>>,
  keys: Keys,
): SessionNamespaces {
  return Object.fromEntries(
    offers.flatMap(({ namespace, chains, methods, events }) => {
      const choice = choices[namespace]
      if (!choice?.isGranted || chains.length === 0) return []
      const ids = chains.map(({ id }) => id)
      return [[namespace, { chains: ids, methods, events, accounts: toAccounts(ids, choice.accountIndex, keys) }]]
    }),
  )
}

/** CAIP-10 accounts of one account number on several chains. */
export function toAccounts(chains: readonly string[], index: number, keys: Keys): readonly string[] {
  return chains.flatMap((chain) => {
    const address = keys.getAddress(chain, index)
    return address === undefined ? [] : [`${chain}:${address}`]
  })
}

/** Chains, methods and events that several askings of a family come to. */
function unite(askings: readonly ProposalNamespaces[], namespace: string) {
  const entries = askings.flatMap(Object.entries).filter(([key]) => familyOf(key) === namespace) as readonly [
    string,
    ProposalNamespaces[string],
  ][]
  return {
    chains: unique(entries.flatMap(([key, { chains = [] }]) => (key.includes(':') ? [key, ...chains] : chains))),
    methods: unique(entries.flatMap(([, { methods }]) => methods)),
    events: unique(entries.flatMap(([, { events }]) => events)),
  }
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)]
}
