/** The address in a text, against a base where it is relative; undefined where it is none. The browser's own test is younger than docs/browsers.md. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
