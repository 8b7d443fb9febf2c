import type { KeyStorage } from '../../core/services/ports.ts'
import type { Account, Connection, Connector } from '../../core/types/adapter.ts'
import { parseShared, type Shared } from './addresses.ts'

/** What was shared, kept for wallets that do not say it again without asking their owner, such as Leather. */
export type Memory = {
  keep(connection: Connection): void
  recall(connector: Connector): Shared | undefined
  forget(connector: Connector): void
}

/** Makes a memory in the instance's own storage: the addresses, their kinds, and the network. */
export function createMemory(storage: KeyStorage): Memory {
  const toName = ({ id }: Connector) => `bip122/shared/${id}`
  return {
    keep: ({ connector, accounts, networkId }) =>
      storage.set(toName(connector), JSON.stringify({ accounts: accounts.map(toItem), networkId })),
    recall(connector) {
      try {
        const { accounts, networkId } = JSON.parse(storage.get(toName(connector)) ?? '') as Record<string, unknown>
        return parseShared(accounts, [networkId])
      } catch {
        return undefined
      }
    },
    forget: (connector) => storage.remove(toName(connector)),
  }
}

function toItem({ address, type, publicKey, path }: Account) {
  return { address, purpose: type === 'ordinal' ? 'ordinals' : 'payment', publicKey, derivationPath: path }
}
