import type { ReactNode } from 'react'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { openOutside } from '../../../core/flow/openOutside.ts'
import type { SocialProvider } from '../../../core/ways/embedded/socialStore.ts'
import { useInstance } from '../../hooks.ts'
import { EXTERNAL } from '../../parts/laterIcons.ts'
import { socialWords } from '../../text/rooms/socialWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { goTo } from '../connect/goTo.ts'
import { Details } from '../Details.tsx'

/** Why a login at a service came to nothing: one sentence, one button, other ways. */
export function SocialFailure({ error, provider, picture, retry, button, otherWays }: SocialFailure.Props) {
  const instance = useInstance()
  const t = useRoomText(socialWords)
  const message = userMessage(error)
  const values = { wallet: provider.label, provider: provider.label }
  const isAway = message.code === 'FRAME_UNREACHABLE' || message.code === 'DATA_UNAVAILABLE'
  const isWindow = message.code === 'POPUP_BLOCKED'
  const leads = message.remedy === 'ways'
  const press = (): void => {
    if (leads) otherWays.onPress()
    else if (message.remedy === 'reload') instance.services.browser.reload()
    else if (message.remedy === 'outside') openOutside(instance, goTo)
    else retry()
  }
  return (
    <AttemptScreen
      picture={picture}
      phase={isWindow ? 'hint' : 'failed'}
      badge={isWindow || message.code === 'POPUP_CUT_OFF' ? EXTERNAL : undefined}
      code={message.code}
      title={isAway ? t('social.unreachable', values) : t(message.sentence as 'failure.USER_REJECTED', values)}
      sentence={
        isWindow
          ? t('social.blocked.more')
          : isAway || message.more === undefined
            ? undefined
            : t(message.more as 'failure.USER_REJECTED.more')
      }
      below={message.code === 'UNKNOWN_FAILURE' ? <Details error={error} /> : undefined}
      button={{
        label: button ?? t(message.button as 'action.tryAgain'),
        onPress: press,
      }}
      wayOut={
        leads ? undefined : message.remedy === 'reload' ? { label: t('action.tryAgain'), onPress: retry } : otherWays
      }
    />
  )
}
export declare namespace SocialFailure {
  type Props = {
    readonly error: unknown
    readonly provider: SocialProvider
    readonly picture: ReactNode
    readonly retry: () => void
    /** Words of the button, where it does something else than the failure's own. */
    readonly button?: string | undefined
    readonly otherWays: { readonly label: string; readonly onPress: () => void }
  }
}
