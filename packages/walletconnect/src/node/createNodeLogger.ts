import type { Logger } from '../ports.ts'

/** A logger that writes errors and warnings to a console: unlike a browser, Node says nothing by itself about a connection that fails. */
export function createNodeLogger(target: Pick<Console, 'error' | 'warn'>): Logger {
  return {
    debug: () => undefined,
    warn: (text, facts) => target.warn(`[walletconnect] ${text}`, ...(facts ? [facts] : [])),
    error: (text, facts) => target.error(`[walletconnect] ${text}`, ...(facts ? [facts] : [])),
  }
}
