import type { MemberExpression } from '@babel/types'
import type { Draft } from '../syntax/createDraft.ts'
import { type Found, rangeOf } from '../syntax/walk.ts'
import { isOfOtherFamily } from './appkitNetworks.ts'
import { leadsTo } from './instance.ts'
import { type Kit, type Place, remarkStill } from './kit.ts'

/** What the modal is asked for in both kits by the same name, with what it takes. */
const SAME = ['close', 'getProvider', 'getState', 'open', 'setThemeMode', 'setThemeVariables']
/** Those that are the same where they take nothing. */
const SAME_ALONE = ['disconnect']
/** What our state has, by their call for it. With a namespace theirs tell of another one than that in use. */
const PARTS: Readonly<Record<string, string>> = {
  getAddress: 'address',
  getCaipAddress: 'caipAddress',
  getCaipNetwork: 'network',
  getCaipNetworkId: 'networkId',
  getChainId: 'network?.id',
}
/** Rows of what has no place in the lists above. */
const ROWS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...Object.keys(PARTS), 'getAccount', 'getIsConnectedState'].map((name) => [name, 'modal.getAddress']),
  ),
  ...Object.fromEntries(
    ['Account', 'CaipNetworkChange', 'Events', 'Network', 'Providers', 'State', 'Theme', 'WalletInfo'].map((what) => [
      `subscribe${what}`,
      'modal.subscribeState',
    ]),
  ),
  disconnect: 'modal.disconnect',
  switchNetwork: 'modal.switchNetwork',
}

/** Words by which a file may ask the modal that another file makes. */
export const CALLS = new RegExp(`\\.(${Object.keys(ROWS).join('|')})\\b`)

/** Calls on the modal, where it is made and where it is imported. What ours are not asked in the same way is left to a person. */
export function rewriteCalls(kit: Kit, draft: Draft, { source, variable }: Place): void {
  for (const found of listMembers(draft, { source, variable })) {
    const { node, parents } = found
    const name = node.property.type === 'Identifier' && !node.computed ? node.property.name : undefined
    const call = parents.at(-1)
    const given = call?.type === 'CallExpression' && call.callee === node ? call.arguments : undefined
    if (name === undefined || SAME.includes(name)) continue
    const part = PARTS[name]
    const [first] = given ?? []
    if (given?.length === 0 && SAME_ALONE.includes(name)) continue
    if (call && part && given?.length === 0)
      draft.edits.replace(rangeOf(node.property).start, rangeOf(call).end, `getState().${part}`)
    // Theirs takes a network where ours takes its id.
    else if (name === 'switchNetwork' && first?.type === 'Identifier' && !isOfOtherFamily(draft, first.name))
      draft.edits.replace(rangeOf(first).start, rangeOf(first).end, `\`eip155:\${${first.name}.id}\``)
    else remarkStill(draft, kit, found, `${variable}.${name}`, ROWS[name])
  }
}

/** Members of the modal that a file names, by the variable that holds it. A name that something else has too is left alone. */
function listMembers(draft: Draft, place: Place): readonly Found<MemberExpression>[] {
  const { source } = draft
  const isMaker = source === place.source
  const local = isMaker
    ? place.variable
    : draft.imports.find(({ name, module }) => name === place.variable && leadsTo(source, module, place.source))?.local
  if (local === undefined || (!isMaker && source.declared.has(local))) return []
  return (source.references.get(local) ?? []).flatMap(({ node, parents }) => {
    const member = parents.at(-1)
    if (member?.type !== 'MemberExpression' || member.object !== node) return []
    return [{ node: member, parents: parents.slice(0, -1) }]
  })
}
