import { pushView } from '../../../core/kernel/shell/pushView.ts'
import type { WalletListing } from '../../../core/kernel/shell/views.ts'
import { listWays } from '../../../core/listWays.ts'
import { useInstance, useText } from '../../hooks.ts'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'

/** A wallet to connect with. Its tag is part of its name, and so is the rdns of one of two that claim the same. */
export function WalletRow({ wallet, index }: { readonly wallet: WalletListing; readonly index: number }) {
  const instance = useInstance()
  const t = useText()
  const { name: walletName, rdns } = wallet
  const focusKey = `wallet:${wallet.key}`
  const { browser, walletConnect } = instance.services
  const isHere = wallet.connectors.length > 0
  const isPaired = !isHere && walletConnect !== null && listWays(wallet, { isMobile: browser.isMobile() }).length > 0
  const end = wallet.isRecent ? (
    <Tag kind="recent">{t('tag.recent')}</Tag>
  ) : wallet.isInstalled ? (
    <Tag kind="installed">{t('tag.installed')}</Tag>
  ) : (
    <>
      <HiddenText>{isPaired ? t('connect.byPhone') : t('connect.notInstalled')}</HiddenText>
      <Icon name="chevron" small turns />
    </>
  )
  return (
    <Row
      picture={<Picture src={wallet.imageUrl} name={walletName} />}
      title={<bdi>{walletName}</bdi>}
      note={wallet.isLookalike && rdns !== undefined ? <bdi dir="ltr">{rdns}</bdi> : undefined}
      end={end}
      focusKey={focusKey}
      onPress={() => {
        if (isPaired) {
          pushView(instance, { view: 'ConnectingWalletConnect', data: { wallet } }, focusKey)
          return
        }
        instance.track('SELECT_WALLET', {
          name: walletName,
          platform: 'browser',
          displayIndex: index,
          view: 'Connect',
        })
        pushView(instance, { view: 'ConnectingExternal', data: { wallet } }, focusKey)
      }}
    />
  )
}
