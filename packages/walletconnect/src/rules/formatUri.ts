import type { PairingUri } from './uri.ts'

/** Writes a pairing URI: keys in alphabetical order, what is not set left out. */
export function formatUri({ topic, symKey, relay, expiryTimestamp, methods }: PairingUri): string {
  const query = Object.entries({
    expiryTimestamp,
    methods: methods?.length ? methods.join(',') : undefined,
    'relay-data': relay.data,
    'relay-protocol': relay.protocol,
    symKey,
  }).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return `wc:${topic}@2?${new URLSearchParams(query)}`
}
