import { type DestinationStream, pino } from 'pino'
import type { Config } from '../config.ts'
import type { Log } from '../ports.ts'
import { createRedact } from '../redact.ts'

/** Fields whose values are never written, at the top and one and two levels down. Source: SEC-118. */
const SECRET_FIELDS = ['authorization', 'cookie', 'email', 'code', 'token', 'share', 'secret', 'password', 'apiKey']

/**
 * The structured log: one JSON object a line, on standard output unless told otherwise. `secrets` are keys that stand in no
 * line, whoever's words they come in.
 */
export function createLog(
  level: Config['logLevel'],
  options: { secrets?: readonly string[] | undefined; destination?: DestinationStream | undefined } = {},
): Log {
  const redact = createRedact(options.secrets ?? [])
  const settings = {
    level,
    base: null,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
    serializers: { err: describeError },
    hooks: { streamWrite: redact.text },
  }
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination)
}

/** An error as the log holds it: its kind, words and stack, with the secret parts of addresses taken out. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: hideSecrets(String(error)) }
  return {
    type: error.name,
    message: hideSecrets(error.message),
    stack: hideSecrets(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/**
 * Keeps scheme and host of each address and drops user, path and query, where keys stand; and drops the parameters that a
 * failed database query names.
 */
function hideSecrets(text: string): string {
  return text
    .replace(/^params: [\s\S]*?(?=\n {4}at |$(?![\s\S]))/gm, 'params: …')
    .replace(/\b((?:https?|wss?|postgres(?:ql)?):\/\/)(?:[^\s/@]*@)?([^\s/?#"']+)[^\s"')]*/g, '$1$2/…')
}
