import { EngineError } from '../errors.ts'
import type { SessionNamespaces } from '../records.ts'
import { validateEntries } from './validate.ts'
import { isAccountId, show } from './values.ts'

function validateAccounts(accounts: unknown, where: string): EngineError | undefined {
  const format = 'conform to "namespace:chainId:address" format'
  if (!Array.isArray(accounts)) {
    const words = 'accounts should be an array of strings conforming to "namespace:chainId:address" format'
    return new EngineError('UNSUPPORTED_ACCOUNTS', `${where} namespace, ${words}`)
  }
  if (accounts.every(isAccountId)) return undefined
  const bad: unknown = accounts.findLast((account) => !isAccountId(account))
  return new EngineError(
    'UNSUPPORTED_ACCOUNTS',
    `${where} namespace, account ${show(bad)} should be a string and ${format}`,
  )
}

/** Refuses namespaces of a session. */
export function validateSessionNamespaces(value: unknown, where: string): asserts value is SessionNamespaces {
  validateEntries(value, where, 'namespaces', (_key, { accounts }) => validateAccounts(accounts, where))
}
