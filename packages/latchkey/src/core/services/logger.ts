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
      const line = `[latchkey:${parameters.id}] ${redactText(text)}`
      if (facts) target[level](line, redact(facts, 0))
      else target[level](line)
    }
  return {
    debug: parameters.isDebug ? write('debug') : () => undefined,
    warn: parameters.isDebug ? write('warn') : () => undefined,
    error: write('error'),
  }
}

/** A copy of a fact without secrets. Errors keep code and message; anything deeper than three levels is left out. */
function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth > 3) return '[deep]'
  if (value instanceof Error) {
    return { name: value.name, code: Reflect.get(value, 'code'), message: redactText(value.message) }
  }
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name !== 'code' && SECRET_NAME.test(name) ? '[redacted]' : redact(item, depth + 1),
    ]),
  )
}

function redactText(text: string): string {
  return text.replace(SECRET_TEXT, '[redacted]')
}
