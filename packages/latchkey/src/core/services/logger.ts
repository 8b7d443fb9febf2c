import type { Logger } from './ports.ts'

/** What the logger writes to; `console` has it. */
export type LogTarget = Pick<Console, 'debug' | 'warn' | 'error'>

/**
 * Developer's notes on the console: silent unless `debug`, errors excepted; secrets are cut out. What words a note is loaded with
 * the first one, because most pages never have any; where it cannot be, no note is written rather than one with secrets.
 */
export function createLogger(target: LogTarget, parameters: { id: string; isDebug: boolean }): Logger {
  const write =
    (level: keyof LogTarget): Logger['debug'] =>
    (text, facts) => {
      import('./writeNote.ts').then(
        ({ writeNote }) => target[level](writeNote(parameters.id, text, facts)),
        () => target[level](`[latchkey:${parameters.id}] A note could not be loaded.`),
      )
    }
  const quiet = (): void => undefined
  const loud = parameters.isDebug
  return { debug: loud ? write('debug') : quiet, warn: loud ? write('warn') : quiet, error: write('error') }
}
