import { useState } from 'react'
import { userMessage } from '../../../core/errors/userMessage.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { findConnection } from '../../../core/kernel/connections/connectionByConnector.ts'
import { EMBEDDED_ID } from '../../../core/ways/embedded/embeddedId.ts'
import { embeddedOf } from '../../../core/ways/embedded/embeddedStore.ts'
import { openSettings } from '../../../core/ways/embedded/openSettings.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { List } from '../../parts/List.tsx'
import { GLOBE, LOCK, REFRESH, USER } from '../../parts/laterIcons.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Row } from '../../parts/Row.tsx'
import { StrokeIcon } from '../../parts/StrokeIcon.tsx'
import { pick } from '../../pick.ts'
import { late } from '../../shell/late.tsx'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'

/** Who logs in at another service is named by it, and has no address to change here. */
const LateSocialRow = late(() => import('../social/SocialRow.tsx').then(pick('SocialRow')))

const SECTIONS = [
  { section: 'recovery', key: 'email.settings.backup', icon: LOCK },
  { section: 'export', key: 'email.settings.export', icon: 'copy' },
  { section: 'devices', key: 'email.settings.devices', icon: 'phone' },
  { section: 'permissions', key: 'email.settings.permissions', icon: GLOBE },
  { section: 'identities', key: 'email.settings.identities', icon: USER },
  { section: 'activity', key: 'email.settings.activity', icon: REFRESH },
  { section: 'delete', key: 'email.settings.delete', icon: 'error' },
] as const

const BACK_TO_SETTINGS = { redirectView: 'AccountSettings' } as const

/** What belongs to the wallet behind an e-mail alone: its address, and the screens that its frame has. */
export function WalletRows() {
  const instance = useInstance()
  const t = useRoomText(emailWords)
  const hasSessions = instance.options.features.smartSessions
  const email = useLatchkeyState(embeddedOf, ({ user }) => user?.email)
  const isSocial = useLatchkeyState(embeddedOf, ({ socialProvider }) => socialProvider !== undefined)
  // Only where the network in use has both.
  const otherType = useLatchkeyState('connection', (state) => {
    const accounts = findConnection(state, { namespace: 'eip155', id: EMBEDDED_ID })?.accounts ?? []
    return accounts.some(({ type }) => type === 'smartAccount')
      ? accounts.find(({ type }) => type !== accounts[0]?.type)?.type
      : undefined
  })
  const [error, setError] = useState<unknown>()
  const failure = error === undefined ? undefined : userMessage(error)
  return (
    <>
      <List label={t('email.settings.email')} plain>
        <Row
          plain
          picture={
            <span className="pic glyph">
              <Icon name="wallet" />
            </span>
          }
          title={t('title.UpgradeEmailWallet')}
          end={<Icon name="chevron" small turns />}
          focusKey="upgrade"
          onPress={() => {
            instance.track('EMAIL_UPGRADE_FROM_MODAL', {})
            pushView(instance, { view: 'UpgradeEmailWallet' }, 'upgrade')
          }}
        />
        {isSocial ? <LateSocialRow /> : null}
        {email === undefined || isSocial ? null : (
          <Row
            plain
            picture={
              <span className="pic glyph">
                <StrokeIcon name="mail" />
              </span>
            }
            title={t('email.settings.email')}
            note={<bdi dir="ltr">{email}</bdi>}
            end={<Icon name="chevron" small turns />}
            focusKey="email"
            onPress={() => pushView(instance, { view: 'UpdateEmailWallet', data: BACK_TO_SETTINGS }, 'email')}
          />
        )}
        {otherType === undefined ? null : (
          <Row
            plain
            picture={
              <span className="pic glyph">
                <Icon name={USER} />
              </span>
            }
            title={t(otherType === 'smartAccount' ? 'email.type.toSmart' : 'email.type.toPlain')}
            note={t(otherType === 'smartAccount' ? 'email.type.usesPlain' : 'email.type.usesSmart')}
            end={<Icon name="chevron" small turns />}
            focusKey="type"
            onPress={() => pushView(instance, { view: 'SmartAccountSettings' }, 'type')}
          />
        )}
        {SECTIONS.filter(({ section }) => section !== 'permissions' || hasSessions).map(({ section, key, icon }) => (
          <Row
            key={section}
            plain
            picture={
              <span className="pic glyph">
                <Icon name={icon} />
              </span>
            }
            title={t(key)}
            end={<Icon name="chevron" small turns />}
            focusKey={section}
            onPress={() => {
              setError(undefined)
              openSettings(instance, section).catch(setError)
            }}
          />
        ))}
      </List>
      {failure === undefined ? null : (
        <div role="alert" data-failure={failure.code}>
          <Notice kind="bad">{t(failure.sentence as 'failure.FRAME_UNREACHABLE')}</Notice>
        </div>
      )}
    </>
  )
}
