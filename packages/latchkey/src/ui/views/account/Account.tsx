import { useEffect } from 'react'
import { fetchIdentity } from '../../../core/features/names/fetchIdentity.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Avatar } from '../../parts/Avatar.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { copyText } from '../copyText.ts'
import { RelayTold } from '../RelayTold.tsx'
import { RequestTold } from '../RequestTold.tsx'
import { SessionTold } from '../SessionTold.tsx'
import { TransactionTold } from '../TransactionTold.tsx'
import styles from './account.css?inline'
import { DisconnectButton } from './DisconnectButton.tsx'
import { Tokens } from './Tokens.tsx'
import { useActiveAccount } from './useActiveAccount.ts'
import { WalletSwitch } from './WalletSwitch.tsx'
import { Worth } from './Worth.tsx'

/** Home of a connected account: who it is, what it is worth, what it holds. Source: views, D1. */
export function Account() {
  useStyles(styles)
  const instance = useInstance()
  const t = useText()
  const account = useActiveAccount()
  const address = account?.address
  const { name, avatar } = useLatchkeyState('names', (names) => names)
  const isNamed = useLatchkeyState('names', (names) => names.address === address && names.name !== undefined)
  const network = useLatchkeyState('networks', (networks) => networks.activeByNamespace[networks.activeNamespace])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name is read anew for each account and network
  useEffect(() => {
    void fetchIdentity(instance)
  }, [instance, address, network])

  if (address === undefined) return null
  return (
    <>
      <RelayTold />
      <RequestTold />
      <SessionTold />
      <TransactionTold />
      <div className="me">
        <Avatar address={address} src={isNamed ? avatar : undefined} size="large" />
        <button
          type="button"
          className="who"
          data-focus-key="copy"
          onClick={() => void copyText(instance, address, 'addressCopied')}
        >
          {isNamed ? <bdi dir="ltr">{name}</bdi> : <AddressText address={address} />}
          <Icon name="copy" small />
          <HiddenText>, {t('action.copyAddress')}</HiddenText>
        </button>
        <Worth />
        <WalletSwitch />
      </div>
      <Tokens />
      <DisconnectButton />
    </>
  )
}
