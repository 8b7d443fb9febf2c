import { pushView } from '../../../core/flow/pushView.ts'
import { getAccount } from '../../../core/kernel/connections/accounts.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance } from '../../hooks.ts'
import { formatAddress } from '../../parts/AddressText.tsx'
import { Avatar } from '../../parts/Avatar.tsx'
import { Button } from '../../parts/Button.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Ring } from '../../parts/Ring.tsx'
import { Sentence } from '../../parts/Sentence.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { nameWords } from '../../text/rooms/nameWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { NamePlace } from './NamePlace.tsx'
import { NoNames } from './NoNames.tsx'
import styles from './names.css?inline'
import { useRegistrar } from './useRegistrar.ts'

/** Where visitors read what names of this kind are. */
export const LEARN_MORE = 'https://docs.ens.domains/'

/** Introduces names. */
export function ChooseAccountName() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(nameWords)
  const registrar = useRegistrar()
  if (registrar.status === 'none') return <NoNames reason={registrar.reason} />
  if (registrar.status === 'loading') return <NamePlace />
  const { address } = registrar
  const choose = (): void => {
    const network = getActiveNetworkId(instance.stores.networks.get())
    instance.track('OPEN_ENS_FLOW', { network, isSmartAccount: getAccount(instance)?.type === 'smartAccount' })
    pushView(instance, { view: 'RegisterAccountName' }, 'name')
  }
  return (
    <div className="names">
      <div className="centre">
        <Ring state="still" round>
          <Avatar address={address} size="large" />
        </Ring>
        <p className="title">
          <Sentence
            pieces={t.pieces('names.pitch', { address: formatAddress(address) })}
            draw={(text) => (
              <bdi dir="ltr" className="num">
                {text}
              </bdi>
            )}
          />
        </p>
        <p className="sentence">{`${t('names.public')} ${t('names.public.more')}`}</p>
      </div>
      <Button kind="main" wide focusKey="name" onPress={choose}>
        {t('names.choose')}
      </Button>
      <LinkButton href={LEARN_MORE} kind="quiet" wide focusKey="learn">
        {t('names.learnMore')}
      </LinkButton>
    </div>
  )
}
