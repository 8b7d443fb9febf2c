/** Names of properties that point at a person and are dropped wherever they stand. Sources: SEC-88, SEC-105. */
export const PRIVATE_FIELDS: readonly string[] = [
  'address',
  'account',
  'ensName',
  'hash',
  'search',
  'query',
  'uri',
  'mobile_link',
  'stackTrace',
  'email',
  'projectId',
  'cursor',
]
