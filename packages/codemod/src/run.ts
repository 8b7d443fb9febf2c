import { writeFileSync } from 'node:fs'
import { CodemodError } from './CodemodError.ts'
import { findUncommitted } from './files/findUncommitted.ts'
import { readArguments, USAGE } from './readArguments.ts'
import { rewriteSite, show } from './rewriteSite.ts'
import { writeDifference } from './writeDifference.ts'

/** What a run says, and the status that its process ends with: 0, or 1 where something was refused or could not be read. */
export type Outcome = { readonly status: 0 | 1; readonly text: string }

/** Carries out a command line. Files are written with `--write` alone, all of them or none. */
export function run(given: readonly string[]): Outcome {
  if (given.includes('--help') || given.includes('-h')) return { status: 0, text: USAGE }
  try {
    const { kit, paths, write, force } = readArguments(given)
    const { changes, remarks, failures, unread } = rewriteSite(kit, paths)
    if (write && !force) refuseUncommitted(changes.map(({ path }) => path))
    const lines: string[] = []
    for (const { path, before, after } of changes) {
      const { lines: differences, added, removed } = writeDifference(before, after)
      lines.push(`${show(path)}  +${added} -${removed}`)
      if (write) writeFileSync(path, after)
      else lines.push(...differences.map((line) => `  ${line}`))
    }
    if (changes.length === 0) lines.push(`Nothing to change from ${kit.title}.`)
    if (remarks.length > 0) {
      lines.push('', `For you to see to (${kit.page} of Latchkey says more of each row):`)
      for (const { path, line, message } of remarks) lines.push(`  ${show(path)}:${line} ${message}`)
    }
    if (failures.length > 0) {
      lines.push('', 'Not read, and left as they are:')
      for (const { error } of failures) lines.push(`  ${error.code} ${error.message}`)
    }
    if (unread.length > 0) {
      lines.push('', `Of a kind that is not read, though they name ${kit.title}; left for you:`)
      for (const path of unread) lines.push(`  ${show(path)}`)
    }
    if (changes.length > 0) lines.push('', tellNext(write))
    return { status: failures.length > 0 ? 1 : 0, text: `${lines.join('\n')}\n` }
  } catch (error) {
    if (!(error instanceof CodemodError)) throw error
    return { status: 1, text: `${error.code} ${error.message}\n\n${USAGE}` }
  }
}

function tellNext(write: boolean): string {
  return write
    ? 'Written. Install what the manifest names now, and look at the change before you commit it.'
    : 'Nothing was written: this is what --write would do.'
}

function refuseUncommitted(paths: readonly string[]): void {
  const found = findUncommitted(paths)
  if (found.length === 0) return
  throw new CodemodError(
    'FILES_UNCOMMITTED',
    `Nothing was written, because no commit has what is in ${found.map(show).join(', ')}. Commit it first, or say --force.`,
  )
}
