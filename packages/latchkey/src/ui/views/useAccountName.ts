import { getCachedIdentity } from '../../core/features/names/cachedIdentity.ts'
import { namesOf } from '../../core/features/names/state.ts'
import { useInstance, useLatchkeyState } from '../hooks.ts'

/** What an account is called, as far as it was read: that of the account in use, or of one that was read a short while ago. */
export function useAccountName(address: string): string | undefined {
  const instance = useInstance()
  const names = useLatchkeyState(namesOf, (state) => state)
  return names.address === address ? names.name : getCachedIdentity(instance, address)?.name
}
