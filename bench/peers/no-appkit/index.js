/** Stands where a dependency of the peers looks for AppKit, which is never installed: something that does nothing. */
export function createAppKit() {
  return new Proxy({}, { get: () => () => undefined })
}
