import type { Connection, SavedConnection } from '../../adapter.ts'

/** An account that the visitor chose among several comes first, where the wallet still shares it. */
export function orderAccounts(connection: Connection, { isChosen, address }: SavedConnection): Connection {
  const chosen = isChosen && connection.accounts.find((account) => account.address === address)
  if (!chosen) return connection
  return { ...connection, accounts: [chosen, ...connection.accounts.filter((account) => account !== chosen)] }
}
