/** Wallets that do not announce themselves in the page. Loaded only where a site names one. */

import type { Services } from '../core/services/ports.ts'
import type { Connector } from '../core/types/adapter.ts'
import type { Network } from '../core/types/network.ts'
import { type BaseAccountOptions, createBaseAccount } from './createBaseAccount.ts'
import { findSafe, type SafeOptions } from './findSafe.ts'

/** What a site may name besides the wallets of the page. Each needs a package of its own, which the site installs. */
export type ExternalWalletsOptions = {
  /** Offers Base Account, whose wallet opens in a window of its own. Default false. */
  readonly baseAccount?: boolean | BaseAccountOptions | undefined
  /** Connects the Safe that shows this page as one of its apps. Default false. */
  readonly safe?: boolean | SafeOptions | undefined
}

export type ExternalWallets = {
  /** Calls back with the connectors known now, then when a Safe is found. Returns the way to stop. */
  watch(listener: (connectors: readonly Connector[]) => void): () => void
  /** Loads the packages, so that a wallet's window opens within the click. */
  prepare(): void
  /** The wallet that shows this page inside itself, if there is one. Never rejects. */
  findHost(): Promise<Connector | undefined>
}

/** Makes the wallets that the options name. */
export function createExternalWallets(
  services: Services,
  networks: readonly Network[],
  { baseAccount, safe }: ExternalWalletsOptions,
): ExternalWallets {
  const base = baseAccount ? createBaseAccount(services, networks, baseAccount === true ? {} : baseAccount) : undefined
  let finding: Promise<Connector | undefined> | undefined
  const findHost = (): Promise<Connector | undefined> => {
    finding ??= safe ? findSafe(services, safe === true ? {} : safe) : Promise.resolve(undefined)
    return finding
  }
  return {
    findHost,
    prepare: () => base?.prepare(),
    watch(listener) {
      let isWatching = true
      const connectors = base ? [base.connector] : []
      listener(connectors)
      void findHost().then((host) => {
        if (isWatching && host) listener([host, ...connectors])
      })
      return () => {
        isWatching = false
      }
    },
  }
}
