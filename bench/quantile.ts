/** The value below which this share of the values lies; half of them for the median. NaN where there are none. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
