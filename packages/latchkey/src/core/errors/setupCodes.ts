/** The closed list of codes for misuse: what a developer meets while setting up, and calls made at the wrong time. */
export const SETUP_CODES = [
  'OPTION_UNKNOWN',
  'OPTION_INVALID',
  'OPTION_CONFLICT',
  'NETWORK_NOT_FOUND',
  'ADAPTER_NOT_FOUND',
  'CONNECTOR_NOT_FOUND',
  'NOT_CONNECTED',
  'ABILITY_MISSING',
  'REQUEST_INVALID',
  'PACKAGE_MISSING',
  'DISCONNECT_FAILED',
  'VIEW_UNKNOWN',
  'INSTANCE_NOT_FOUND',
  'ATTEMPT_CANCELLED',
  'DESTROYED',
] as const

export type SetupCode = (typeof SETUP_CODES)[number]
