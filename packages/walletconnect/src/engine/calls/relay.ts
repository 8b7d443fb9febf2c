import type { Call } from '../call.ts'

/** `relayStatus`: how the way to the relay is, and who this client is there. */
export const relayStatus: Call<'relayStatus'> = ({ relayer }) => ({
  status: relayer.status(),
  clientId: relayer.clientId,
})

/** `prepareRelay`: the socket ahead of a call that is about to come. */
export const prepareRelay: Call<'prepareRelay'> = ({ relayer }) => {
  relayer.prepare()
  return undefined
}

/** `restartRelay`: a fresh socket at once, at another address if given. */
export const restartRelay: Call<'restartRelay'> = ({ relayer }, { url }) => {
  relayer.restart(url)
  return undefined
}
