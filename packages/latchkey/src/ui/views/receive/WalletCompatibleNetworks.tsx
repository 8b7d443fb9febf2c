import { getNetworkImage } from '../../../core/values/getNetworkImage.ts'
import { useInstance } from '../../hooks.ts'
import { List } from '../../parts/List.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { receiveWords } from '../../text/rooms/receiveWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useViewData } from '../useViewData.ts'
import { useReceiver } from './useReceiver.ts'

/** Networks from which the address can be paid. Nothing to choose: it is there to be read before somebody pays. */
export function WalletCompatibleNetworks() {
  const instance = useInstance()
  const t = useRoomText(receiveWords)
  const { namespace } = useViewData('WalletCompatibleNetworks')
  const { networks } = useReceiver(namespace)
  return (
    <>
      <Notice kind="warn">
        <p>
          <b>{t('receive.warn')}</b> <span>{t('receive.warn.more')}</span>
        </p>
      </Notice>
      <div className="flush section">
        <List label={t('title.WalletCompatibleNetworks')} plain>
          {networks.map((network) => (
            <Row
              key={network.caipNetworkId}
              plain
              picture={<Picture src={getNetworkImage(instance.options, network)} name={network.name} round />}
              title={<bdi>{network.name}</bdi>}
            />
          ))}
        </List>
      </div>
    </>
  )
}
