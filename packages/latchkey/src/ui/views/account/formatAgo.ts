const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** How long ago something was, in the largest whole unit: "5 minutes ago". */
export function formatAgo(agoMs: number, locale: string): string {
  const [unit, length] = STEPS.find(([, ms]) => agoMs >= ms) ?? (['second', 1_000] as const)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(Math.max(0, agoMs) / length), unit)
}
