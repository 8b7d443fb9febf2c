import { addRecipient } from '../../latchkey/src/core/features/send/recipients.ts'
import {
  EMPTY_FORM,
  type NamedRecipient,
  type SendForm,
  type SendNft,
  type SendState,
  type SentTransfer,
  sendOf,
} from '../../latchkey/src/core/features/send/state.ts'
import type { Token } from '../../latchkey/src/core/features/tokens/state.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import type { ViewTarget } from '../../latchkey/src/core/types/views.ts'
import { bitcoin } from '../../latchkey/src/networks/bip122.ts'
import { connectSeveral, hold } from './fills.ts'
import { LONG_NAME, makeConnection, makeConnector } from './fixtures.ts'
import { PICTURES } from './pictures.ts'
import type { ViewState } from './viewState.ts'

/** Somebody who was sent something before, and an address made to be taken for theirs. */
export const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const TWIN = '0x7099797000000000000000000000000000dc79C8'
const CONTRACT = `0x${'1f'.repeat(20)}`

const makeToken = (name: string, symbol: string, numeric: string, price?: number, iconUrl?: string): Token => ({
  name,
  symbol,
  chainId: 'eip155:1',
  address: symbol === 'ETH' ? undefined : `eip155:1:${symbol === 'USDC' ? CONTRACT : `0x${'2e'.repeat(20)}`}`,
  value: undefined,
  price,
  quantity: { decimals: symbol === 'USDC' ? 6 : 18, numeric },
  iconUrl,
})

/** What can be sent: the coin, a token, and one whose name says too much. */
export const SENDABLE: readonly Token[] = [
  makeToken('Ether', 'ETH', '1.8426', 2640, PICTURES.eth),
  makeToken('USD Coin', 'USDC', '612.4', 1, PICTURES.usdc),
  makeToken(`${LONG_NAME} <b>free</b> \u202evisit`, 'LONGSYMBOLLONG', `0.${'0'.repeat(17)}1`),
]

