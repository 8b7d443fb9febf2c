import { directoryOf } from '../../../core/features/directory/state.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import { useInstance, useLatchkeyState, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { listDownloadLinks } from '../help/downloadLinks.ts'
import connecting from './connecting.css?inline'
import { getWallet } from './getWallet.ts'

/** For whoever has not got the wallet yet; nothing where nobody knows how to get it. */
export function GetLine({ wallet: chosen }: { readonly wallet: WalletListing }) {
  useStyles(connecting)
  const instance = useInstance()
  const t = useText()
  // One that was pressed before the directory has answered was known without its stores.
  const wallet =
    useLatchkeyState(directoryOf, ({ featured, recommended }) =>
      [...featured, ...recommended].find(({ key }) => key === chosen.key),
    ) ?? chosen
  if (listDownloadLinks(wallet.links, instance.services).length === 0) return null
  return (
    <div className="failed-line get-line">
      <p>{t('pairing.get', { wallet: wallet.name })}</p>
      <Button kind="plain" small focusKey="get" onPress={() => getWallet(instance, wallet, 'get')}>
        {t('action.getNamed', { wallet: wallet.name })}
      </Button>
    </div>
  )
}
