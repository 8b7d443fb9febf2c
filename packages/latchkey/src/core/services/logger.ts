import type { Clock, LogEntry, Logger } from './ports.ts'
import type { LogBuffer, LogTarget } from './writeNote.ts'

/**
 * Developer's notes: kept in memory whatever their level, so that a site can send them with a report (`diagnose().log`), and written
 * to the console with `debug`, errors always; secrets are cut out. What words a note is loaded with the first one, because most pages
 * never have any; where it cannot be, no note is kept or written rather than one with secrets.
 */
export function createLogger(
  target: LogTarget,
  parameters: { readonly id: string; readonly isDebug: boolean; readonly clock: Pick<Clock, 'now'> },
): Logger {
  const entries: LogEntry[] = []
  const buffer: LogBuffer = { ...parameters, target, entries }
  const write =
    (level: keyof LogTarget): Logger['debug'] =>
    (text, facts) => {
      import('./writeNote.ts').then(
        ({ writeNote }) => writeNote(buffer, level, text, facts),
        () => {
          if (parameters.isDebug || level === 'error') target[level]('A part of Latchkey could not be loaded.')
        },
      )
    }
  return { debug: write('debug'), warn: write('warn'), error: write('error'), entries }
}
