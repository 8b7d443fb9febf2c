import { FAILURE_CODES } from '../../core/errors/failureCodes.ts'
import { userMessage } from '../../core/errors/userMessage.ts'
import { pushView } from '../../core/flow/pushView.ts'
import { findNetwork } from '../../core/kernel/networks/networks.ts'
import { forgetTransaction, pressAgain } from '../../core/kernel/requests/followSent.ts'
import { requestsOf, type TransactionNotice as TransactionState } from '../../core/kernel/requests/requests.ts'
import { useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { Button } from '../parts/Button.tsx'
import { LinkButton } from '../parts/LinkButton.tsx'
import { copyText } from './copyText.ts'
import { toNetworkName } from './toNetworkName.ts'
import { ViewNotice } from './ViewNotice.tsx'

/** What there is to know about the site's last transaction, and the way on. Sources: F-08, F-09, F-28, F-30 to F-32, F-38. */
export function TransactionNotice() {
  const notice = useLatchkeyState(requestsOf, (state) => state.transaction)
  return notice === undefined ? null : <Notice notice={notice} />
}

function Notice({ notice }: { readonly notice: TransactionState }) {
  const instance = useInstance()
  const t = useText()
  const networks = useLatchkeyState('networks', (state) => state)
  const { code, walletName, networkId, walletNetworkId, quantity, address, isOffered } = notice
  const network = findNetwork(networks, networkId)
  const message = userMessage(code)
  const coin = network?.nativeCurrency.symbol ?? ''
  const values = {
    wallet: walletName,
    network: toNetworkName(t, networks, networkId),
    other: walletNetworkId === undefined ? '' : toNetworkName(t, networks, walletNetworkId),
    family: '',
    coin,
    amount: quantity === undefined ? '' : `${quantity} ${coin}`,
  }
  const link = code === 'SAFE_QUEUED' ? toSafeLink(networkId, address) : toExplorerLink(notice, network?.blockExplorers)
  const press =
    code === 'CHAIN_MISMATCH'
      ? () => {
          if (!isOffered) forgetTransaction(instance)
          pushView(instance, { view: 'SwitchNetwork', data: { networkId } }, 'transaction')
          // What waits for the wallet goes on once that view has gone.
          pressAgain(instance)
        }
      : code === 'GAS_TOO_LOW'
        ? () => void copyText(instance, address, 'addressCopied')
        : code === 'METHOD_NOT_GRANTED'
          ? () => pushView(instance, { view: 'ProfileWallets' }, 'transaction')
          : isOffered
            ? () => pressAgain(instance)
            : undefined
  return (
    <ViewNotice
      code={code}
      kind={FAILURE_CODES[code]}
      title={t(message.sentence, values)}
      // Where nobody said what it takes, there is no number to tell.
      sentence={
        message.more && !(code === 'GAS_TOO_LOW' && quantity === undefined) ? t(message.more, values) : undefined
      }
      onDismiss={() => forgetTransaction(instance)}
    >
      {press !== undefined ? (
        <Button kind="plain" wide focusKey="transaction" onPress={press}>
          {t(message.button, values)}
        </Button>
      ) : link !== undefined ? (
        <LinkButton href={link} wide focusKey="transaction">
          {t(message.button, values)}
        </LinkButton>
      ) : null}
    </ViewNotice>
  )
}

/** The transaction that counts now, on the network's explorer; undefined where there is none of either. */
function toExplorerLink(
  { code, transactionId }: TransactionState,
  explorers: { readonly default: { readonly url: string } } | undefined,
): string | undefined {
  if (code !== 'TX_REPLACED' || transactionId === undefined || explorers === undefined) return undefined
  return `${explorers.default.url.replace(/\/+$/, '')}/tx/${encodeURIComponent(transactionId)}`
}

/** Short names of chains in addresses of Safe's pages. Source: ethereum-lists/chains, `shortName`. */
const SAFE_CHAINS: Readonly<Record<string, string>> = {
  'eip155:1': 'eth',
  'eip155:10': 'oeth',
  'eip155:56': 'bnb',
  'eip155:100': 'gno',
  'eip155:137': 'matic',
  'eip155:8453': 'base',
  'eip155:42161': 'arb1',
  'eip155:43114': 'avax',
  'eip155:59144': 'linea',
  'eip155:11155111': 'sep',
}

/** Where the owners of a Safe agree; its front page where the chain has no name there that we know. */
function toSafeLink(networkId: string, address: string): string {
  const chain = SAFE_CHAINS[networkId]
  if (chain === undefined) return 'https://app.safe.global/'
  return `https://app.safe.global/transactions/queue?safe=${chain}:${encodeURIComponent(address)}`
}
