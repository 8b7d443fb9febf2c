import type { EvmAbilities } from './createAbilities.ts'

/** Abilities whose code is loaded when one of them is used. */
export function deferAbilities(load: () => Promise<EvmAbilities>): EvmAbilities {
  return {
    sendTransaction: async (...parameters) => (await load()).sendTransaction(...parameters),
    send: async (...parameters) => (await load()).send(...parameters),
    signTypedData: async (...parameters) => (await load()).signTypedData(...parameters),
    estimateGas: async (...parameters) => (await load()).estimateGas(...parameters),
    fetchCapabilities: async (...parameters) => (await load()).fetchCapabilities(...parameters),
    sendCalls: async (...parameters) => (await load()).sendCalls(...parameters),
    fetchCallsStatus: async (...parameters) => (await load()).fetchCallsStatus(...parameters),
    showCallsStatus: async (...parameters) => (await load()).showCallsStatus(...parameters),
    grantPermissions: async (...parameters) => (await load()).grantPermissions(...parameters),
    revokePermissions: async (...parameters) => (await load()).revokePermissions(...parameters),
    fetchPermissions: async (...parameters) => (await load()).fetchPermissions(...parameters),
    fetchAssets: async (...parameters) => (await load()).fetchAssets(...parameters),
  }
}
