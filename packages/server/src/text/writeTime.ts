/** A time as mails and pages show it: the same everywhere, so that two of them can be compared. `at`: ms since 1970. */
export function writeTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
