import type { CreateLatchkeyOptions } from '../types/options.ts'

const network = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.test'] } },
}

/** Compiled by the type check: each marked line must be an error, each other one must not. */
export const OPTION_TYPES: readonly CreateLatchkeyOptions[] = [
  { networks: [network] },
  { networks: [network], themeMode: 'system', features: { legalCheckbox: undefined } },
  // @ts-expect-error an unknown option is a type error
  { networks: [network], theme: 'dark' },
  // @ts-expect-error an unknown feature is a type error
  { networks: [network], features: { exchanges: true } },
  // @ts-expect-error at least one network is needed
  { networks: [] },
  // @ts-expect-error networks are needed
  {},
  // @ts-expect-error an option of another type
  { networks: [network], debug: 'yes' },
  // @ts-expect-error a theme variable of another product
  { networks: [network], themeVariables: { '--w3m-accent': 'red' } },
  // @ts-expect-error a method that there is not
  { networks: [network], features: { connectMethodsOrder: ['passkey'] } },
  // @ts-expect-error a namespace that is not known
  { networks: [{ ...network, chainNamespace: 'cosmos' }] },
]
