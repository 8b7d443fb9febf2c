import type { RegistrationState } from './registration.ts'

/** Shortest and longest label of a name, in characters. */
export const LABEL_LENGTH = { least: 4, most: 64 } as const

/** Fewest characters that names are suggested for. */
export const LEAST_ASKED = 3

/** A label as it is typed or pasted: in lower case and plain width, without white space around it, and without the zone behind it. */
export function toLabel(typed: string, zones: readonly string[]): string {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  const zone = zones.find((each) => text.endsWith(`.${each}`))
  return zone === undefined ? text : text.slice(0, -zone.length - 1)
}

/**
 * What is wrong with a label, as far as a page can tell; undefined where nothing is. The gateway has the last word: it refuses what
 * is reserved or taken for another name. Source: ENSIP-15 for two hyphens in third and fourth place.
 */
export function findLabelProblem(label: string): 'short' | 'invalid' | undefined {
  if (!/^[a-z0-9-]*$/.test(label) || /^-|^..--/.test(label) || label.length > LABEL_LENGTH.most) return 'invalid'
  if (label.length < LABEL_LENGTH.least) return 'short'
  return label.endsWith('-') ? 'invalid' : undefined
}

/** How far a visitor is with a name: the one thing that is missing or wrong, or `ready`. */
export type NameStep = 'owned' | 'empty' | 'short' | 'invalid' | 'checking' | 'unchecked' | 'taken' | 'ready'

/** The step of what is typed, for the account of this address. */
export function getNameStep({ label, asked, owned }: RegistrationState, address: string): NameStep {
  if (owned?.address === address && owned.name !== undefined) return 'owned'
  if (label === '') return 'empty'
  const problem = findLabelProblem(label)
  if (problem) return problem
  if (asked?.label !== label || asked.status === 'reading') return 'checking'
  if (asked.status === 'failed') return 'unchecked'
  return asked.list.find((each) => each.label === label)?.isTaken ? 'taken' : 'ready'
}

/** Whether a name is one of a zone. */
export function isOfZone(name: string | undefined, zones: readonly string[]): boolean {
  return name !== undefined && zones.some((zone) => name.endsWith(`.${zone}`))
}
