import type { WalletListing } from '../../../core/types/listing.ts'
import { useInstance, useText } from '../../hooks.ts'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { isPaired, openWallet } from './openWallet.ts'

/** A wallet to connect with. Its tag is part of its name, and so is the rdns of one of two that claim the same or have one name. */
export function WalletRow({ wallet, index, isConnected, isNamesake }: WalletRow.Props) {
  const instance = useInstance()
  const t = useText()
  const { name, formerName, rdns, connectors } = wallet
  const focusKey = `wallet:${wallet.key}`
  const tag = isConnected
    ? 'connected'
    : wallet.isRecent
      ? 'recent'
      : connectors.length > 1
        ? 'multichain'
        : wallet.isInstalled
          ? 'installed'
          : undefined
  const told = (wallet.isLookalike || isNamesake) && rdns !== undefined ? <bdi dir="ltr">{rdns}</bdi> : undefined
  const note = formerName === undefined ? told : (told ?? <bdi>{t('connect.formerly', { name: formerName })}</bdi>)
  return (
    <Row
      picture={<Picture src={wallet.imageUrl} name={name} />}
      title={<bdi>{name}</bdi>}
      note={note}
      end={
        tag === undefined ? (
          <>
            {connectors.length > 0 ? null : (
              <HiddenText>{t(isPaired(instance, wallet) ? 'connect.byPhone' : 'connect.notInstalled')}</HiddenText>
            )}
            <Icon name="chevron" small turns />
          </>
        ) : (
          <Tag kind={tag}>{t(`tag.${tag}`)}</Tag>
        )
      }
      focusKey={focusKey}
      onPress={() => openWallet(instance, wallet, { focusKey, index, view: 'Connect' })}
    />
  )
}
export declare namespace WalletRow {
  type Props = {
    readonly wallet: WalletListing
    readonly index: number
    readonly isConnected: boolean
    /** Another wallet of the list has the same name. */
    readonly isNamesake: boolean
  }
}
