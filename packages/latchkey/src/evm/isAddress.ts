import type { Hex } from './hex.ts'

/** Whether a value is an address, in whatever case. */
export function isAddress(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}
