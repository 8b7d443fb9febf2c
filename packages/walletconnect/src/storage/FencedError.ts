/** The write came from somebody who no longer has the right to write: another tab or process has claimed it since. */
export class FencedError extends Error {
  override readonly name = 'FencedError'

  constructor() {
    super('Another tab or process writes here now.')
  }
}
