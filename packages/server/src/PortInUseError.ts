/** Somebody else listens on the port. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError'
  readonly code = 'PORT_IN_USE'
  constructor(host: string, port: number, cause: unknown) {
    super(`Port ${port} on ${host} is in use. Choose another one with --port.`, { cause })
  }
}
