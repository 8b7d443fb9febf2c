import type { Logger } from './ports.ts'

/** What the logger writes to; `console` has it. */
export type LogTarget = Pick<Console, 'debug' | 'warn' | 'error'>

/** Fact names whose values are never written (SEC-88). */
const SECRET_NAME = /uri|symkey|secret|token|signature|privatekey|mnemonic|password|code$/i

/** Texts that are never written whole: pairing uris (also inside a link), their keys, and 32 bytes or more in hex (SEC-88). */
const SECRET_TEXT = /\bwc(:|%3A)[^\s"']+|symKey(=|%3D)[^\s"']+|\b(0x)?[0-9a-f]{64,}\b/gi

/** Developer's notes on the console: silent unless `debug`, errors and warnings excepted; secrets are cut out. */
export function createLogger(target: LogTarget, parameters: { id: string; isDebug: boolean }): Logger {
  const write =
    (level: keyof LogTarget): Logger['debug'] =>
    (text, facts) => {
      target[level](redact(`[latchkey:${parameters.id}] ${text}${facts ? ` ${writeFacts(facts)}` : ''}`))
    }
  return {
    debug: parameters.isDebug ? write('debug') : () => undefined,
    warn: parameters.isDebug ? write('warn') : () => undefined,
    error: write('error'),
  }
}

/** Facts as one line: errors with code and message, secrets by their name left out. */
function writeFacts(facts: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(facts, (name, value: unknown) => {
      if (name !== 'code' && SECRET_NAME.test(name)) return '[redacted]'
      if (value instanceof Error) return { name: value.name, code: Reflect.get(value, 'code'), message: value.message }
      return typeof value === 'bigint' ? `${value}` : value
    })
  } catch {
    // A wallet's error may refer to itself; the sentence before it has the code.
    return '[unreadable]'
  }
}

function redact(text: string): string {
  return text.replace(SECRET_TEXT, '[redacted]')
}
