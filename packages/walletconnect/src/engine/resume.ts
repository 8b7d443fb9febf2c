import type { EngineContext } from './context.ts'
import { loadWallet } from './late.ts'

/** Takes up what an engine before this one left: requests that wait for the owner, and messages that may not have been sent. */
export function resume(context: EngineContext, isClosed: () => boolean): void {
  const { tables, logger, queue } = context
  if (queue.hasStored)
    loadWallet()
      .then(({ queueOf }) => {
        if (!isClosed()) queueOf(context)
      })
      .catch(() => logger.warn('Requests that wait could not be shown yet.'))
  const isLeft = (key: string): boolean => {
    const { method = '', response } = tables.sent.get(key) ?? {}
    return key.startsWith('answer:') || (!response && /^wc_session(Settle|Update|Extend)$/.test(method))
  }
  for (const key of tables.sent.keys().filter(isLeft))
    loadWallet()
      .then(({ sendKept }) => sendKept(context, key))
      .catch(() => logger.debug('What was left to send could not be sent.'))
}
