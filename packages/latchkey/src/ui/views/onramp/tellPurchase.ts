import type { Purchase } from '../../../core/features/onramp/state.ts'
import type { Instance } from '../../../core/types/latchkey.ts'
import { showPageNotice } from '../../shell/showPageNotice.ts'
import { onrampWords } from '../../text/rooms/onrampWords.ts'

/** Tells on the page how a purchase ended whose view nobody looks at any more. */
export function tellPurchase(instance: Instance, { status, symbol, provider }: Purchase): void {
  if (!instance.options.features.notices) return
  const isDone = status === 'completed'
  const told = showPageNotice(instance, isDone ? 'sentDone' : 'sentFailed', (words) => {
    const t = words.extend(onrampWords)
    const text = isDone
      ? t('onramp.completed', { token: symbol })
      : `${t('onramp.failed')}. ${t('onramp.failed.more', { provider: provider.label })}`
    return { text }
  })
  told.catch((error: unknown) => instance.services.logger.debug('How a purchase ended could not be told.', { error }))
}
