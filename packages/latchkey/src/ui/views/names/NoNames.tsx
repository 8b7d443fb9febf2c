import { loadZones } from '../../../core/features/names/registrationActions.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { useInstance } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { nameWords } from '../../text/rooms/nameWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import type { NoNameReason } from './useRegistrar.ts'

const SAID = {
  noAccount: 'names.noAccount',
  noNetwork: 'names.noNetwork',
  badChain: 'names.badChain',
  closed: 'names.closed',
  failed: 'names.noAnswer',
} as const

/** Why no name can be registered, and the way on. */
export function NoNames({ reason }: { readonly reason: NoNameReason }) {
  const instance = useInstance()
  const t = useRoomText(nameWords)
  const isElsewhere = reason === 'noNetwork' || reason === 'badChain'
  return (
    <div className="names" data-reason={reason}>
      <div role="alert">
        <Notice kind={reason === 'closed' ? 'info' : 'warn'}>
          <p>
            <b>{t(SAID[reason])}</b>{' '}
            <span>{reason === 'noAccount' || reason === 'noNetwork' ? t('names.reconnect') : null}</span>
          </p>
        </Notice>
      </div>
      {isElsewhere ? (
        <Button
          kind="main"
          wide
          focusKey="networks"
          onPress={() => pushView(instance, { view: 'Networks' }, 'networks')}
        >
          {t('action.otherNetworks')}
        </Button>
      ) : reason === 'failed' ? (
        <Button kind="plain" wide focusKey="again" onPress={() => void loadZones(instance)}>
          {t('action.tryAgain')}
        </Button>
      ) : (
        <Button kind="plain" wide focusKey="home" onPress={() => showHome(instance)}>
          {reason === 'closed' ? t('names.toAccount') : t('title.Connect')}
        </Button>
      )}
    </div>
  )
}
