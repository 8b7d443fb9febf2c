/** Fact names whose values are never written (SEC-88). */
const SECRET_NAME = /uri|symkey|secret|token|signature|privatekey|mnemonic|password|code$/i

/** Texts that are never written whole: pairing uris (also inside a link), their keys, and 32 bytes or more in hex (SEC-88). */
const SECRET_TEXT = /\bwc(:|%3A)[^\s"']+|symKey(=|%3D)[^\s"']+|\b(0x)?[0-9a-f]{64,}\b/gi

/** A developer's note as one line, with secrets cut out. */
export function writeNote(id: string, text: string, facts: Readonly<Record<string, unknown>> | undefined): string {
  return redact(`[latchkey:${id}] ${text}${facts ? ` ${writeFacts(facts)}` : ''}`)
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
