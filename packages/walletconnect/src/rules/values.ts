/** Shapes of unknown values. */

/** An object that is no list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object that is no list, or an empty one. */
export const toObject = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** A text with something in it. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim().length > 0

/** A list of texts; it may be empty, they may not. */
export const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText)

/** What both have, each once: first the ones of the first. */
export const union = <Value>(first: readonly Value[], second: readonly Value[]): readonly Value[] => [
  ...new Set([...first, ...second]),
]

/** Whether everything wanted is had. */
export const covers = <Value>(had: readonly Value[], wanted: readonly Value[]): boolean =>
  wanted.every((value) => had.includes(value))

/** Whether a value is a chain id, by the peers' own loose rule: one colon. */
export const isChainId = (value: unknown): value is string => typeof value === 'string' && value.split(':').length === 2

/** Whether a value is an account id, by the peers' own loose rule: three parts, an address that is not empty. */
export const isAccountId = (value: unknown): value is string =>
  typeof value === 'string' && /^[^:]*:[^:]*:[^:]+$/s.test(value)

/** A value as error messages show it. */
export function show(value: unknown): string {
  try {
    return (typeof value === 'object' ? JSON.stringify(value) : undefined) ?? String(value)
  } catch {
    return typeof value
  }
}
