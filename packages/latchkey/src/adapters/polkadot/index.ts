export { type PolkadotOptions, polkadot } from './polkadot.ts'
export { signPayload } from './signPayload.ts'
