import { requestsOf } from '../../kernel/requests/requests.ts'
import type { Instance } from '../../types/latchkey.ts'

/**
 * Sends the signature request that is shown as unanswered once more, under a new id. Whoever asked for it hears the wallet's
 * first word and no second one. What moves money is never sent again. What "Ask again" does (F-17).
 */
export async function askAgain(instance: Instance): Promise<void> {
  const { open } = requestsOf(instance).get()
  const wc = await instance.live.walletConnect
  if (open) wc?.serving?.askAgain(open.id)
}
