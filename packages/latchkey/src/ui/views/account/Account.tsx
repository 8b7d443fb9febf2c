import { useEffect } from 'react'
import { namesOf } from '../../../core/features/names/state.ts'
import { watchIdentity } from '../../../core/features/names/watchIdentity.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { getActiveNetwork } from '../../../core/kernel/networks/getActiveNetwork.ts'
import { toAddressLink } from '../../../core/values/toAddressLink.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Avatar } from '../../parts/Avatar.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { EXTERNAL } from '../../parts/laterIcons.ts'
import { Tooltip } from '../../parts/Tooltip.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { late } from '../../shell/late.tsx'
import { useOnline } from '../../shell/useOnline.ts'
import { copyText } from '../copyText.ts'
import { RelayNotice } from '../RelayNotice.tsx'
import { RequestNotice } from '../RequestNotice.tsx'
import { SessionNotice } from '../SessionNotice.tsx'
import { TransactionNotice } from '../TransactionNotice.tsx'
import { AccountParts } from './AccountParts.tsx'
import styles from './account.css?inline'
import { DisconnectButton } from './DisconnectButton.tsx'
import { FeatureButtons } from './FeatureButtons.tsx'
import { useActiveAccount } from './useActiveAccount.ts'
import { WalletSwitch } from './WalletSwitch.tsx'
import { Worth } from './Worth.tsx'

/** The eye keeps its place until it comes, so that the name stays where it is. */
const LateEye = late(async () => (await import('./BalanceEye.tsx')).BalanceEye, <span className="icon-button inline" />)

/** Only a wallet behind an e-mail has one. */
const LateBackupReminder = late(() =>
  import('../email/emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM.BackupReminder),
)

/** What the modal shows a connected account first: who it is, what it is worth, what it holds. */
export function Account() {
  useStyles(styles)
  const instance = useInstance()
  const t = useText()
  const account = useActiveAccount()
  const address = account?.address
  const { name, avatar } = useLatchkeyState(namesOf, (names) => names)
  const isNamed = useLatchkeyState(namesOf, (names) => names.address === address && names.name !== undefined)
  const network = useLatchkeyState('networks', (networks) => networks.activeByNamespace[networks.activeNamespace])
  const explorer = useLatchkeyState(
    'networks',
    (networks) => address && toAddressLink(getActiveNetwork(networks), address),
  )
  const isEmbedded = useLatchkeyState(
    'connection',
    (state) => getConnection(state, instance.stores.networks.get().activeNamespace)?.connector.type === 'AUTH',
  )
  const isOnline = useOnline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name is read anew for each account and network, and when the page is online again
  useEffect(() => watchIdentity(instance), [instance, address, network, isOnline])

  if (address === undefined) return null
  return (
    <>
      <RelayNotice />
      <RequestNotice />
      <SessionNotice />
      <TransactionNotice />
      {isEmbedded ? <LateBackupReminder /> : null}
      <div className="me">
        <Avatar address={address} src={isNamed ? avatar : undefined} size="large" />
        <div className="who-line">
          <LateEye />
          <button
            type="button"
            className="who"
            data-focus-key="copy"
            onClick={() => void copyText(instance, address, 'addressCopied')}
          >
            {isNamed ? <bdi dir="ltr">{name}</bdi> : <AddressText address={address} />}
            <Icon name="copy" small />
            <HiddenText>{`, ${t('action.copyAddress')}`}</HiddenText>
          </button>
          {explorer === undefined ? null : (
            <Tooltip text={t('account.explorer')}>
              <a
                className="icon-button inline"
                href={explorer}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`${t('account.explorer')}, ${t('shell.newTab')}`}
                data-focus-key="explorer"
              >
                <Icon name={EXTERNAL} small />
              </a>
            </Tooltip>
          )}
        </div>
        <Worth />
        <WalletSwitch />
      </div>
      <FeatureButtons />
      <AccountParts />
      <DisconnectButton />
    </>
  )
}
