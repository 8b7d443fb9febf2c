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

/**
 * A browser by names of ours, which are the same in every language: of what it says about itself nothing is repeated (SEC-62).
 * `?` where none is known.
 */
export function describeDevice(userAgent = ''): string {
  const names = [BROWSERS, SYSTEMS].flatMap((table) => table.find(([form]) => form.test(userAgent))?.[1] ?? [])
  return names.join(' · ') || '?'
}