/** A node of an invented chain: it simulates a transfer of 25 of a token, or of 0.5 of the coin, and nothing else. */
export const answerAsNode: typeof fetch = async (_url, init) => {
  const { method, params } = JSON.parse(String(init?.body)) as { method: string; params: readonly unknown[] }
  const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`
  const say = (data: string) => ({ status: '0x1', returnData: data, logs: [] })
  const simulate = (): unknown => {
    const [{ blockStateCalls }] = params as [{ blockStateCalls: [{ calls: readonly unknown[] }] }]
    const coin = 1_842_600_000_000_000_000n
    if (/f242432a|42842e0e/.test(JSON.stringify(params))) return undefined
    if (blockStateCalls[0].calls.length === 3) {
      return [{ calls: [say(word(coin)), say('0x'), say(word(coin - 500_000_000_000_000_000n))] }]
    }
    const [before, after] = [word(612_400_000n), word(587_400_000n)]
    const calls = [word(coin), before, '0x', word(coin), after, word(6n), '0x'].map(say)
    return [{ calls }]
  }
  const answers: Readonly<Record<string, unknown>> = {
    eth_chainId: '0x1',
    eth_gasPrice: '0x3b9aca00',
    eth_estimateGas: '0x5208',
    eth_getBalance: '0x1',
    eth_getCode: params[0] === CONTRACT ? '0x60' : '0x',
    eth_getTransactionCount: '0x1',
    eth_simulateV1: method === 'eth_simulateV1' ? simulate() : undefined,
  }
  return Response.json({ jsonrpc: '2.0', id: 1, result: answers[method] ?? '0x' })
}

/** An account that can send, with what was filled in so far. */
export function fillForm(form: Partial<SendForm> = {}, more: Partial<SendState> = {}) {
  return (instance: Instance): void => {
    hold(SENDABLE)(instance)
    Object.assign(instance.services, { fetch: answerAsNode })
    addRecipient(instance, 'eip155', FRIEND)
    sendOf(instance).set((state) => ({
      ...state,
      gasPrice: { networkId: 'eip155:1', wei: 1_000_000_000n },
      form: { ...EMPTY_FORM, networkId: 'eip155:1', ...form },
      ...more,
    }))
  }
}

/** A wallet of Bitcoin, its address for payments, and a recipient. */
const COIN_WALLET = makeConnector('Fernpass', PICTURES.fern, { namespace: 'bip122' })
const COIN_ACCOUNT = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', type: 'payment' } as const
export const COIN_FRIEND = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

/** An account of Bitcoin that can send, with what was filled in so far; what it has nobody here knows. */
export function fillCoins(form: Partial<SendForm> = {}, more: Partial<SendState> = {}, signsOnly = false) {
  return (instance: Instance): void => {
    const { stores } = instance
    const connection = {
      ...makeConnection(COIN_WALLET, bitcoin.caipNetworkId),
      accounts: [COIN_ACCOUNT],
      ...(signsOnly && { signsOnly }),
    }
    stores.connection.set((state) => ({
      ...state,
      restored: true,
      byNamespace: { bip122: { status: 'connected', connection } },
    }))
    stores.accounts.set(() => ({ byNamespace: { bip122: { active: COIN_ACCOUNT, all: [COIN_ACCOUNT] } } }))
    stores.networks.set((state) => ({
      ...state,
      activeNamespace: 'bip122',
      activeByNamespace: { bip122: bitcoin.caipNetworkId },
    }))
    const full: SendForm = { ...EMPTY_FORM, networkId: bitcoin.caipNetworkId, token: 'native', ...form }
    sendOf(instance).set((state) => ({ ...state, form: full, ...more }))
  }
}

const ACCOUNT_VIEW: ViewTarget = { view: 'Account' }
const SEND: ViewTarget = { view: 'WalletSend' }
const ETHER: Partial<SendForm> = { token: 'native', amount: '0.5', to: FRIEND }
const COINS: Partial<SendForm> = { token: CONTRACT, amount: '25', to: FRIEND }
const COINS_OF = {
  namespace: 'bip122',
  connectors: [COIN_WALLET],
  options: { networks: [bitcoin] },
  script: { send: () => new Promise<string>(() => {}) },
  below: [ACCOUNT_VIEW],
} as const
const script: ViewState['script'] = { send: () => new Promise(() => {}) }
const NFT_SCRIPT: ViewState['script'] = { ...script, sendTransaction: () => new Promise(() => {}) }

const WINDMILL: SendNft = {
  networkId: 'eip155:1',
  contract: CONTRACT,
  tokenId: '7',
  standard: 'ERC721',
  quantity: '1',
  name: 'Windmill',
  imageUrl: PICTURES.fern,
}
const SEEDS: SendNft = { ...WINDMILL, tokenId: '1', standard: 'ERC1155', quantity: '12', name: 'Scots pine seeds' }
const item = (nft: SendNft, amount: string): Partial<SendForm> => ({
  nft,
  token: `${CONTRACT}/${nft.tokenId}`,
  amount,
  to: FRIEND,
})

/** A recipient that was typed as a name, as far as it is known. */
const named = (status: NamedRecipient['status'], found: Partial<NamedRecipient> = {}) =>
  fillForm({ ...ETHER, to: 'mira.eth' }, { named: { networkId: 'eip155:1', typed: 'mira.eth', status, ...found } })

const sent = (status: SentTransfer['status']) =>
  fillForm(
    {},
    {
      sent: {
        networkId: 'eip155:1',
        hash: `0x${'ab'.repeat(32)}`,
        amount: '0.5 ETH',
        to: FRIEND,
        name: undefined,
        walletName: 'Fernpass',
        status,
      },
    },
  )

/** Sending, in every state worth looking at. */
export const SEND_STATES: readonly ViewState[] = [
  { view: 'WalletSend', name: 'filled', script, fill: fillForm(ETHER), below: [ACCOUNT_VIEW], target: SEND },
  {
    view: 'WalletSend',
    name: 'one NFT',
    script: NFT_SCRIPT,
    fill: fillForm(item(WINDMILL, '1')),
    below: [ACCOUNT_VIEW],
    target: SEND,
  },
  {
    view: 'WalletSend',
    name: 'more of an NFT than there are',
    script: NFT_SCRIPT,
    fill: fillForm(item(SEEDS, '13')),
    below: [ACCOUNT_VIEW],
    target: SEND,
  },
  {
    view: 'WalletSendPreview',
    name: 'some of an NFT',
    script: NFT_SCRIPT,
    fill: fillForm(item(SEEDS, '2')),
    below: [ACCOUNT_VIEW, SEND],
    target: { view: 'WalletSendPreview' },
  },
  {
    view: 'WalletSend',
    name: 'a name that leads to an address',
    script,
    fill: named('found', { name: 'mira.eth', address: FRIEND }),
    below: [ACCOUNT_VIEW],
    target: SEND,
  },
  {
    view: 'WalletSend',
    name: 'a name that nobody has',
    script,
    fill: named('unknown'),
    below: [ACCOUNT_VIEW],
    target: SEND,
  },
  {
    view: 'WalletSend',
    name: 'a name that could not be looked up',
    script,
    fill: named('unread'),
    below: [ACCOUNT_VIEW],
    target: SEND,
  },
  {
    view: 'WalletSend',
    name: 'empty, with somebody to choose',
    script,
    fill: (instance) => {
      fillForm()(instance)
      connectSeveral(instance)
    },
    below: [ACCOUNT_VIEW],
    target: SEND,
  },
  {
    view: 'WalletSend',
    name: 'too much',
    script,
    fill: fillForm({ ...ETHER, amount: '1.8426' }),
    below: [ACCOUNT_VIEW],
    target: SEND,
  },
  ...(
    [
      ['asked by the site', { networkId: 'eip155:1', amount: '0.25', to: FRIEND }],
      ['asked by the site on another network', { networkId: 'eip155:10', amount: '0.25', to: FRIEND }],
      ['asked by the site in vain', { networkId: 'eip155:1', amount: '0.25', to: FRIEND, token: TWIN }],
    ] as const
  ).map(
    ([name, send]): ViewState => ({
      view: 'WalletSend',
      name,
      script,
      fill: fillForm(),
      below: [ACCOUNT_VIEW],
      target: { view: 'WalletSend', data: { send } },
    }),
  ),
  ...(
    [
      ['of Bitcoin', fillCoins({ amount: '0.015', to: COIN_FRIEND })],
      ['of Bitcoin, to another network', fillCoins({ amount: '0.015', to: `tb1${COIN_FRIEND.slice(3)}` })],
      ['of Bitcoin, by a wallet that only signs', fillCoins({}, {}, true)],
    ] as const
  ).map(([name, fill]): ViewState => ({ ...COINS_OF, view: 'WalletSend', name, fill, target: SEND })),
  {
    ...COINS_OF,
    view: 'WalletSendPreview',
    name: 'of Bitcoin',
    fill: fillCoins({ amount: '0.015', to: COIN_FRIEND }),
    below: [ACCOUNT_VIEW, SEND],
    target: { view: 'WalletSendPreview' },
  },
  {
    ...COINS_OF,
    view: 'WalletSendConfirmed',
    name: 'of Bitcoin',
    fill: fillCoins(
      {},
      {
        sent: {
          networkId: bitcoin.caipNetworkId,
          hash: 'ab'.repeat(32),
          amount: '0.015 BTC',
          to: COIN_FRIEND,
          name: undefined,
          walletName: 'Fernpass',
          status: 'left',
        },
      },
    ),
    target: { view: 'WalletSendConfirmed' },
  },
  { view: 'WalletSend', name: 'unsupported', fill: fillForm(), below: [ACCOUNT_VIEW], target: SEND },
  {
    view: 'WalletSendSelectToken',
    name: 'filled',
    script,
    fill: fillForm(ETHER),
    below: [ACCOUNT_VIEW, SEND],
    target: { view: 'WalletSendSelectToken' },
  },
  ...(
    [
      ['loading', undefined],
      ['empty', []],
    ] as const
  ).map(
    ([name, tokens]): ViewState => ({
      view: 'WalletSendSelectToken',
      name,
      script,
      fill: hold(tokens),
      below: [ACCOUNT_VIEW, SEND],
      target: { view: 'WalletSendSelectToken' },
    }),
  ),
  ...(
    [
      ['filled', fillForm(COINS)],
      ['of the coin', fillForm(ETHER)],
      ['nothing filled in', fillForm()],
      ['unclear', fillForm(ETHER, { phase: 'unclear', failure: 'WALLET_NOT_RESPONDING' })],
      ['failed', fillForm(ETHER, { failure: 'WALLET_LOCKED' })],
      ['the name has moved', fillForm(ETHER, { failure: 'NAME_MOVED' })],
      ['lookalike', fillForm({ ...ETHER, to: TWIN })],
      ['declined', fillForm(ETHER, { failure: 'USER_REJECTED' })],
      ['asking', fillForm(ETHER, { phase: 'asking' })],
    ] as const
  ).map(
    ([name, fill]): ViewState => ({
      view: 'WalletSendPreview',
      name,
      script,
      fill,
      below: [ACCOUNT_VIEW, SEND],
      target: { view: 'WalletSendPreview' },
    }),
  ),
  ...(['pending', 'success', 'reverted', 'cancelled', 'lost'] as const).map(
    (status): ViewState => ({
      view: 'WalletSendConfirmed',
      name: status,
      script,
      fill: sent(status),
      below: [ACCOUNT_VIEW],
      target: { view: 'WalletSendConfirmed' },
    }),
  ),
]
