export type { WagmiActions, WagmiConfig } from './host.ts'
export { type WagmiOptions, wagmi } from './wagmi.ts'
