import { useState } from 'react'
import { disconnect } from '../../../core/kernel/connections/disconnect.ts'
import { switchConnection } from '../../../core/kernel/connections/switchConnection.ts'
import { findNetwork } from '../../../core/kernel/networks/networks.ts'
import type { Account, Connection } from '../../../core/types/adapter.ts'
import type { NetworkId } from '../../../core/types/network.ts'
import { getConnectorImage } from '../../../core/values/getConnectorImage.ts'
import { toAddressLink } from '../../../core/values/toAddressLink.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { AddressText, formatAddress } from '../../parts/AddressText.tsx'
import { IconButton } from '../../parts/IconButton.tsx'
import { List } from '../../parts/List.tsx'
import { EXTERNAL, POWER } from '../../parts/laterIcons.ts'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { late } from '../../shell/late.tsx'
import { copyText } from '../copyText.ts'
import { useAccountName } from '../useAccountName.ts'

/** Accounts of one wallet whose worth is asked for: a wallet may have hundreds. */
const MOST_WORTHS = 8

const LateWorth = late(async () => (await import('./AccountWorth.tsx')).AccountWorth)

/** One connected wallet: its accounts, of which one is in use, and what can be done with it. */
export function ConnectedWallet({ connection, isCurrent }: ConnectedWallet.Props) {
  const instance = useInstance()
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const { connector, accounts, networkId } = connection
  const { id: connectorId, name, namespace } = connector
  const network = useLatchkeyState('networks', (networks) => findNetwork(networks, networkId))
  const [first] = accounts
  const explorer = first && toAddressLink(network, first.address)

  const use = async (address: string): Promise<void> => {
    setBusy(true)
    // A required sign-in that was refused has said so itself.
    await switchConnection(instance, { namespace, connectorId, address }).catch(() => undefined)
    setBusy(false)
  }
  const end = async (): Promise<void> => {
    setBusy(true)
    // Here it always ends; whether the wallet could be told, a toast says.
    await disconnect(instance, { namespace, connectorId }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <section className="kept" aria-label={name} aria-busy={isBusy}>
      <div className="kept-head">
        <Picture src={getConnectorImage(instance.options, connector)} name={name} size="small" />
        <h3>
          <bdi>{name}</bdi>
        </h3>
        {isCurrent ? <Tag kind="connected">{t('wallets.inUse')}</Tag> : null}
        {first === undefined ? null : (
          <IconButton
            inline
            icon="copy"
            label={t('wallets.copy', { wallet: name })}
            onPress={() => void copyText(instance, first.address, 'addressCopied')}
          />
        )}
        {explorer === undefined ? null : (
          <IconButton
            inline
            icon={EXTERNAL}
            label={t('wallets.explore', { wallet: name })}
            onPress={() => instance.services.browser.openTab(explorer)}
          />
        )}
        <IconButton
          inline
          icon={POWER}
          focusKey={`end:${connectorId}`}
          label={t('wallets.disconnect', {
            wallet: name,
            address: first === undefined ? '' : formatAddress(first.address),
          })}
          onPress={() => void end()}
        />
      </div>
      <List label={t('wallets.accounts', { wallet: name })}>
        {accounts.map((account, index) => (
          <AccountRow
            key={account.address}
            account={account}
            networkId={index < MOST_WORTHS && instance.services.gateway !== null ? networkId : undefined}
            isCurrent={isCurrent && index === 0}
            onPress={() => void use(account.address)}
          />
        ))}
      </List>
    </section>
  )
}
export declare namespace ConnectedWallet {
  type Props = {
    readonly connection: Connection
    /** The one whose account the site works with now. */
    readonly isCurrent: boolean
  }
}

function AccountRow({
  account,
  networkId,
  isCurrent,
  onPress,
}: {
  readonly account: Account
  /** Where its worth is asked for; undefined where it is not. */
  readonly networkId: NetworkId | undefined
  readonly isCurrent: boolean
  readonly onPress: () => void
}) {
  const t = useText()
  const name = useAccountName(account.address)
  const kind = account.type === 'eoa' ? undefined : t(`wallets.type.${account.type}`)
  const isNoted = name !== undefined || kind !== undefined
  return (
    <Row
      title={name === undefined ? <AddressText address={account.address} /> : <bdi dir="ltr">{name}</bdi>}
      note={
        networkId === undefined && !isNoted ? undefined : (
          <>
            {name === undefined ? null : <AddressText address={account.address} />}
            {kind === undefined ? null : <span>{kind}</span>}
            {networkId === undefined ? null : <LateWorth address={account.address} networkId={networkId} />}
          </>
        )
      }
      isCurrent={isCurrent}
      focusKey={`account:${account.address}`}
      onPress={() => {
        if (!isCurrent) onPress()
      }}
      end={isCurrent ? undefined : <span className="row-switch">{t('wallets.switch')}</span>}
    />
  )
}
