import { EngineError } from './errors.ts'

/**
 * A part of this package that loads on first use. Rejects with `ABORTED` where it cannot be had now: the message comes again, the
 * call may be asked again.
 */
export async function load<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part
  } catch (cause) {
    throw new EngineError('ABORTED', 'A part of this client could not be loaded.', { cause })
  }
}
