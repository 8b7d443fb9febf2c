import { CodemodError } from './CodemodError.ts'
import type { Kit } from './kits/kit.ts'
import { KITS } from './kits/kits.ts'

export type Arguments = {
  readonly kit: Kit
  readonly paths: readonly string[]
  readonly write: boolean
  readonly force: boolean
}

const NAMES = KITS.map(({ name }) => name).join(', ')

/** How the command is called. */
export const USAGE = `latchkey-codemod <kit> <paths…> [--write] [--force]

  kit       ${NAMES}
  paths     files and folders of the site
  --write   changes the files; without it is shown what would be changed
  --force   also changes files that have changes which no commit has
`

/** Reads the command line. Throws `KIT_UNKNOWN`, `PATH_MISSING`, `OPTION_UNKNOWN`. */
export function readArguments(given: readonly string[]): Arguments {
  const options = given.filter((word) => word.startsWith('-'))
  const unknown = options.find((option) => option !== '--write' && option !== '--force')
  if (unknown !== undefined)
    throw new CodemodError('OPTION_UNKNOWN', `${unknown} is no option; there are --write and --force.`)
  const [name, ...paths] = given.filter((word) => !word.startsWith('-'))
  const kit = KITS.find((one) => one.name === name)
  if (!kit) throw new CodemodError('KIT_UNKNOWN', `${name ?? 'Nothing'} is no kit that is known; there are ${NAMES}.`)
  if (paths.length === 0) throw new CodemodError('PATH_MISSING', 'Name the files or folders of the site, such as src.')
  return { kit, paths, write: options.includes('--write'), force: options.includes('--force') }
}
