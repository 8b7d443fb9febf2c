/** Base units as a decimal string without trailing zeros: `1500000n` of 6 decimals is `1.5`. */
export function toQuantity(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0*$/, '')
}
