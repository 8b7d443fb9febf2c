/** An address with its two ends, for names of controls. Source: product, section 9: 4 at the start, 6 at the end. */
export function shortenAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 4)}…${address.slice(-6)}`
}
