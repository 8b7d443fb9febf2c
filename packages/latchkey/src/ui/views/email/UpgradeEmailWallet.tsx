import { useEffect, useState } from 'react'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { EMBEDDED_ID } from '../../../core/ways/embedded/embeddedId.ts'
import { openSettings } from '../../../core/ways/embedded/openSettings.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { List } from '../../parts/List.tsx'
import { LOCK } from '../../parts/laterIcons.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Row } from '../../parts/Row.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import styles from './email.css?inline'

/** Ways that are screens of the frame. */
const SCREENS = [
  { section: 'export', key: 'email.own.export', more: 'email.own.export.more', icon: 'copy' },
  { section: 'recovery', key: 'email.own.alone', more: 'email.own.alone.more', icon: LOCK },
] as const

/** How whoever opened a wallet by a login comes to depend less on the service behind it, and what each way costs. */
export function UpgradeEmailWallet() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(emailWords)
  const namespace = useLatchkeyState('networks', ({ activeNamespace }) => activeNamespace)
  const connection = useLatchkeyState('connection', (state) => getConnection(state, namespace))
  const [error, setError] = useState<unknown>()
  const isGone = connection?.connector.id !== EMBEDDED_ID
  useEffect(() => {
    // Another wallet is in use, or none: a site has opened this view by its name.
    if (isGone) showHome(instance)
  }, [instance, isGone])
  if (isGone) return null
  const failure = error === undefined ? undefined : userMessage(error)
  return (
    <div className="email-step email-own">
      <p>{t('email.own.why')}</p>
      <List label={t('title.UpgradeEmailWallet')}>
        {SCREENS.map(({ section, key, more, icon }) => (
          <Row
            key={section}
            picture={
              <span className="pic glyph">
                <Icon name={icon} />
              </span>
            }
            title={t(key)}
            note={t(more)}
            end={<Icon name="chevron" small turns />}
            focusKey={section}
            onPress={() => {
              setError(undefined)
              openSettings(instance, section).catch(setError)
            }}
          />
        ))}
        {instance.options.features.send ? (
          <Row
            picture={
              <span className="pic glyph">
                <Icon name="wallet" />
              </span>
            }
            title={t('email.own.move')}
            note={t('email.own.move.more')}
            end={<Icon name="chevron" small turns />}
            focusKey="move"
            onPress={() => pushView(instance, { view: 'WalletSend' }, 'move')}
          />
        ) : null}
      </List>
      {connection.accounts.some(({ type }) => type === 'smartAccount') ? (
        <Notice kind="warn">{t('email.own.smart')}</Notice>
      ) : null}
      <p className="email-note">{t('email.own.after')}</p>
      {failure === undefined ? null : (
        <div role="alert" data-failure={failure.code}>
          <Notice kind="bad">{t(failure.sentence as 'failure.FRAME_UNREACHABLE')}</Notice>
        </div>
      )}
    </div>
  )
}
