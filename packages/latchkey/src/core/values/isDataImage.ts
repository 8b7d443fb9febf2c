/** Longest picture that travels inside its own address, in characters. Source: SEC-84. */
const LENGTH_LIMIT = 64 * 1024

/** Whether a value is a picture inside its own address, of a kind and length that may be shown (SEC-84). */
export function isDataImage(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= LENGTH_LIMIT &&
    /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i.test(value)
  )
}
