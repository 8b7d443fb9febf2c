import { useInstance, useText } from '../../hooks.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Icon } from '../../parts/Icon.tsx'
import type { IconName } from '../../parts/icons.ts'
import { List } from '../../parts/List.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { useViewData } from '../useViewData.ts'
import { type DownloadLink, listDownloadLinks } from './downloadLinks.ts'

/** Where to get one wallet: the store of this browser, the app stores, its page. Source: views, M1e. */
export function Downloads() {
  const instance = useInstance()
  const t = useText()
  const { wallet } = useViewData('Downloads')
  const links = listDownloadLinks(wallet.links, instance.services.browser)
  if (links.length === 0) return <Empty picture="wallet" text={t('downloads.none', { wallet: wallet.name })} />
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
            end={<Icon name="external" small />}
            href={link.href}
            focusKey={`download:${link.name}`}
            onPress={() =>
              instance.track('GET_WALLET', { name: wallet.name, explorerId: wallet.explorerId, type: link.type })
            }
          />
        ))}
      </List>
      <p className="aside">{t('downloads.after')}</p>
    </>
  )
}

const ICONS: Readonly<Record<DownloadLink['name'], IconName>> = {
  chromeStore: 'puzzle',
  firefoxStore: 'puzzle',
  appStore: 'phone',
  playStore: 'phone',
  homepage: 'globe',
}
