export { polkadot } from './polkadot.ts'
export type { PolkadotOptions } from './polkadotOptions.ts'
export { signPayload } from './signPayload.ts'
