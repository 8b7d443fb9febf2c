import type { Draft } from '../syntax/createDraft.ts'
import { rangeOf } from '../syntax/walk.ts'
import { moveImport } from './moveImport.ts'
import { listVariables } from './wagmiConfig.ts'

const NETWORKS = '@reown/appkit/networks'
/** Networks that are none of wagmi's; ours have the same names. */
export const OF_OTHER_FAMILIES = ['bitcoin', 'bitcoinTestnet', 'solana', 'solanaDevnet', 'solanaTestnet']

/** The other networks that `latchkey/networks` has by the same names, for a site without wagmi. */
export const OURS = [
  'arbitrum',
  'arbitrumSepolia',
  'aurora',
  'avalanche',
  'base',
  'baseSepolia',
  'berachain',
  'blast',
  'bsc',
  'celo',
  'fantom',
  'gnosis',
  'kaia',
  'linea',
  'mainnet',
  'mantle',
  'optimism',
  'optimismSepolia',
  'polygon',
  'polygonAmoy',
  'scroll',
  'sepolia',
  'unichain',
  'zksync',
  'zora',
]

/** Whether a name of this file is a network that EVM libraries do not know. */
export function isOfOtherFamily({ imports }: Draft, local: string): boolean {
  return imports.some((one) => one.local === local && one.module === NETWORKS && OF_OTHER_FAMILIES.includes(one.name))
}

/** Networks of a file that a site without wagmi takes from viem. */
export function listFromViem({ imports }: Draft): readonly string[] {
  return imports
    .filter(({ module, name }) => module === NETWORKS && toImport(name, false).module === 'viem/chains')
    .map(({ local }) => local)
}

/**
 * Networks come from wagmi, whose config they go into, and the list keeps its length in its type. A site without wagmi takes ours, and
 * viem's where ours are none.
 */
export function rewriteNetworks(draft: Draft, { hasWagmi }: { readonly hasWagmi: boolean }): void {
  const imported = draft.imports.filter(({ module }) => module === NETWORKS)
  const renamed = new Map<string, string>()
  for (const one of imported) {
    // Theirs describes networks in a shape of its own, so that one of a site's own is for a person.
    if (one.name === '*' || one.name === 'default' || one.name === 'defineChain') continue
    renamed.set(one.local, moveImport(draft, one, toImport(one.name, hasWagmi)))
  }
  if (!draft.source.style.isTyped) return
  for (const { declarator } of listVariables(draft.source)) {
    const { id, init } = declarator
    if (id.type !== 'Identifier' || id.typeAnnotation || init?.type !== 'ArrayExpression' || init.elements.length === 0)
      continue
    const isList = init.elements.every((element) => element?.type === 'Identifier' && renamed.has(element.name))
    if (isList) draft.edits.insert(rangeOf(init).end, ' as const')
  }
}

function toImport(name: string, hasWagmi: boolean): { module: string; name: string; isType?: boolean } {
  if (OF_OTHER_FAMILIES.includes(name)) return { module: 'latchkey/networks', name }
  if (name === 'AppKitNetwork')
    return hasWagmi
      ? { module: 'viem', name: 'Chain', isType: true }
      : { module: 'latchkey', name: 'NetworkInput', isType: true }
  if (hasWagmi) return { module: 'wagmi/chains', name }
  return { module: OURS.includes(name) ? 'latchkey/networks' : 'viem/chains', name }
}
