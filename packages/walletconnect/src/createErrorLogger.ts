import type { Logger } from './ports.ts'

/** A logger that writes errors to a console, and nothing else. */
export function createErrorLogger(target: Pick<Console, 'error'>): Logger {
  return {
    debug: () => undefined,
    warn: () => undefined,
    error: (text, facts) => target.error(`[walletconnect] ${text}`, ...(facts ? [facts] : [])),
  }
}
