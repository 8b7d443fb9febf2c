/** Compares two decimal texts such as `10.5`: below 0 where the first is less. */
export function compareDecimals(left: string, right: string): number {
  const [a, b] = [scale(left), scale(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** A decimal text of a number, without an exponent, with at most so many decimals, rounded down. */
export function toDecimal(value: number, decimals: number): string {
  const factor = 10 ** Math.min(decimals, 15)
  const text = (Math.floor(value * factor) / factor).toFixed(Math.min(decimals, 15))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

const PLACES = 24

function scale(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(`${whole}${part.slice(0, PLACES).padEnd(PLACES, '0')}`)
}
