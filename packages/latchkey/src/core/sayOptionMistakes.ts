import { isLatchkeyError } from './errors/LatchkeyError.ts'
import type { Instance } from './latchkey.ts'
import { readWalletConnectOptions } from './readWalletConnectOptions.ts'

/** Tells the developer, once a page, of mistakes in options that are checked only when they are used. */
export function sayOptionMistakes({ options, services, live }: Instance): void {
  try {
    readWalletConnectOptions(options)
  } catch (error) {
    if (!isLatchkeyError(error)) throw error
    if (live.said.has(error.code)) return
    live.said.add(error.code)
    services.logger.error(error.shortMessage, { code: error.code, docs: error.docsPath })
  }
}
