import type { Node, ObjectExpression } from '@babel/types'
import { type Draft, readKey } from '../syntax/createDraft.ts'
import { removeItems } from '../syntax/removeItems.ts'
import { rangeOf } from '../syntax/walk.ts'
import type { Left } from './instance.ts'
import { type Kit, readText, sayLost, sayRow, writeText } from './kit.ts'

/** Options that are ours by the same name and with the same meaning. `adapters` is rewritten beside. */
export const SAME_OPTIONS: readonly string[] = [
  'adapters',
  'allWallets',
  'allowUnsupportedChain',
  'connectorImages',
  'debug',
  'defaultNetwork',
  'enableNetworkSwitch',
  'enableReconnect',
  'excludeWalletIds',
  'features',
  'featuredWalletIds',
  'includeWalletIds',
  'metadata',
  'networks',
  'privacyPolicyUrl',
  'termsConditionsUrl',
  'themeMode',
  'tokens',
]
/** The same for what is in `features`. */
export const SAME_FEATURES: readonly string[] = [
  'allWallets',
  'analytics',
  'collapseWallets',
  'email',
  'history',
  'legalCheckbox',
  'onramp',
  'receive',
  'send',
  'socials',
  'swaps',
]
/** Ways to connect that are in both orders. */
const WAYS = ['email', 'social', 'wallet']
const ACCENTS = ['--apkt-accent', '--w3m-accent']
/** What becomes of the options of `createAppKit`: those that stay, code that is added, and comments for a person. */
export function appkitOptions(
  kit: Kit,
  draft: Draft,
  object: ObjectExpression,
): { readonly kept: readonly Node[]; readonly added: readonly string[]; readonly left: readonly Left[] } {
  const kept: Node[] = []
  const added: string[] = []
  const left: Left[] = []
  const lose = (what: string, row: string, code?: string): void => {
    left.push({ message: sayLost(kit, { what, row }), code })
  }
  for (const property of object.properties) {
    const name = readKey(property)
    if (name === undefined) {
      // What is spread cannot be seen; it stays, and what of it is no option is named when the page starts.
      kept.push(property)
    } else if (name === 'projectId') {
      left.push({ message: `name your own gatewayUrl, and the projectId that it knows: ${sayRow(kit, 'projectId')}` })
    } else if (name === 'themeVariables' && property.type === 'ObjectProperty') {
      const accent = readAccent(property.value)
      if (accent) added.push(`accent: ${draft.read(accent.value)}`)
      if (!accent?.isAll) lose(name, name, draft.read(property))
    } else if (SAME_OPTIONS.includes(name)) {
      kept.push(property)
      if (name === 'features') checkFeatures(property)
    } else lose(name, toRow(name), draft.read(property))
  }
  // Theirs follows the visitor's system unless it is told otherwise, and ours is dark.
  if (!object.properties.some((property) => readKey(property) === 'themeMode'))
    added.push(`themeMode: ${writeText(draft.source, 'system')}`)
  return { kept, added, left }

  function toRow(...names: readonly string[]): string {
    return names.find((name) => kit.rows.includes(name)) ?? 'createAppKit'
  }

  function checkFeatures(property: Node): void {
    if (property.type !== 'ObjectProperty' || property.value.type !== 'ObjectExpression') return
    const { properties } = property.value
    const gone: Node[] = []
    for (const each of properties) {
      const name = readKey(each) ?? '…'
      if (SAME_FEATURES.includes(name) || each.type === 'SpreadElement' || isOrder(each)) continue
      const shows = name === 'emailShowWallets' && each.type === 'ObjectProperty' ? each.value : undefined
      const { start, end } = rangeOf(each)
      if (shows?.type === 'BooleanLiteral' && !shows.value) {
        draft.edits.replace(start, end, 'collapseWallets: true')
        continue
      }
      gone.push(each)
      // That wallets are shown beside the e-mail is what ours do without being told.
      if (shows?.type !== 'BooleanLiteral') lose(`features.${name}`, toRow(name, `features.${name}`), draft.read(each))
    }
    removeItems(draft.edits, draft.source.text, properties, (each) => gone.includes(each))
  }
}

/** An order of ways to connect that names none but ours. */
function isOrder(property: Node): boolean {
  if (readKey(property) !== 'connectMethodsOrder' || property.type !== 'ObjectProperty') return false
  const { value } = property
  return value.type === 'ArrayExpression' && value.elements.every((each) => WAYS.includes(readText(each) ?? ''))
}

/** The colour of a theme, and whether the theme says nothing else. */
function readAccent(value: Node): { readonly value: Node; readonly isAll: boolean } | undefined {
  if (value.type !== 'ObjectExpression') return undefined
  const accent = value.properties.find((property) => ACCENTS.includes(readKey(property) ?? ''))
  if (accent?.type !== 'ObjectProperty') return undefined
  return { value: accent.value, isAll: value.properties.length === 1 }
}
