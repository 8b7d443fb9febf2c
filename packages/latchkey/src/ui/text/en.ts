/**
 * Every word of the modal, in English: the complete catalogue that types all others.
 * `{name}` is a placeholder; an entry with `one` and `other` is chosen by the plural of its `count`.
 * Sources: views 4 (titles) and 8.1 (toasts), failures (sentences and buttons, verbatim).
 */
export const en = {
  // titles
  'title.Connect': 'Sign in or connect',
  'title.Account': 'Your account',
  'title.AccountSettings': 'Account settings',
  'title.Networks': 'Choose a network',
  'title.SwitchNetwork': 'Switch to {network}',
  'title.UnsupportedChain': 'Network not supported here',
  'title.WhatIsAWallet': 'What is a wallet?',
  'title.WhatIsANetwork': 'What is a network?',
  'title.GetWallet': 'Get a wallet',
  'title.Downloads': 'Get {wallet}',

  // shell
  'shell.close': 'Close',
  'shell.back': 'Back to {title}',
  'shell.settings': 'Account settings',
  'shell.network': 'Network: {network}',
  'shell.dismiss': 'Dismiss',
  'shell.loading': 'Loading',
  'shell.newTab': 'opens in a new tab',
  'shell.blocked.unsupportedChain': 'Switch network or disconnect to continue.',
  'shell.blocked.signInRequired': 'Sign in or disconnect to continue.',
  'shell.offline': 'You are offline. Installed wallets still work.',
  'shell.crash.title': 'This part did not load',
  'shell.crash.text': 'Nothing was sent or signed. You can try it again.',
  'shell.crash.back': 'Back',
  'shell.crash.copy': 'Copy details',
  'shell.crash.copied': 'Details copied',
  'shell.covered': 'Something on this page covers this window.',
  'shell.uncover': 'Bring to front',

  // developer alerts, debug mode only
  'alert.NETWORK_NOT_FOUND': 'Network not found: {detail} is not in the configured list.',
  'alert.INVALID_APP_CONFIGURATION': 'Invalid app configuration: the gateway refused this origin or project.',
  'alert.SESSION_EXPIRED': 'Session expired: check the time settings of this device.',
  'alert.PROJECT_ID_NOT_CONFIGURED': 'Project id not configured.',

  // toasts
  'toast.addressCopied': 'Address copied',
  'toast.copyFailed': 'The browser does not let this page copy.',
  'toast.networkSwitched': 'You are on {network}',
  'toast.walletConnected': '{wallet} connected',
  'toast.disconnected': 'Disconnected',
  'toast.disconnectFailed': 'Failed to disconnect',
  'toast.disconnectFailed.more': 'You are disconnected on this site; the wallet could not be told.',
  'toast.tokenBalanceUnavailable': 'Token Balance Unavailable',
  'toast.tokenBalanceOld': 'Token Balance Unavailable',
  'toast.tokenBalanceOld.more': 'Showing your last known balances.',
  'toast.storageDenied': 'This browser will not remember your wallet.',
  'toast.changedInOtherTab': 'You changed wallets in another tab.',
  'toast.restoreFailed': '{wallet} is not available. Connect when you are ready.',

  // legal
  'legal.both': 'By continuing you accept {site}’s {terms} and {privacy}.',
  'legal.onlyTerms': 'By continuing you accept {site}’s {terms}.',
  'legal.onlyPrivacy': 'By continuing you accept {site}’s {privacy}.',
  'legal.terms': 'terms',
  'legal.privacy': 'privacy policy',
  'legal.accept.both': 'I accept the {terms} and the {privacy}',
  'legal.accept.onlyTerms': 'I accept the {terms}',
  'legal.accept.onlyPrivacy': 'I accept the {privacy}',
  'legal.accept.terms': 'terms of service',
  'legal.accept.privacy': 'privacy policy',
  'legal.accept.why': 'Accept the terms to choose how you sign in.',

  // tags
  'tag.recent': 'Recent',
  'tag.installed': 'Installed',

  // connect
  'connect.wallets': 'Wallets',
  'connect.none': 'No wallet found in this browser. Install one, then come back here.',
  'connect.retry': 'Retry',
  'connect.notInstalled': 'not installed',
  'connect.noMethod': 'No sign-in method is available',

  // connecting
  'connecting.waiting': 'Approve in {wallet}',
  'connecting.waiting.more': 'Its window is asking whether this site may see your address.',
  'connecting.noWindow': 'No window?',
  'connecting.noWindow.more': 'Click the {wallet} icon in your browser’s toolbar.',
  'connecting.failed': '{wallet} did not connect.',
  'connecting.done': 'Connected',
  'connecting.details': 'Details',

  // failures
  'failure.WALLET_LOCKED': '{wallet} is locked.',
  'failure.WALLET_LOCKED.more': 'Click its icon in the browser bar to unlock it.',
  'failure.PROMPT_PENDING': '{wallet} is already asking you.',
  'failure.PROMPT_PENDING.more': 'Open it to answer.',
  'failure.USER_REJECTED': 'You said no in {wallet}.',
  'failure.USER_REJECTED.more': 'Nothing was shared or sent.',
  'failure.EXTENSION_RELOADED': '{wallet} was updated.',
  'failure.EXTENSION_RELOADED.more': 'Reload this page to go on.',
  'failure.WALLET_NOT_RESPONDING': '{wallet} does not answer.',
  'failure.WALLET_NOT_RESPONDING.more': 'Restart the browser or use your phone.',
  'failure.WALLET_LOOKALIKE': 'Two extensions call themselves {wallet}.',
  'failure.WALLET_LOOKALIKE.more': 'Choose the one you trust.',
  'failure.WALLET_NOT_SEEN': '{wallet} is not visible here.',
  'failure.WALLET_NOT_SEEN.more': 'Installed just now? Reload the page.',
  'failure.ACCOUNT_NOT_SHARED': '{wallet} has not shared this account.',
  'failure.ACCOUNT_NOT_SHARED.more': 'Choose it there.',
  'failure.HARDWARE_NOT_READY': 'Unlock your hardware wallet and open the right app on it.',
  'failure.SITE_REFUSED': 'This way is not set up for this site.',
  'failure.SITE_REFUSED.more': 'Choose another.',
  'failure.METHOD_NOT_GRANTED': '{wallet} cannot do this.',
  'failure.CHAIN_NOT_IN_WALLET': '{wallet} does not have {network} yet.',
  'failure.SWITCH_NOT_APPLIED': '{wallet} is still on {other}.',
  'failure.SWITCH_NOT_APPLIED.more': 'Change the network there.',
  'failure.ADD_CHAIN_INVALID': '{network} cannot be added: this site’s settings are wrong.',
  'failure.CHAIN_MISMATCH': '{wallet} is on {other}, but this needs {network}.',
  'failure.NETWORK_NOT_OFFERED': 'This site does not use {other}.',
  'failure.CSP_BLOCKED': 'This site’s security settings block this way.',
  'failure.INSECURE_CONTEXT': 'Wallets need a secure address (https).',
  'failure.FRAMED_NO_WALLET': 'Wallet extensions cannot reach this embedded page.',
  'failure.OFFLINE': 'You are offline.',
  'failure.OFFLINE.more': 'We continue when you are back.',
  'failure.DIRECTORY_DOWN': 'Showing a shorter list of wallets.',
  'failure.DATA_UNAVAILABLE': 'Balances cannot be loaded right now.',
  'failure.UNKNOWN_FAILURE': 'Something went wrong in {wallet}.',

  // buttons
  'action.tryAgain': 'Try again',
  'action.tryNow': 'Try now',
  'action.otherWays': 'Other ways',
  'action.unlocked': 'I unlocked it',
  'action.checkAgain': 'Check again',
  'action.reload': 'Reload page',
  'action.chooseAccount': 'Choose account',
  'action.addNetwork': 'Add {network}',
  'action.switchTo': 'Switch to {network}',
  'action.otherNetworks': 'Other networks',
  'action.loadAll': 'Load all',
  'action.getNamed': 'Get {wallet}',
  'action.getWallet': 'Get a wallet',
  'action.disconnect': 'Disconnect',
  'action.copyAddress': 'Copy address',
  'action.clear': 'Clear',

  // account
  'account.worthUnknown': 'No price known',
  'account.worthPartly': 'Without tokens of unknown price',
  'account.explorer': 'Block explorer',

  // tokens
  'tokens.heading': 'Tokens',
  'tokens.loading': 'Loading your tokens',
  'tokens.empty': 'Nothing on this network yet. What you receive will show up here.',
  'tokens.noPrice': 'No price',
  'tokens.stale': 'Updated {ago}',

  // account settings
  'settings.network': 'Network',
  'settings.wallet': 'Wallet',
  'settings.disconnecting': 'Disconnecting',

  // networks
  'networks.search': 'Search networks',
  'networks.none': 'No network is called “{query}”.',
  'networks.found': { one: '{count} network', other: '{count} networks' },
  'networks.otherWallet': 'Needs another wallet',
  'networks.cannot': '{wallet} does not work here',
  'networks.note': 'Your wallet may know fewer networks than this list.',
  'networks.help': 'What is a network?',
  'networks.unknown': 'network {chainId}',

  // switch network
  'switch.waiting': 'Approve in {wallet}',
  'switch.waiting.more': 'It is asking whether this site may use {network}.',
  'switch.waiting.local': 'Switching to {network}…',
  'switch.failed': '{wallet} did not switch.',

  // unsupported network
  'unsupported.sentence': '{site} does not work on {network}. Choose one of these to continue.',
  'unsupported.list': 'Networks of this site',
  'unsupported.or': 'or',

  // help
  'help.wallet.key': 'Your key to many apps',
  'help.wallet.key.more': 'No password to remember.',
  'help.wallet.place': 'A place for what you own',
  'help.wallet.place.more': 'Money, collectibles, memberships.',
  'help.wallet.hold': 'You hold the key',
  'help.wallet.hold.more': 'Nobody can freeze it, so keep your recovery safe.',
  'help.network.ledger': 'The ledger an app runs on',
  'help.network.ledger.more': 'Each one has its own fees and coin.',
  'help.network.same': 'One address, many networks',
  'help.network.same.more': 'The same address can hold different things on different networks.',
  'help.network.learn': 'Learn more',

  // get a wallet
  'get.list': 'Wallets to install',
  'get.none': 'No wallet could be listed. Try again later.',
  'downloads.chromeStore': 'Browser extension',
  'downloads.firefoxStore': 'Firefox extension',
  'downloads.appStore': 'iPhone and iPad',
  'downloads.playStore': 'Android',
  'downloads.homepage': 'Website',
  'downloads.none': '{wallet} gave no link to download it.',
  'downloads.after': 'After installing, reload this page to continue.',
} as const
