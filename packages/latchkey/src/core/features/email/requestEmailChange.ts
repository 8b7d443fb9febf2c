import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { openModal } from '../../flow/openModal.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import type { Instance } from '../../types/latchkey.ts'
import { EMBEDDED_ID } from '../../ways/embedded/embeddedId.ts'
import { embeddedOf } from '../../ways/embedded/embeddedStore.ts'

/** Opens the modal where the visitor changes the address of their wallet, for a site that wants that. See the action `updateEmail`. */
export async function requestEmailChange(instance: Instance): Promise<{ readonly email: string }> {
  const { connection } = demandConnection(instance, undefined)
  if (connection.connector.id !== EMBEDDED_ID)
    throw new LatchkeyError('NOT_CONNECTED', 'The wallet in use does not open by an e-mail.')
  if (!instance.live.mountModal)
    throw new LatchkeyError('OPTION_INVALID', 'A change of the e-mail address needs the modal.')
  const store = embeddedOf(instance)
  const before = store.get().user?.email
  let stop = (): void => undefined
  try {
    return await new Promise((resolve, reject) => {
      stop = store.watch(({ user }) => {
        if (user?.email !== undefined && user.email !== before) resolve({ email: user.email })
      })
      openModal(instance, { view: 'UpdateEmailWallet' }).then(
        () => reject(new LatchkeyError('ATTEMPT_CANCELLED', 'The visitor left without changing the address.')),
        reject,
      )
    })
  } finally {
    stop()
  }
}
