import { goBack } from '../../../core/flow/goBack.ts'
import { offersAllWallets } from '../../../core/flow/offersAllWallets.ts'
import { openOutside } from '../../../core/flow/openOutside.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import type { Attempt } from '../../../core/kernel/connections/connection.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { AttemptScreen } from '../AttemptScreen.tsx'
import { Details } from '../Details.tsx'
import { getWallet } from './getWallet.ts'
import { goTo } from './goTo.ts'
import { leave } from './leave.ts'
import { usePairingMessage } from './usePairingMessage.ts'

/** Why a pairing did not come about, where it happened: one sentence, one button, other ways. Source: F-10 to F-24. */
export function PairingFailure({ attempt, wallet, retry, otherWays }: PairingFailure.Props) {
  const instance = useInstance()
  const t = useText()
  const { message, title, sentence, button } = usePairingMessage(attempt, wallet)
  if (message === undefined) return null
  const goOn = otherWays ?? (() => leave(instance))
  const press = (): void => {
    if (message.remedy === 'reload') instance.services.browser.reload()
    else if (message.remedy === 'outside') openOutside(instance, goTo)
    else if (message.remedy === 'get' && wallet !== undefined) getWallet(instance, wallet, 'remedy')
    else if (message.code === 'PAYLOAD_UNSAFE') goBack(instance)
    else if (message.code === 'CHAINS_UNSUPPORTED' && offersAllWallets(instance)) {
      const networkId = getActiveNetworkId(instance.stores.networks.get())
      pushView(instance, { view: 'AllWallets', data: { networkId } }, 'remedy')
    } else if (message.remedy === 'ways') leave(instance)
    else retry()
  }
  return (
    <AttemptScreen
      picture={<WalletPicture wallet={wallet} />}
      phase="failed"
      badge={message.code === 'RELAY_UNREACHABLE' ? 'offline' : message.code === 'CLOCK_WRONG' ? 'warn' : 'close'}
      code={message.code}
      title={title ?? ''}
      sentence={sentence}
      below={message.code === 'UNKNOWN_FAILURE' ? <Details error={attempt.error} /> : undefined}
      button={{ label: button ?? '', onPress: press }}
      wayOut={
        message.button === 'action.otherWays'
          ? undefined
          : message.remedy === 'reload'
            ? { label: t('action.tryAgain'), onPress: retry }
            : { label: t('action.otherWays'), onPress: goOn }
      }
    />
  )
}
export declare namespace PairingFailure {
  type Props = {
    readonly attempt: Attempt
    readonly wallet: WalletListing | undefined
    /** Asks anew, with a fresh code. */
    readonly retry: () => void
    /** Where "Other ways" leads; to the other wallets by default. */
    readonly otherWays?: (() => void) | undefined
  }
}

/** The wallet in the ring; a phone where any wallet may answer. */
export function WalletPicture({ wallet }: { readonly wallet: WalletListing | undefined }) {
  if (wallet !== undefined) return <Picture src={wallet.imageUrl} name={wallet.name} size="large" />
  return (
    <span className="pic glyph large">
      <Icon name="phone" />
    </span>
  )
}
