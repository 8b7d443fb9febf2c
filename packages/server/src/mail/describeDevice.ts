const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** A browser in words of ours: of what it says about itself nothing is repeated (SEC-62). */
export function describeDevice(userAgent: string | undefined): string {
  const find = (table: typeof SYSTEMS): string | undefined => table.find(([form]) => form.test(userAgent ?? ''))?.[1]
  const browser = find(BROWSERS) ?? 'A browser'
  const system = find(SYSTEMS)
  return system === undefined ? browser : `${browser} on ${system}`
}
