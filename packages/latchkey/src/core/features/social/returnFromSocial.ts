import { openModal } from '../../flow/openModal.ts'
import type { Instance } from '../../types/latchkey.ts'
import { resumeSocial } from '../../ways/embedded/logInSocial.ts'
import { REDIRECT_RECORD, RESULT_FIELD } from '../../ways/embedded/socialReturn.ts'

/**
 * Told once when the page has loaded: it comes back from a service that it had gone to, and the login goes on in the modal. What it came
 * back with is taken off the address; a ticket that this browser did not ask for is none of its business.
 */
export function returnFromSocial(instance: Instance): void {
  const { location, history } = instance.services.walletWindow ?? {}
  const { storage } = instance.services
  const provider = storage.get(REDIRECT_RECORD)
  storage.remove(REDIRECT_RECORD)
  if (!location) return
  const url = new URL(location.href)
  const resultUri = url.searchParams.get(RESULT_FIELD)
  url.searchParams.delete(RESULT_FIELD)
  history?.replaceState(history.state, '', url.href)
  if (provider === undefined || resultUri === null) return
  resumeSocial(instance, { provider, resultUri })
  void openModal(instance, { view: 'ConnectingSocial', data: { provider } })
}
