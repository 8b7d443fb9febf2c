/** Marks in a user agent string, the particular ones first: most browsers claim to be Chrome or Safari as well. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/CrOS/, 'chromeos'],
  [/Mac OS X/, 'macos'],
  [/Linux/, 'linux'],
]
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'edge'],
  [/(?:OPR|OPT)\/(\d+)/, 'opera'],
  [/SamsungBrowser\/(\d+)/, 'samsung'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'chrome'],
  [/Version\/(\d+).*Safari/, 'safari'],
]

/**
 * `<os>-<browser>-<version>/browser:<host>`, all that the relay learns of a browser. What is not recognised is `unknown`.
 * Source: WalletConnect specification, Relay authentication.
 */
export function formatAgent(userAgent: string, host: string): string {
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1] ?? 'unknown'
  for (const [mark, name] of BROWSERS) {
    const version = mark.exec(userAgent)?.[1]
    if (version !== undefined) return `${system}-${name}-${version}/browser:${host}`
  }
  return `${system}-unknown-0/browser:${host}`
}
