import type { Draft, Imported } from '../syntax/createDraft.ts'
import { rangeOf } from '../syntax/walk.ts'

/** Takes a name from another module, whose export is the same thing. Gives its name in the file, which it mostly keeps. */
export function moveImport(
  draft: Draft,
  imported: Imported,
  { module, name, isType = false }: { readonly module: string; readonly name: string; readonly isType?: boolean },
): string {
  draft.free(imported)
  const local = draft.need(module, name, { isType })
  if (local === imported.local) return local
  for (const { node, parents } of imported.references) {
    const { start, end } = rangeOf(node)
    if (draft.edits.isGone({ start, end })) continue
    const parent = parents.at(-1)
    const isShort = parent?.type === 'ObjectProperty' && parent.shorthand
    draft.edits.replace(start, end, isShort ? `${imported.local}: ${local}` : local)
  }
  return local
}
