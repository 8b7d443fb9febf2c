/**
 * Reads a chain id the way wallets write it: hexadecimal text as EIP-695 asks, decimal text or a number as some do.
 * Undefined when it is no positive safe integer.
 */
export function parseChainId(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^(0x[0-9a-f]+|[0-9]+)$/i.test(value)
  if (!isText && typeof value !== 'number') return undefined
  const chainId = Number(value)
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : undefined
}
