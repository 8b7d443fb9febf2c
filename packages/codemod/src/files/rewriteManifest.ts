import { parseExpression } from '@babel/parser'
import type { Node, ObjectExpression } from '@babel/types'
import { type Kit, readText } from '../kits/kit.ts'
import { findProperty, readKey, readMargin } from '../syntax/createDraft.ts'
import { createEdits } from '../syntax/createEdits.ts'
import { removeItems } from '../syntax/removeItems.ts'
import { rangeOf } from '../syntax/walk.ts'

/** The release of `latchkey` that the codemod writes for. */
export const LATCHKEY_VERSION = '0.1.0'
/** The oldest release of wagmi that `latchkey/wagmi` is tested with. */
const LEAST_WAGMI = [2, 19] as const

const LISTS = ['dependencies', 'devDependencies', 'peerDependencies']

/**
 * What the manifest of a site becomes: their packages go, ours takes their place. `used` are modules of theirs that files import
 * yet, whose packages stay. `left` is what a person has to see to.
 */
export function rewriteManifest(
  text: string,
  kit: Kit,
  used: readonly string[],
): { readonly text: string; readonly left: readonly string[] } {
  const root = parseExpression(text)
  if (root.type !== 'ObjectExpression') return { text, left: [] }
  const lists = LISTS.flatMap((name) => readObject(findProperty(root, name)) ?? [])
  const isTheirs = (property: Node): boolean => kit.packages.includes(readKey(property) ?? '')
  const isUsed = (property: Node): boolean =>
    used.some((module) => module === readKey(property) || module.startsWith(`${readKey(property)}/`))
  const edits = createEdits(text)
  const left: string[] = []
  let hasOurs = lists.some((list) => findProperty(list, 'latchkey'))
  for (const list of lists) {
    const theirs = list.properties.filter(isTheirs)
    const gone = theirs.filter((property) => !isUsed(property))
    left.push(...theirs.filter(isUsed).map((property) => `${readKey(property)} stays: files import it yet`))
    const [place] = gone.length > 0 ? gone : theirs
    let replaced: Node | undefined
    if (place && !hasOurs) {
      hasOurs = true
      const ours = `"latchkey": "${LATCHKEY_VERSION}"`
      const { start, end } = rangeOf(place)
      if (place === gone[0]) {
        replaced = place
        edits.replace(start, end, ours)
      } else
        edits.insert(start, `${ours},${/\n[ \t]*$/.test(text.slice(0, start)) ? `\n${readMargin(text, start)}` : ' '}`)
    }
    removeItems(
      edits,
      text,
      list.properties,
      (property) => property !== replaced && gone.some((each) => each === property),
    )
  }
  const written = edits.apply()
  const wagmi = lists.flatMap((list) => readValue(findProperty(list, 'wagmi')) ?? [])[0]
  if (written !== text && wagmi !== undefined && isTooOld(wagmi))
    left.push(`wagmi ${wagmi} may be too old: latchkey/wagmi takes ^${LEAST_WAGMI.join('.')} and 3`)
  return { text: written, left }
}

function readObject(property: Node | undefined): ObjectExpression | undefined {
  return property?.type === 'ObjectProperty' && property.value.type === 'ObjectExpression' ? property.value : undefined
}

function readValue(property: Node | undefined): string | undefined {
  return property?.type === 'ObjectProperty' ? readText(property.value) : undefined
}

/** Whether a range begins below what is needed. A range that begins with no number says nothing. */
function isTooOld(range: string): boolean {
  const [, major, minor] = /^[\^~>=v\s]*(\d+)(?:\.(\d+))?/.exec(range) ?? []
  if (major === undefined) return false
  const [least, part] = LEAST_WAGMI
  return Number(major) < least || (Number(major) === least && minor !== undefined && Number(minor) < part)
}
