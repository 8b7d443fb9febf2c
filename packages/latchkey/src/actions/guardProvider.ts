import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { demandObject } from './demandObject.ts'

/** As much of EIP-1193 as libraries use. */
export type GuardedProvider = {
  readonly request: (asked: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
  readonly on: (event: string, listener: (...values: never[]) => void) => unknown
  readonly removeListener: (event: string, listener: (...values: never[]) => void) => unknown
}

type WalletProvider = {
  readonly request: GuardedProvider['request']
  readonly on?: GuardedProvider['on']
  readonly removeListener?: GuardedProvider['removeListener']
}

/**
 * The provider of the connected eip155 wallet for a library of the site's (ethers, viem, web3.js), with the check before signing in
 * front of it: what `features.guard` shows for the actions, it shows for `eth_sendTransaction`, `eth_signTransaction`,
 * `wallet_sendCalls`, `eth_signTypedData` in every version and `eth_sign`. A rejection has the code 4001, as of any wallet. All
 * else goes straight to the wallet. Belongs to the connection in use when it is called. Throws `NOT_CONNECTED`.
 */
export function guardProvider({ instance }: Latchkey): GuardedProvider {
  const connection = instance.stores.connection.get().byNamespace.eip155?.connection
  if (!connection) throw new LatchkeyError('NOT_CONNECTED', 'No wallet is connected for eip155.')
  const wallet = (connection.provider ?? connection.connector.provider) as WalletProvider
  const pass = (asked: Parameters<GuardedProvider['request']>[0]): Promise<unknown> => wallet.request(asked)
  return {
    async request(asked) {
      const { method, params } = demandObject('request', asked)
      if (!instance.options.features.guard || !GUARDED.test(method)) return pass(asked)
      const { readRequest } = await lazy(instance, import('../core/features/send/guard/readRequest.ts'), 'sign')
      const step = method.includes('end') || method === 'eth_signTransaction' ? 'send' : 'sign'
      try {
        await instance.guard?.({ connection, step, request: readRequest(method, params) })
      } catch (cause) {
        const isRejected = (cause as { readonly code?: unknown }).code === 'USER_REJECTED'
        // EIP-1193 has numbers, and libraries read nothing else.
        throw isRejected ? Object.assign(new Error('User rejected the request.', { cause }), { code: 4001 }) : cause
      }
      const { whileAsked } = instance.live
      return whileAsked ? whileAsked(connection.connector, () => pass(asked)) : pass(asked)
    },
    on: (event, listener) => wallet.on?.(event, listener),
    removeListener: (event, listener) => wallet.removeListener?.(event, listener),
  }
}

const GUARDED = /^(eth_sendTransaction|eth_signTransaction|wallet_sendCalls|eth_signTypedData(_v[134])?|eth_sign)$/
