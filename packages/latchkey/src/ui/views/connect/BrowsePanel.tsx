import { useState } from 'react'
import type { WalletListing } from '../../../core/types/listing.ts'
import { linkTarget } from '../../../core/values/openLinks.ts'
import { readPlatform } from '../../../core/values/platform.ts'
import { useInstance, useText } from '../../hooks.ts'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { GetLine } from './GetLine.tsx'
import { WalletPicture } from './PairingFailure.tsx'

/**
 * A wallet that takes no pairing in this namespace opens the page in a browser of its own, by a link that is ready before the
 * tap.
 */
export function BrowsePanel({ wallet, link, otherWays }: BrowsePanel.Props) {
  const instance = useInstance()
  const t = useText()
  const [isOpened, setOpened] = useState(false)
  const { browser, walletWindow } = instance.services
  const values = { wallet: wallet.name }
  return (
    <AttemptScreen
      picture={<WalletPicture wallet={wallet} />}
      phase="ready"
      title={t('pairing.ready', values)}
      sentence={t(isOpened ? 'pairing.browsed' : 'pairing.browse', values)}
      button={{
        label: t('action.openNamed', values),
        link: { href: link, target: linkTarget('mobile', readPlatform(walletWindow), browser.isFramed()) },
        onPress: () => {
          instance.track('SELECT_WALLET', { name: wallet.name, platform: 'mobile', view: 'ConnectingExternal' })
          setOpened(true)
        },
      }}
      beside={<GetLine wallet={wallet} />}
      wayOut={{ label: t('action.otherWays'), onPress: otherWays }}
    />
  )
}
export declare namespace BrowsePanel {
  type Props = {
    readonly wallet: WalletListing
    readonly link: string
    /** Where a visitor goes on who does not want that. */
    readonly otherWays: () => void
  }
}
