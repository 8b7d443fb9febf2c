/** A wallet's JavaScript object. Source: EIP-1193. */
import type { Connector } from '../core/types/adapter.ts'

/** What we use of an EIP-1193 provider. The members for events may be missing in part. */
export type Eip1193Provider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
  off?(event: string, listener: (value: unknown) => void): unknown
}

/** Whether a value can be asked like an EIP-1193 provider. Survives objects whose members throw. */
export function isEip1193Provider(value: unknown): value is Eip1193Provider {
  try {
    return typeof value === 'object' && value !== null && typeof (value as Eip1193Provider).request === 'function'
  } catch {
    return false
  }
}

/** Asks a wallet. What it throws instead of rejecting is a rejection too. */
export async function askWallet(
  provider: Eip1193Provider,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> {
  return provider.request(params ? { method, params } : { method })
}

/**
 * Listens to one event of a wallet. Returns the way to stop, which works for wallets that name it `removeListener`,
 * `off`, or lack it: their object keeps the listener, and the listener does nothing any more.
 */
export function watchWallet(provider: Eip1193Provider, event: string, listener: (value: unknown) => void): () => void {
  let isWatching = true
  const hear = (value: unknown) => {
    if (isWatching) listener(value)
  }
  try {
    provider.on?.(event, hear)
  } catch {
    // A wallet that cannot be listened to is read when it is used.
  }
  return () => {
    isWatching = false
    try {
      ;(provider.removeListener ?? provider.off)?.call(provider, event, hear)
    } catch {
      // The wallet keeps a listener that does nothing any more.
    }
  }
}

/** The provider of a connector. Throws a plain error when it is none, which cannot happen to a connector of ours. */
export function getProvider(connector: Connector): Eip1193Provider {
  if (isEip1193Provider(connector.provider)) return connector.provider
  throw new Error(`${connector.id} has no EIP-1193 provider`)
}
