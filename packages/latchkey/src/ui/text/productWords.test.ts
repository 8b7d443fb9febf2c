import { expect, test } from 'vitest'
import { en as plain } from '../../elements/words/en.ts'
import { richEn } from '../../elements/words/richEn.ts'
import type { TextKey } from './catalogue.ts'
import { every } from './every.ts'

/** Sentences that the product has word for word, each with the second line that stands beneath. */
const SAID: readonly (readonly [key: TextKey, text: string, more?: readonly [TextKey, string] | undefined])[] = [
  // toasts
  ['toast.tokenBalanceUnavailable', 'Token Balance Unavailable'],
  [
    'toast.tokenBalanceOld',
    'Token Balance Unavailable',
    ['toast.tokenBalanceOld.more', 'Showing your last known balances.'],
  ],
  ['toast.authenticating', 'Authenticating...'],
  [
    'toast.signInNotStarted',
    'A problem occurred while trying initialize authentication',
    ['toast.signInNotStarted.more', 'Connect again to retry.'],
  ],
  [
    'toast.signatureDeclined',
    'Signature declined',
    ['toast.signatureDeclined.more', 'Nothing was signed. You can try again.'],
  ],
  [
    'toast.smartAccountUnsupported',
    'This application might not support Smart Accounts',
    ['toast.smartAccountUnsupported.more', 'Switch to your standard account in settings.'],
  ],
  [
    'toast.disconnectFailed',
    'Failed to disconnect',
    ['toast.disconnectFailed.more', 'You are disconnected on this site; the wallet could not be told.'],
  ],
  ['toast.addressCopied', 'Address copied'],
  ['toast.copyFailed', 'Failed to copy', ['toast.copyFailed.more', 'The browser does not let this page copy.']],
  ['toast.walletSwitched', 'Wallet switched'],
  ['toast.accountSwitched', 'Account switched'],
  // sending
  ['send.started', 'Transaction started', ['send.started.more', 'We will tell you when it is done.']],
  ['send.failed', 'Something went wrong', ['send.failed.more', 'Nothing was sent.']],
  ['send.failedSolana', 'Failed to send transaction. Please try again.'],
  [
    'send.valid',
    'Please enter a valid amount and receiver address',
    ['send.valid.more', 'The field in question is marked.'],
  ],
  ['send.unsupported', 'Unsupported chain', ['send.unsupported.more', 'Sending works on EVM networks and Solana.']],
  [
    'send.step.unknownName',
    'Error resolving name',
    ['send.step.unknownName.more', 'This name has no address on {network}.'],
  ],
  ['send.step.unreadName', 'Error resolving name'],
  ['send.addFunds', 'Add funds'],
  ['send.or', 'or'],
  ['send.otherWallet', 'Use a different wallet'],
  ['send.prefill.AMOUNT_INVALID', 'Invalid amount'],
  ['send.prefill.CHAIN_UNSUPPORTED', 'Chain not supported for send parameters'],
  ['send.prefill.NETWORK_NOT_FOUND', 'Network not found'],
  ['send.prefill.TOKEN_NOT_FOUND', 'Token not found'],
  ['send.tokens', 'Your tokens'],
  ['send.none', 'No tokens here yet'],
  ['send.done', 'Sent {amount} to {recipient}'],
  // the account
  ['activity.unavailable', 'Failed to fetch transactions'],
  ['nfts.empty', 'No collectibles yet'],
  ['tokens.heading', 'Tokens'],
  ['nfts.heading', 'NFTs'],
  ['activity.heading', 'Activity'],
  ['onramp.buy', 'Buy crypto'],
  ['action.disconnect', 'Disconnect'],
  ['wallets.all', 'Disconnect all'],
  ['receive.code', 'Address as QR code'],
  ['receive.warn', 'Send only from these networks.', ['receive.warn.more', 'Anything else may be lost.']],
  ['privacy.forget', 'Forget everything'],
  ['names.entry', 'Choose account name'],
  ['names.failed', 'Error registering name {name}'],
  ['names.suggestionsFailed', 'Error fetching name suggestions'],
  ['names.ownedFailed', 'Error fetching names for address'],
  ['swap.unsupported', 'Network not supported for Swaps', ['swap.unsupported.more', 'Choose a network with swaps.']],
  ['swap.unsupported.gas', 'Network not supported for Gas Price'],
  // the shell
  ['shell.back', 'Back to {title}'],
  ['shell.close', 'Close'],
  ['shell.dismiss', 'Dismiss'],
  ['shell.blocked.unsupportedChain', 'Switch network or disconnect to continue.'],
  ['shell.blocked.signInRequired', 'Sign in or disconnect to continue.'],
  // titles
  ['title.Account', 'Your account'],
  ['title.AccountSettings', 'Account settings'],
  ['title.ProfileWallets', 'Your wallets'],
  ['title.WalletSend', 'Send'],
  ['title.WalletSendSelectToken', 'Choose a token'],
  ['title.WalletSendPreview', 'Check before sending'],
  ['title.WalletSendConfirmed', 'Sent'],
  ['title.WalletReceive', 'Receive'],
  ['title.WalletCompatibleNetworks', 'Networks you can receive on'],
  ['title.FundWallet', 'Add funds'],
  ['title.Networks', 'Choose a network'],
  ['title.SwitchNetwork', 'Switch to {network}'],
  ['title.SwitchActiveChain', 'Connect another wallet'],
  ['title.UnsupportedChain', 'Network not supported here'],
  ['title.Swap', 'Swap'],
  ['title.SwapPreview', 'Check your swap'],
]

test.each(SAID.map(([key, text, more]) => ({ key, text, more })))(
  '$key is said as the product says it',
  ({ key, text, more }) => {
    expect(every[key]).toBe(text)
    if (more) expect(every[more[0]]).toBe(more[1])
  },
)

test('the alerts for developers begin with the product’s names of what is wrong', () => {
  const begins = {
    NETWORK_NOT_FOUND: 'Network Not Found',
    INVALID_APP_CONFIGURATION: 'Invalid App Configuration',
    SESSION_EXPIRED: 'Session Expired',
    PROJECT_ID_NOT_CONFIGURED: 'Project ID Not Configured',
  } as const
  for (const [code, name] of Object.entries(begins)) {
    expect(every[`alert.${code as keyof typeof begins}`].startsWith(name)).toBe(true)
  }
})

test('the host’s buttons say what the product has them say', () => {
  expect([plain.connect, plain.connecting, plain.selectNetwork]).toEqual([
    'Connect Wallet',
    'Connecting...',
    'Select Network',
  ])
  expect([richEn.switchNetwork, richEn.unknownNetwork]).toEqual(['Switch Network', 'Unknown Network'])
})
