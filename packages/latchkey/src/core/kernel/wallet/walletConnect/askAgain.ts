import type { Instance } from '../../../latchkey.ts'

/**
 * Sends the signature request that is shown as unanswered once more, under a new id. Whoever asked for it hears the wallet's
 * first word and no second one. What moves money is never sent again. What "Ask again" does (F-17).
 */
export async function askAgain(instance: Instance): Promise<void> {
  const { request } = instance.stores.connection.get()
  const wc = await instance.live.walletConnect
  if (request) wc?.askAgain(request.id)
}
