import { createErrorLogger } from '../createErrorLogger.ts'
import type { Logger } from '../ports.ts'

/** A logger that writes errors and warnings to a console: unlike a browser, Node says nothing by itself about a connection that fails. */
export function createNodeLogger(target: Pick<Console, 'error' | 'warn'>): Logger {
  return { ...createErrorLogger(target), warn: createErrorLogger({ error: target.warn }).error }
}
