import type { ReactNode } from 'react'
import { namesOf } from '../../../core/features/names/state.ts'
import { hiddenBalances, hiddenSmall } from '../../../core/features/tokens/hidden.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { getActiveNetwork } from '../../../core/kernel/networks/getActiveNetwork.ts'
import { getConnectorImage } from '../../../core/values/getConnectorImage.ts'
import { getNetworkImage } from '../../../core/values/getNetworkImage.ts'
import { toAddressLink } from '../../../core/values/toAddressLink.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Avatar } from '../../parts/Avatar.tsx'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { List } from '../../parts/List.tsx'
import { EXTERNAL, GLOBE, LOCK, USER } from '../../parts/laterIcons.ts'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { SwitchControl } from '../../parts/SwitchControl.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { late } from '../../shell/late.tsx'
import { privacyWords } from '../../text/rooms/privacyWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { copyText } from '../copyText.ts'
import { useChoice } from '../useChoice.ts'
import { useHidesBalances } from '../useHidesBalances.ts'
import { useNetworkName } from '../useNetworkName.ts'
import styles from './account.css?inline'
import { DisconnectButton } from './DisconnectButton.tsx'
import { NameRowPlace } from './NameRowPlace.tsx'
import { useActiveAccount } from './useActiveAccount.ts'

/** What the wallet behind an e-mail has of its own. */
const LateWalletRows = late(() => import('../email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.WalletRows))

/** Everything about an account that is not money. */
export function AccountSettings() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(privacyWords)
  const isHidden = useHidesBalances()
  const hidesSmall = useChoice(hiddenSmall)
  const account = useActiveAccount()
  const names = useLatchkeyState(namesOf, (state) => state)
  const namespace = useLatchkeyState('networks', (networks) => networks.activeNamespace)
  const network = useLatchkeyState('networks', getActiveNetwork)
  const networkName = useNetworkName()
  const connector = useLatchkeyState('connection', (state) => getConnection(state, namespace)?.connector)
  if (account === undefined) return null
  const { address } = account
  const explorer = toAddressLink(network, address)
  const avatar = names.address === address ? names.avatar : undefined
  return (
    <>
      <div className="me">
        <Avatar address={address} src={avatar} size="large" />
        {names.address === address && names.name !== undefined ? (
          <bdi dir="ltr" className="me-name">
            {names.name}
          </bdi>
        ) : null}
        <div className="panel">
          <AddressText address={address} full />
        </div>
      </div>
      <Button
        kind="plain"
        wide
        icon="copy"
        focusKey="copy"
        onPress={() => void copyText(instance, address, 'addressCopied')}
      >
        {t('action.copyAddress')}
      </Button>
      <div className="flush section">
        <List label={t('title.AccountSettings')} plain>
          <SettingRow
            picture={<Picture src={getNetworkImage(instance.options, network)} name={networkName} round />}
            label={t('settings.network')}
            value={networkName}
            focusKey="network"
            onPress={
              instance.options.enableNetworkSwitch
                ? () => {
                    instance.track('CLICK_NETWORKS', {})
                    pushView(instance, { view: 'Networks' }, 'network')
                  }
                : undefined
            }
          />
          {connector === undefined ? null : (
            <SettingRow
              picture={<Picture src={getConnectorImage(instance.options, connector)} name={connector.name} />}
              label={t('settings.wallet')}
              value={connector.name}
              focusKey="wallets"
              onPress={() => pushView(instance, { view: 'ProfileWallets' }, 'wallets')}
            />
          )}
          {account.type === 'eoa' ? null : (
            <SettingRow
              picture={
                <span className="pic glyph">
                  <Icon name={USER} />
                </span>
              }
              label={t('settings.type')}
              value={t(`wallets.type.${account.type}`)}
            />
          )}
          {explorer === undefined ? null : (
            <Row
              plain
              picture={
                <span className="pic glyph">
                  <Icon name={GLOBE} />
                </span>
              }
              title={t('account.explorer')}
              end={<Icon name={EXTERNAL} small />}
              href={explorer}
              focusKey="explorer"
            />
          )}
          <Row
            plain
            picture={
              <span className="pic glyph">
                <Icon name={LOCK} />
              </span>
            }
            title={t('title.PrivacyAndData')}
            end={<Icon name="chevron" small turns />}
            focusKey="privacy"
            onPress={() => pushView(instance, { view: 'PrivacyAndData' }, 'privacy')}
          />
          <Row
            plain
            picture={
              <span className="pic glyph">
                <Icon name="check" />
              </span>
            }
            title={t('title.AppPermissions')}
            end={<Icon name="chevron" small turns />}
            focusKey="permissions"
            onPress={() => pushView(instance, { view: 'AppPermissions' }, 'permissions')}
          />
        </List>
        {connector?.type === 'AUTH' ? <LateWalletRows /> : null}
        <NameRowPlace />
        <SwitchControl
          label={t('balances.hide')}
          isOn={isHidden}
          focusKey="hide"
          onChange={(isOn) => hiddenBalances.write(instance, isOn)}
        />
        <SwitchControl
          label={t('balances.hideSmall')}
          isOn={hidesSmall}
          focusKey="hideSmall"
          onChange={(isOn) => hiddenSmall.write(instance, isOn)}
        />
      </div>
      <DisconnectButton />
    </>
  )
}

function SettingRow({ picture, label, value, focusKey, onPress }: SettingRow.Props) {
  return (
    <Row
      plain
      picture={picture}
      title={label}
      note={<bdi>{value}</bdi>}
      end={onPress === undefined ? undefined : <Icon name="chevron" small turns />}
      focusKey={focusKey}
      onPress={onPress}
    />
  )
}
declare namespace SettingRow {
  type Props = {
    readonly picture: ReactNode
    readonly label: string
    readonly value: string
    readonly focusKey?: string | undefined
    readonly onPress?: (() => void) | undefined
  }
}
