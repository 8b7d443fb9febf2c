import type { Draft } from '../syntax/createDraft.ts'
import { rangeOf } from '../syntax/walk.ts'
import { moveImport } from './moveImport.ts'
import { listVariables } from './wagmiConfig.ts'

const NETWORKS = '@reown/appkit/networks'
/** Networks that are none of wagmi's; ours have the same names. */
const OF_OTHER_FAMILIES = ['bitcoin', 'bitcoinTestnet', 'solana', 'solanaDevnet', 'solanaTestnet']

/** Networks come from wagmi, whose config they go into, and the list keeps its length in its type. */
export function rewriteNetworks(draft: Draft): void {
  const imported = draft.imports.filter(({ module }) => module === NETWORKS)
  const renamed = new Map<string, string>()
  for (const one of imported) {
    // Theirs describes networks in a shape of its own, so that one of a site's own is for a person.
    if (one.name === '*' || one.name === 'default' || one.name === 'defineChain') continue
    const to =
      one.name === 'AppKitNetwork'
        ? { module: 'viem', name: 'Chain', isType: true }
        : { module: OF_OTHER_FAMILIES.includes(one.name) ? 'latchkey/networks' : 'wagmi/chains', name: one.name }
    renamed.set(one.local, moveImport(draft, one, to))
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
