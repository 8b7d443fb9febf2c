/** The address cannot be listened on: no such address or name here, or not for this user. Says what to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code = 'LISTEN_FAILED'
  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    const why = REASONS[cause.code ?? ''] ?? cause.message
    super(`Port ${port} on ${host} cannot be listened on: ${why}. Choose others with --host and --port.`, { cause })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'that name has no address',
}
