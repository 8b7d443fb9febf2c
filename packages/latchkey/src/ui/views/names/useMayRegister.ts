import { mayRegister } from '../../../core/features/names/mayRegister.ts'
import { unservedOf } from '../../../core/features/tokens/mayServe.ts'
import { tokensOf } from '../../../core/features/tokens/state.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** Whether a name may be registered for the account in use, as far as it is known without asking. */
export function useMayRegister(): boolean {
  const instance = useInstance()
  const supportedChains = useLatchkeyState(tokensOf, (state) => state.supportedChains)
  const unserved = useLatchkeyState(unservedOf, (state) => state.list)
  const networks = useLatchkeyState('networks', (state) => state)
  return mayRegister(instance, networks, { supportedChains, unserved })
}
