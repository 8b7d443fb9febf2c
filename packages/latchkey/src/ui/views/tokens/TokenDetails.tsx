import { hideToken, toHiddenKey } from '../../../core/features/tokens/hiddenTokens.ts'
import { formatAmount, formatFiat, MOST_DIGITS } from '../../../core/features/tokens/rules.ts'
import { type Token, tokensOf } from '../../../core/features/tokens/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { findNetwork, getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { getAdapter } from '../../../core/kernel/way.ts'
import { runLater } from '../../../core/lazy.ts'
import type { NetworkId } from '../../../core/types/network.ts'
import { fitsFamily } from '../../../core/values/fitsFamily.ts'
import { toAddressLink } from '../../../core/values/toAddressLink.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { StrokeIcon } from '../../parts/StrokeIcon.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { tokenWords } from '../../text/rooms/tokenWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import styles from '../account/account.css?inline'
import { Change } from '../account/Change.tsx'
import { trackOpening } from '../account/trackOpening.ts'
import { useAccountTabs } from '../account/useAccountTabs.ts'
import { useMaySwap } from '../account/useMaySwap.ts'
import { CURRENCY } from '../account/Worth.tsx'
import { CopyValue } from '../CopyValue.tsx'
import { useMayBuy } from '../onramp/useMayBuy.ts'
import { Subject } from '../Subject.tsx'
import { useHiddenTokens } from '../useHiddenTokens.ts'
import { useHidesBalances } from '../useHidesBalances.ts'
import { useNetworkName } from '../useNetworkName.ts'
import { useViewData } from '../useViewData.ts'
import { Veil } from '../Veil.tsx'
import { TokenActivity } from './TokenActivity.tsx'

/** One token: how much of it, what it is worth, and which contract it is. */
export function TokenDetails() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(tokenWords)
  const isHidden = useHidesBalances()
  const opened = useViewData('TokenDetails').token
  const now = useLatchkeyState(tokensOf, ({ tokens }) =>
    tokens?.find(({ address, chainId }) => address === opened.address && chainId === opened.chainId),
  )
  const token = now ?? opened
  const isPutAway = useHiddenTokens().includes(toHiddenKey(token))
  const networkId = token.chainId as NetworkId
  const networkName = useNetworkName(networkId)
  const contract = token.address?.split(':').at(-1)
  const explorer = useLatchkeyState(
    'networks',
    (networks) => contract && toAddressLink(findNetwork(networks, networkId), contract),
  )
  const isActive = useLatchkeyState('networks', (networks) => getActiveNetworkId(networks) === networkId)
  const hasHistory = useAccountTabs().includes('activity')
  const { numeric, decimals } = token.quantity
  const money = { locale: t.region, currency: CURRENCY }
  const amount = formatAmount(numeric, { locale: t.region, digits: Math.min(decimals, MOST_DIGITS) })
  const actions = useActions(token, isActive)
  const toMoney = (value: number | undefined): React.ReactNode => {
    const text = formatFiat(value, money)
    return text === undefined ? (
      <span className="no-price">{t('tokens.noPrice')}</span>
    ) : (
      <bdi key="money" dir="ltr">
        {text}
      </bdi>
    )
  }
  return (
    <>
      <Subject
        picture={<Picture src={token.iconUrl} name={token.symbol} size="large" round />}
        amount={isHidden ? <Veil of={token.symbol} /> : `${amount} ${token.symbol}`}
      >
        <p className="subject-note">
          <HiddenText>{`${t('token.worth')}: `}</HiddenText>
          {isHidden ? <Veil /> : <span>{toMoney(token.value)}</span>}
        </p>
      </Subject>
      {actions.length === 0 ? null : (
        <div className="features token-features">
          {actions.map(([feature, act]) => (
            <button key={feature} type="button" className="feature" data-focus-key={`feature:${feature}`} onClick={act}>
              <StrokeIcon name={feature} />
              <span>{t(TITLES[feature])}</span>
            </button>
          ))}
        </div>
      )}
      <Facts
        facts={[
          [t('token.price'), toMoney(token.price)],
          [
            t('token.change'),
            token.change === undefined ? undefined : <Change key="change" part={token.change} isAlone />,
          ],
          [t('settings.network'), <bdi key="network">{networkName}</bdi>],
          [
            t('token.contract'),
            contract === undefined ? (
              t('token.own')
            ) : (
              <CopyValue
                key="contract"
                value={contract}
                label={t('action.copyAddress')}
                done="addressCopied"
                focusKey="copy"
              />
            ),
          ],
        ]}
      />
      {explorer === undefined || explorer === '' ? null : (
        <div className="section">
          <LinkButton href={explorer} wide focusKey="explorer">
            {t('account.explorer')}
          </LinkButton>
        </div>
      )}
      {isActive && hasHistory ? <TokenActivity token={token} /> : null}
      <Button kind="quiet" wide focusKey="hide" onPress={() => hideToken(instance, token, !isPutAway)}>
        {t(isPutAway ? 'token.show' : 'token.hide')}
      </Button>
    </>
  )
}

const TITLES = {
  plus: 'title.FundWallet',
  receive: 'title.WalletReceive',
  send: 'title.WalletSend',
  swap: 'title.Swap',
} as const

type Action = readonly [feature: keyof typeof TITLES, act: () => void]

/** What can be done with a token of the network in use: it is swapped and sent as it is, chosen already. */
function useActions(token: Token, isActive: boolean): readonly Action[] {
  const instance = useInstance()
  const { features } = instance.options
  const namespace = useLatchkeyState('networks', ({ activeNamespace }) => activeNamespace)
  const contract = token.address?.split(':').at(-1)
  // What has no contract that could be asked to move it cannot be sent.
  const isMovable = /^(eip155|solana)$/.test(namespace) && (contract === undefined || fitsFamily(namespace, contract))
  const canSend = useLatchkeyState('connection', (all) => {
    const connection = getConnection(all, namespace)
    return connection !== undefined && getAdapter(instance, connection.connector)?.send !== undefined
  })
  const canSwap = useMaySwap(token.chainId as NetworkId)
  const mayBuy = useMayBuy()
  if (!isActive) return []
  const buy: Action = ['plus', () => pushView(instance, { view: 'FundWallet' }, 'feature:plus')]
  const swap: Action = [
    'swap',
    () => {
      trackOpening(instance, 'OPEN_SWAP')
      pushView(instance, { view: 'Swap', data: { swap: { fromToken: contract ?? 'native' } } }, 'feature:swap')
    },
  ]
  const receive: Action = ['receive', () => pushView(instance, { view: 'WalletReceive' }, 'feature:receive')]
  const send: Action = [
    'send',
    () =>
      runLater(
        instance,
        () => import('../../../core/features/send/actions.ts'),
        ({ sendToken }) => sendToken(instance, token, 'feature:send'),
      ),
  ]
  return [
    ...(mayBuy ? [buy] : []),
    ...(features.swaps && canSwap && isMovable ? [swap] : []),
    ...(features.receive ? [receive] : []),
    ...(features.send && canSend && isMovable ? [send] : []),
  ]
}
