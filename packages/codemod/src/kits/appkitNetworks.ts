import type { Draft } from '../syntax/createDraft.ts'
import { rangeOf } from '../syntax/walk.ts'
import { listVariables } from './wagmiConfig.ts'

const NETWORKS = '@reown/appkit/networks'
/** Networks that are none of wagmi's, by their names here. */
const OF_OTHER_FAMILIES: Readonly<Record<string, string>> = {
  bitcoin: 'bitcoin',
  bitcoinTestnet: 'bitcoinTestnet',
  solana: 'solana',
  solanaDevnet: 'solanaDevnet',
  solanaTestnet: 'solanaTestnet',
}

/** Networks come from wagmi, whose config they go into, and the list keeps its length in its type. */
export function rewriteNetworks(draft: Draft): void {
  const imported = draft.imports.filter(({ module }) => module === NETWORKS)
  const renamed = new Map<string, string>()
  for (const one of imported) {
    // Theirs describes networks in a shape of its own, so that one of a site's own is for a person.
    if (one.name === '*' || one.name === 'default' || one.name === 'defineChain') continue
    draft.free(one)
    const local =
      one.name === 'AppKitNetwork'
        ? draft.need('viem', 'Chain', { isType: true })
        : one.name in OF_OTHER_FAMILIES
          ? draft.need('latchkey/networks', OF_OTHER_FAMILIES[one.name] ?? one.name)
          : draft.need('wagmi/chains', one.name)
    renamed.set(one.local, local)
    for (const { node } of one.references) {
      const { start, end } = rangeOf(node)
      if (local !== one.local && !draft.edits.isGone({ start, end })) draft.edits.replace(start, end, local)
    }
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
