import { useState } from 'react'
import type { Account, Connection } from '../../../core/adapter.ts'
import { disconnect } from '../../../core/kernel/wallet/disconnect.ts'
import { findNetwork } from '../../../core/kernel/wallet/networks.ts'
import { switchConnection } from '../../../core/kernel/wallet/switchConnection.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { AddressText, formatAddress } from '../../parts/AddressText.tsx'
import { IconButton } from '../../parts/IconButton.tsx'
import { List } from '../../parts/List.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { copyText } from '../copyText.ts'

/** One connected wallet: its accounts, of which one is in use, and what can be done with it. */
export function KeptWallet({ connection, isInUse }: KeptWallet.Props) {
  const instance = useInstance()
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const { connector, accounts, networkId } = connection
  const { id: connectorId, name, namespace, imageUrl } = connector
  const network = useLatchkeyState('networks', (networks) => findNetwork(networks, networkId))
  const explorer = network?.blockExplorers?.default.url.replace(/\/+$/, '')
  const [first] = accounts

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
        <Picture src={imageUrl} name={name} size="small" />
        <h3>{name}</h3>
        {isInUse ? <Tag kind="connected">{t('wallets.inUse')}</Tag> : null}
        {first === undefined ? null : (
          <IconButton
            inline
            icon="copy"
            label={t('wallets.copy', { wallet: name })}
            onPress={() => void copyText(instance, first.address, 'addressCopied')}
          />
        )}
        {explorer === undefined || first === undefined ? null : (
          <IconButton
            inline
            icon="external"
            label={t('wallets.explore', { wallet: name })}
            onPress={() =>
              instance.services.browser.openTab(`${explorer}/address/${encodeURIComponent(first.address)}`)
            }
          />
        )}
        <IconButton
          inline
          icon="power"
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
            isCurrent={isInUse && index === 0}
            onPress={() => void use(account.address)}
          />
        ))}
      </List>
    </section>
  )
}
export declare namespace KeptWallet {
  type Props = {
    readonly connection: Connection
    /** The one whose account the site works with now. */
    readonly isInUse: boolean
  }
}

function AccountRow({
  account,
  isCurrent,
  onPress,
}: {
  readonly account: Account
  readonly isCurrent: boolean
  readonly onPress: () => void
}) {
  const t = useText()
  const kind = account.type === 'eoa' ? undefined : t(`wallets.type.${account.type}`)
  return (
    <Row
      title={<AddressText address={account.address} />}
      note={kind}
      isCurrent={isCurrent}
      focusKey={`account:${account.address}`}
      onPress={() => {
        if (!isCurrent) onPress()
      }}
    />
  )
}
