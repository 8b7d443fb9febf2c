import { useEffect } from 'react'
import { formatCount } from '../../../core/features/nfts/rules.ts'
import { nftsOf } from '../../../core/features/nfts/state.ts'
import { watchNfts } from '../../../core/features/nfts/watchNfts.ts'
import type { SendNft } from '../../../core/features/send/state.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { findNetwork, getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { getAdapter } from '../../../core/kernel/way.ts'
import { runLater } from '../../../core/lazy.ts'
import { getNamespace } from '../../../core/types/network.ts'
import { toAddressLink } from '../../../core/values/toAddressLink.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { nftWords } from '../../text/rooms/nftWords.ts'
import { tokenWords } from '../../text/rooms/tokenWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { CopyValue } from '../CopyValue.tsx'
import { useNetworkName } from '../useNetworkName.ts'
import { useViewData } from '../useViewData.ts'
import { NftPicture } from './NftPicture.tsx'
import styles from './nfts.css?inline'

const WORDS = { ...tokenWords, ...nftWords }

/** One NFT: its picture, what its maker says of it, and which token of which contract it is. */
export function NftDetails() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(WORDS)
  const opened = useViewData('NftDetails').nft
  // What it was opened with may still be on its way.
  const nft = useLatchkeyState(nftsOf, ({ items }) => items?.find(({ id }) => id === opened.id)) ?? opened
  useEffect(() => watchNfts(instance), [instance])
  const networkName = useNetworkName(nft.networkId)
  const explorer = useLatchkeyState('networks', (networks) =>
    toAddressLink(findNetwork(networks, nft.networkId), nft.contract),
  )
  // It is sent from the network in use; who looks at another one switches first.
  const isHere = useLatchkeyState('networks', (networks) => getActiveNetworkId(networks) === nft.networkId)
  const namespace = getNamespace(nft.networkId)
  const connection = useLatchkeyState('connection', (all) => namespace && getConnection(all, namespace))
  const adapter = connection && getAdapter(instance, connection.connector)
  const canSend =
    instance.options.features.send &&
    isHere &&
    (nft.standard === 'METAPLEX' ? adapter?.send : adapter?.sendTransaction) !== undefined
  const openSend = (item: SendNft): void =>
    runLater(
      instance,
      () => import('../../../core/features/send/actions.ts'),
      ({ sendNft }) => sendNft(instance, item, 'send'),
    )
  return (
    <div className="nft-details">
      <NftPicture nft={nft} isLarge />
      {nft.isSpam ? (
        <Notice kind="warn">
          <p>{t('activity.why.SPAM')}</p>
        </Notice>
      ) : null}
      <div className="nft-words">
        <p className="nft-collection">
          <bdi>{nft.collection ?? nft.name}</bdi>
          <span>{networkName}</span>
        </p>
        {nft.description === undefined ? null : (
          <p className="nft-description" dir="auto">
            {nft.description}
          </p>
        )}
        {nft.metadata === 'read' ? null : <p className="nft-description">{t(`nfts.state.${nft.metadata}`)}</p>}
      </div>
      {nft.traits.length === 0 ? null : (
        <section aria-label={t('nfts.traits')}>
          <dl className="traits">
            {nft.traits.map(({ name, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two traits may have the same name
              <div key={index} className="trait">
                <dt dir="auto">{name || t('nfts.traits')}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Facts
        facts={[
          [
            t('nfts.amount'),
            nft.quantity === '1' ? undefined : (
              <bdi key="amount" dir="ltr">
                {formatCount(nft.quantity, t.region)}
              </bdi>
            ),
          ],
          [
            t('token.contract'),
            <CopyValue
              key="contract"
              value={nft.contract}
              label={t('action.copyAddress')}
              done="addressCopied"
              focusKey="copy"
            />,
          ],
          [
            t('nfts.id'),
            nft.standard === 'METAPLEX' ? undefined : (
              <bdi key="id" dir="ltr">
                {nft.tokenId}
              </bdi>
            ),
          ],
        ]}
      />
      <div className="nft-buttons">
        {explorer === undefined ? null : (
          <LinkButton href={explorer} wide focusKey="explorer">
            {t('account.explorer')}
          </LinkButton>
        )}
        {canSend ? (
          <Button kind="main" wide focusKey="send" onPress={() => openSend(nft)}>
            {t('title.WalletSend')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
