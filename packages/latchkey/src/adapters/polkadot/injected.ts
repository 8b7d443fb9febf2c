/** Wallets at `window.injectedWeb3`. Source: the interface of polkadot-js extensions. */

import type { WalletWindow } from '../../core/services/ports.ts'
import type { Connector } from '../../core/types/adapter.ts'
import { normaliseText } from '../../core/values/normaliseText.ts'

/** What a wallet gives after `enable`. */
export type Injected = {
  readonly accounts: {
    get(anyType?: boolean): Promise<unknown>
    subscribe?(listener: (accounts: unknown) => void): unknown
  }
  readonly signer: {
    signRaw?(request: { address: string; data: string; type: 'bytes' }): Promise<unknown>
    signPayload?(payload: unknown): Promise<unknown>
  }
}

/** A wallet before it was asked for anything. */
export type InjectedEntry = {
  readonly version?: unknown
  enable?(origin: string): Promise<unknown>
  connect?(origin: string): Promise<unknown>
}

/** Longest list that is read of a page, in entries. */
const LIST_LIMIT = 50

/** Names of wallets whose key says less. Source: the wallets' own pages. */
const NAMES: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'nova-wallet': 'Nova Wallet',
  'fearless-wallet': 'Fearless Wallet',
  polkagate: 'PolkaGate',
  enkrypt: 'Enkrypt',
}

/** The wallets that are in the window now. None of them is asked for anything: `enable` opens a wallet. */
export function listInjected(walletWindow: WalletWindow | null): readonly Connector[] {
  try {
    const { injectedWeb3 } = (walletWindow ?? {}) as { injectedWeb3?: unknown }
    if (typeof injectedWeb3 !== 'object' || injectedWeb3 === null) return []
    return Object.keys(injectedWeb3)
      .slice(0, LIST_LIMIT)
      .flatMap((key): readonly Connector[] => {
        const entry = readEntry(injectedWeb3, key)
        const name = Object.hasOwn(NAMES, key) ? NAMES[key] : normaliseText(key)
        if (!entry || !name) return []
        return [
          Object.freeze({
            id: key,
            name,
            namespace: 'polkadot',
            type: 'INJECTED',
            provider: entry,
          }),
        ]
      })
  } catch {
    return []
  }
}

function readEntry(injectedWeb3: object, key: string): InjectedEntry | undefined {
  try {
    const entry = (injectedWeb3 as Record<string, unknown>)[key] as InjectedEntry | undefined | null
    const isOpenable = typeof entry?.enable === 'function' || typeof entry?.connect === 'function'
    return entry && isOpenable ? entry : undefined
  } catch {
    return undefined
  }
}
