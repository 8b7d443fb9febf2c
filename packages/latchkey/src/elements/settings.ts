import { getNamespace, type Namespace } from '../core/types/network.ts'

/** Which of the five elements a button is. */
export type ButtonKind = 'combined' | 'connect' | 'account' | 'network' | 'wallet'

/** Attributes that the elements follow. */
export const ATTRIBUTES = [
  'label',
  'loading-label',
  'size',
  'disabled',
  'balance',
  'chars-start',
  'chars-end',
  'namespace',
  'instance',
  'wallet',
] as const

/** Reads an attribute of an element; undefined when it is absent. */
export type ReadAttribute = (name: (typeof ATTRIBUTES)[number]) => string | undefined

/** The namespace that an element is about; undefined for the active one. */
export function readNamespace(read: ReadAttribute): Namespace | undefined {
  return getNamespace(`${read('namespace')}:`)
}
