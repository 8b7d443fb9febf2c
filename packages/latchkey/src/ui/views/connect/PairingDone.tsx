import type { WalletListing } from '../../../core/types/listing.ts'
import { useText } from '../../hooks.ts'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { WalletPicture } from './PairingFailure.tsx'

/** The wallet has approved, and another view comes next. */
export function PairingDone({ wallet, name }: { readonly wallet: WalletListing | undefined; readonly name: string }) {
  const t = useText()
  return (
    <AttemptScreen
      picture={<WalletPicture wallet={wallet} />}
      phase="done"
      title={t('connecting.done')}
      sentence={wallet?.name ?? name}
    />
  )
}
