import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { WalletListing } from '../../../core/types/listing.ts'
import { useInstance } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { WALLET_DRAWING } from '../../parts/Drawing.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Icon } from '../../parts/Icon.tsx'
import type { IconName } from '../../parts/icons.ts'
import { List } from '../../parts/List.tsx'
import { EXTERNAL, GLOBE, PUZZLE, REFRESH } from '../../parts/laterIcons.ts'
import { Picture } from '../../parts/Picture.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { Row } from '../../parts/Row.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { helpWords } from '../../text/rooms/helpWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useViewData } from '../useViewData.ts'
import { type DownloadLink, listDownloadLinks } from './downloadLinks.ts'

/** Where to get one wallet: the store of this browser, the app stores, its page. */
export function Downloads() {
  const instance = useInstance()
  const t = useRoomText(helpWords)
  const { browser } = instance.services
  const [hasGone, setHasGone] = useState(false)
  const { wallet } = useViewData('Downloads')
  const links = listDownloadLinks(wallet.links, instance.services)
  // An app on a phone is there as soon as it is opened; an extension shows itself to pages that are loaded after it.
  const isExtension = !browser.isMobile() && Boolean(wallet.links.chromeStore ?? wallet.links.firefoxStore)
  if (links.length === 0) return <Empty picture={WALLET_DRAWING} text={t('downloads.none', { wallet: wallet.name })} />
  return (
    <>
      <div className="portrait">
        <Picture src={wallet.imageUrl} name={wallet.name} size="large" />
      </div>
      <List label={t('title.Downloads', { wallet: wallet.name })}>
        {links.map((link) => (
          <Row
            key={link.name}
            picture={
              <span className="pic glyph">
                <Icon name={ICONS[link.name]} />
              </span>
            }
            title={t(`downloads.${link.name}`)}
            end={<Icon name={EXTERNAL} small />}
            href={link.href}
            focusKey={`download:${link.name}`}
            onPress={() => {
              const { name, walletRank, explorerId } = wallet
              instance.track('GET_WALLET', { name, walletRank, explorerId, type: link.type })
              setHasGone(true)
            }}
          />
        ))}
      </List>
      {browser.isMobile() ? null : <StoreCodes wallet={wallet} links={links} />}
      {hasGone && isExtension ? (
        <div className="section">
          <Button kind="main" wide icon={REFRESH} focusKey="reload" onPress={() => browser.reload()}>
            {t('action.reload')}
          </Button>
        </div>
      ) : null}
      {isExtension ? <p className="aside">{t('downloads.after')}</p> : null}
    </>
  )
}

/** The app stores as codes, for the phone beside this computer; drawn when they are asked for. */
function StoreCodes({ wallet, links }: { readonly wallet: WalletListing; readonly links: readonly DownloadLink[] }) {
  const t = useRoomText(helpWords)
  const panelId = useId()
  const stores = links.filter(({ name }) => name === 'appStore' || name === 'playStore')
  const [current, setCurrent] = useState<string>()
  const panel = useRef<HTMLDivElement>(null)
  const isAsked = current !== undefined
  useLayoutEffect(() => {
    // What was asked for lies below what fits.
    if (isAsked) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsked])
  const [first] = stores
  if (first === undefined) return null
  const shown = stores.find(({ name }) => name === current)
  if (shown === undefined) {
    return (
      <div className="section">
        <Button kind="plain" wide icon="qr" focusKey="codes" onPress={() => setCurrent(first.name)}>
          {t('downloads.scan')}
        </Button>
      </div>
    )
  }
  return (
    <div className="section choices">
      {stores.length < 2 ? null : (
        <Tabs
          label={t('downloads.stores')}
          tabs={stores.map(({ name }) => ({ id: name, label: t(`downloads.${name}`) }))}
          current={shown.name}
          panelId={panelId}
          onChange={setCurrent}
        />
      )}
      <div
        ref={panel}
        id={panelId}
        {...(stores.length < 2 ? {} : { role: 'tabpanel', 'aria-label': t(`downloads.${shown.name}`) })}
      >
        <QrCode
          text={shown.href}
          label={t('downloads.code', { wallet: wallet.name, store: t(`downloads.${shown.name}`) })}
          picture={<Picture src={wallet.imageUrl} name={wallet.name} />}
        />
      </div>
    </div>
  )
}

const ICONS: Readonly<Record<DownloadLink['name'], IconName>> = {
  chromeStore: PUZZLE,
  firefoxStore: PUZZLE,
  appStore: 'phone',
  playStore: 'phone',
  homepage: GLOBE,
}
