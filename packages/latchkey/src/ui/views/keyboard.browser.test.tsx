import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { readName } from '../../../../testing/src/findByRole.ts'
import { type RenderedView, renderView } from '../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../testing/src/viewStates.ts'
import type { ViewName } from '../../core/types/views.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

/** Where the focus is when a view comes, and where Tab leads from there, once around. */
async function listStops(rendered: RenderedView): Promise<readonly string[]> {
  const { root } = rendered
  for (let turn = 0; turn < 20 && root.querySelector('[data-loading]'); turn += 1) await rendered.settle()
  const seen: Element[] = []
  for (let focused = root.activeElement; focused && !seen.includes(focused); focused = root.activeElement) {
    seen.push(focused)
    await userEvent.keyboard('{Tab}')
  }
  return seen.map(readName)
}

const WALKS: readonly (readonly [view: ViewName, state: string, stops: readonly string[]])[] = [
  [
    'Account',
    'filled',
    [
      'Your account',
      'Account settings',
      'Close',
      'Hide balances',
      'mira.eth, Copy address',
      'Block explorer, opens in a new tab',
      'Fernpass',
      'Swap',
      'Receive',
      'Send',
      'Tokens',
      'Ether1.842 ETH$4,864.46',
      'USD Coin612.4 USDC$612.40',
      'Pine240 PINE$51.60',
      'Wrapped Staked Liquid Restaking Receipt of Meadow Vault No 2< 0.001 wsMVR2< $0.01',
      'Acorn13.5 ACORNNo price',
      'Disconnect',
      'Network: Ethereum',
    ],
  ],
  [
    'Account',
    'activity filled',
    [
      'Your account',
      'Account settings',
      'Close',
      'Hide balances',
      'mira.eth, Copy address',
      'Block explorer, opens in a new tab',
      'Fernpass',
      'Swap',
      'Receive',
      'Send',
      'Activity',
      'Show hidden',
      'Direction',
      'Kind',
      'Save as CSV',
      'Sent, to 0x8f…8E12cD, −0.2 ETH, Pending, November 14',
      'Refresh',
      'Disconnect',
      'Network: Ethereum',
    ],
  ],
  [
    'Account',
    'nfts filled',
    [
      'Your account',
      'Account settings',
      'Close',
      'Hide balances',
      'mira.eth, Copy address',
      'Block explorer, opens in a new tab',
      'Fernpass',
      'Swap',
      'Receive',
      'Send',
      'NFTs',
      'Low Sun #118, Field Notes',
      'Show hidden',
      'Refresh',
      'Disconnect',
      'Network: Ethereum',
    ],
  ],
  [
    'Account',
    'empty',
    [
      'Your account',
      'Account settings',
      'Close',
      'Hide balances',
      'mira.eth, Copy address',
      'Block explorer, opens in a new tab',
      'Fernpass',
      'Swap',
      'Receive',
      'Send',
      'Tokens',
      'Receive',
      'Disconnect',
      'Network: Ethereum',
    ],
  ],
  [
    'AccountSettings',
    'filled',
    [
      'Account settings',
      'Close',
      'Copy address',
      'NetworkEthereum',
      'WalletFernpass',
      'Block explorer, opens in a new tab',
      'Privacy and data',
      'Permissions',
      'Hide balances',
      'Hide small balances',
      'Disconnect',
      'Back to Your account',
    ],
  ],
  [
    'TokenDetails',
    'with its activity',
    [
      'USD Coin',
      'Close',
      'Receive',
      'Copy address',
      'Block explorer, opens in a new tab',
      'Swapped, to 0x8f…8E12cD, +659.34 USDC, −0.25 ETH, November 13, Completed',
      'Received, from 0x8f…8E12cD, +240 PINE, Nov 11, Completed',
      'Hide token',
      'Back to Your account',
    ],
  ],
  [
    'NftDetails',
    'filled',
    ['Low Sun #118', 'Close', 'Copy address', 'Block explorer, opens in a new tab', 'Send', 'Back to Your account'],
  ],
  [
    'TransactionDetails',
    'filled',
    [
      'Transaction',
      'Close',
      'From, Copy address',
      'To, Copy address',
      'Copy transaction id',
      'View transaction, opens in a new tab',
      'Back to Your account',
    ],
  ],
  [
    'TransactionDetails',
    'that can be replaced',
    [
      'Transaction',
      'Close',
      'Speed up',
      'Cancel transaction',
      'From, Copy address',
      'To, Copy address',
      'Copy transaction id',
      'View transaction, opens in a new tab',
      'Back to Your account',
    ],
  ],
  [
    'WalletReceive',
    'filled',
    ['Copy address', 'Save as picture', 'Back to Your account', 'Close', 'Works on 5 networks', 'Ask for an amount'],
  ],
  [
    'WalletSend',
    'empty, with somebody to choose',
    [
      'Amount',
      'Select token, Ethereum',
      'Recipient address',
      'Paste',
      'Fernpass0x70…dc79C8',
      'Tide0x3C…4293BC',
      'Select token',
      'Back to Your account',
      'Close',
    ],
  ],
  ['WalletSendSelectToken', 'filled', ['Search tokens', 'Ether1.842 ETH available', 'Back to Send', 'Close']],
  [
    'WalletSendPreview',
    'lookalike',
    [
      'Check before sending',
      'Close',
      'I checked this and want to send anyway',
      'Send 0.5 ETH',
      'Cancel',
      'Back to Send',
    ],
  ],
  [
    'WalletSendConfirmed',
    'success',
    ['Close', 'View transaction, opens in a new tab', 'Close', 'Back to Your account'],
  ],
  [
    'ProfileWallets',
    'filled',
    [
      'Your wallets',
      'Close',
      'Ethereum · 2',
      'Copy address of Fernpass',
      'Fernpass in the block explorer',
      'Disconnect Fernpass, 0x71…d8976F',
      '0x71…d8976F',
      '0x70…dc79C8Smart accountSwitch',
      'Copy address of Tide',
      'Tide in the block explorer',
      'Disconnect Tide, 0x3C…4293BC',
      '0x3C…4293BCSwitch',
      'Add Ethereum wallet',
      'Disconnect all',
      'Back to Your account',
    ],
  ],
  [
    'PrivacyAndData',
    'filled',
    ['Privacy and data', 'Close', 'Share how this window is used', 'Forget everything', 'Back to Account settings'],
  ],
  [
    'ReviewRequest',
    'unlimited',
    ['Check before signing', 'Close', 'I checked this and want to continue anyway', 'Continue', 'Reject'],
  ],
  ['BuyInProgress', 'waiting', ['Finish in the other window', 'Close', 'Show it', 'Copy link', 'Back to Add funds']],
  [
    'ChooseAccountName',
    'filled',
    ['Choose name', 'Learn more about names, opens in a new tab', 'Back to Account settings', 'Close'],
  ],
  [
    'FundWallet',
    'filled',
    ['Buy cryptoWith card or bank', 'ReceiveFrom another wallet', 'Back to Your account', 'Close'],
  ],
  ['OnRampActivity', 'partly', ['Purchases', 'Close', 'Try again', 'Back to Add funds']],
  ['OnRampFiatSelect', 'filled', ['US DollarUSD', 'Back to Add funds', 'Close']],
  [
    'OnRampProviders',
    'filled',
    [
      'You pay, US Dollar',
      'You pay: USD',
      '$100',
      '$250',
      '$500',
      '$1,000',
      'You get about, ETH',
      'You get about: ETH',
      'Brindle Pay TestFee $1.900.0371 ETH',
      'Coinwell Fee 1-2%0.0378 ETHEstimate',
      'Morrow From $5.00 to $50.00',
      'Wrapped Staked Liquid Restaking Receipt of Meadow Vault No 2 Fee 1-2%Price at checkout',
      'How buying works',
      'Back to Add funds',
      'Close',
    ],
  ],
  ['OnRampTokenSelect', 'filled', ['EtherETH', 'Back to Add funds', 'Close']],
  ['OnRampTokenSelect', 'many', ['EtherETH', 'Back to Add funds', 'Close', 'Name or symbol']],
  ['RegisterAccountName', 'filled', ['Your name', 'Get mira.hollowpine.example', 'Back to Get a name', 'Close']],
  [
    'RegisterAccountNameSuccess',
    'success',
    ['Go to my account', 'Learn more about names, opens in a new tab', 'Close'],
  ],
  [
    'Swap',
    'filled',
    [
      'You pay, ETH',
      'You pay: ETH',
      'Max',
      'Swap the other way',
      'You get about, USDC',
      'You get about: USDC',
      'Ask for the price again',
      'Max slippage: 1%',
      'Review swap',
      'Back to Your account',
      'Close',
    ],
  ],
  [
    'SwapPreview',
    'costly',
    ['Check your swap', 'Close', 'I accept to lose 18.4%', 'Cancel', 'Allow 250 USDC', 'Back to Swap'],
  ],
  ['SwapPreview', 'filled', ['Check your swap', 'Close', 'Cancel', 'Allow 250 USDC', 'Back to Swap']],
  ['SwapPreview', 'success', ['Close', 'Back to Swap', 'Close', 'View transaction, opens in a new tab']],
  [
    'SwapSelectToken',
    'filled',
    ['Name, symbol or address', 'ETH', 'DAI', 'USDC', 'USD Coin612.4 USDC', 'DaiDAI', 'Back to Swap', 'Close'],
  ],
  [
    'ConnectingSocial',
    'window open',
    ['Continue with Google', 'Close', 'Other ways', 'Show it', 'Back to Connect a wallet'],
  ],
  ['ConnectingFarcaster', 'code', ['Copy link', 'Other ways', 'Back to Connect a wallet', 'Close']],
]

test.each(WALKS)('Tab goes through %s, %s in the order in which it is read', async (name, state, stops) => {
  view = await renderView(findViewState(name, state))
  expect(await listStops(view)).toEqual(stops)
})
