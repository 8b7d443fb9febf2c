import type { AccountType, Connector } from '../core/types/adapter.ts'

/** Id of the Base Account connector. */
export const BASE_ACCOUNT_ID = 'baseAccount'

/** Id of the connector of a Safe that shows this page inside itself. */
export const SAFE_ID = 'safe'

/** What the accounts of a connector are: both wallets here are contracts. */
export function getAccountType({ id }: Pick<Connector, 'id'>): AccountType {
  return id === BASE_ACCOUNT_ID || id === SAFE_ID ? 'smartAccount' : 'eoa'
}
