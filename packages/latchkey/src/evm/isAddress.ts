import type { Hex } from './hex.ts'

/** Whether a value is an address with its `0x`, in whatever case. */
export function isAddress(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}

/** An address in whatever case, its `0x` put before it where it is missing; undefined for anything else. */
export function toAddress(value: unknown): Hex | undefined {
  const address = typeof value === 'string' && /^[0-9a-f]{40}$/i.test(value) ? `0x${value}` : value
  return isAddress(address) ? address : undefined
}
