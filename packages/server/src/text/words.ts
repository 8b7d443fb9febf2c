/**
 * What the servers of the embedded wallet say to people, in mails and on the pages that links lead to. `{name}` stands for a value; the
 * site's name, its address, the device and the like are never translated.
 */
export const en = {
  // What stands below a mail or on a page: where a request came from.
  site: 'Site',
  device: 'Device',
  networkAddress: 'Network address',
  time: 'Time',
  unknown: 'unknown',

  // Sentences of several mails.
  neverShare: 'Never share it. Nobody who works here will ask you for it.',
  ignore: 'If you did not ask for this, you need not do anything.',
  alarm: 'If you did not ask for this, somebody is in your wallet: open it, look at its devices and freeze it.',
  onlyWallet:
    'It is good for {minutes} minutes. Type it only into the window of your wallet, never into a page around it.',
  opensNothing: 'Opening the link does nothing yet: you are asked first.',

  // The code of a login.
  codeSubject: 'Your code for {name}',
  codeFirst: 'Your code for {name} is',
  codeLife: 'It is good for {minutes} minutes, in the browser that asked for it.',
  codeMistake: 'If you asked for no code, somebody wrote your address by mistake. You need not do anything.',

  // A code for one thing; {reason} is one of the lines after these two.
  stepUpSubject: 'Your code to {reason}',
  stepUpFirst: 'With this code you {reason} at {name}:',
  toExport: 'show the recovery words of your wallet',
  toRecovery: 'make a new backup of your wallet',
  toDevices: 'remove a device from your wallet',
  toEmail: 'change the address of your wallet',
  toThaw: 'unfreeze your wallet',
  toDelete: 'delete your wallet',
  toIdentities: 'change the logins of your wallet',

  // Codes to an address that a wallet shall have, and to the one that it has. {name} is the site in all of them.
  newAddressSubject: 'Your code for this address at {name}',
  newAddressFirst: 'Somebody wants to use a wallet at {name} with this address from now on. This is the code for it:',
  newAddressVault:
    'Somebody wants to use a wallet at {name} with this address from now on. This is the vault’s code for it:',
  oldAddressSubject: 'Your code for another address at {name}',
  oldAddressFirst:
    'Somebody wants to use your wallet at {name} with another address from now on. This is the code for it:',
  oldAddressVault:
    'Somebody wants to use your wallet at {name} with another address from now on. This is the vault’s code for it:',
  vaultSubject: '{subject} (vault)',
  linkSubject: 'Your code to link this address at {name}',
  linkFirst:
    'Somebody wants to log in to a wallet at {name} with this address too. With this code it leads to that wallet, and to no other one:',
  linkOnlyWallet:
    'It is good for {minutes} minutes. Type it only into the window of your own wallet, never into a page around it.',

  // After the address was changed; {link} leads to the page that takes it back.
  changedSubject: 'The address of your wallet was changed ({name})',
  changedFirst: 'Your wallet at {name} has another e-mail address now, and this one is no longer used for it.',
  changedBack:
    'If that was you, all is well. If it was not, take it back and freeze the wallet within {hours} hours: {link}',

  // Before everything is deleted.
  deletionSubject: 'Your wallet is about to be deleted ({name})',
  deletionFirst: 'In {days} days everything of your wallet at {name} is deleted here.',
  deletionAfter: 'After that nobody can bring it back but you, with a backup file or the words that you wrote down.',
  deletionBack: 'To keep the wallet, or if this was not you, open within {days} days: {link}',

  // The link by which a device is let in.
  deviceSubject: 'A new device for {name}',
  deviceFirst: 'A device wants to come in at {name}. To see it and to let it in, open',
  deviceLife: 'The link is good for {minutes} minutes and once. Opening it lets nobody in: you are asked first.',
  deviceWarn: 'Do not let in what you did not start yourself.',
  deviceIgnore: 'If it was not you, you need not do anything.',

  // What happened: each is a subject and the first sentence of its mail.
  noticeSubject: '{what} ({name})',
  noticeFirst: '{what}.',
  noticeFreeze: 'If that was you, all is well. If it was not, freeze the wallet at once: {link}',
  didDevice: 'A new device came into your wallet',
  didRecovery: 'Your wallet was recovered on a new device',
  didExport: 'The recovery words of your wallet were asked for',
  didDevices: 'A device was removed from your wallet',
  didThaw: 'Your wallet was unfrozen',
  didStrict: 'Your wallet can no longer be recovered by our servers',
  didPasskey: 'A passkey can open your wallet from now on',
  didPasskeyRemoved: 'A passkey of your wallet was removed',
  didSecondFactor: 'New devices need your passkey from now on',
  didSecondFactorOff: 'New devices no longer need your passkey',
  didBackup: 'A backup file of your wallet was made',
  didIdentity: 'Another login opens your wallet from now on',
  didIdentityRemoved: 'A login of your wallet was removed',

  // Pages that links of mails lead to.
  close: 'You may close this page.',
  overTitle: 'This link is over',
  overLine: 'It was used, or has run out. You may close this page.',
  againTitle: 'Open the link again',
  againLine: 'This page was not asked by its own button.',
  letInTitle: 'Let this device in?',
  letInLine: 'Somebody wants to use your wallet on a device that is not known yet.',
  letInWarn: 'Let it in only if you are at that device and began this yourself, just now.',
  letIn: 'This is me: let it in',
  keepOut: 'This is not me',
  isInTitle: 'The device is let in',
  isInLine: 'Go on there. You may close this page.',
  isOutTitle: 'The device stays out',
  isOutLine: 'Nothing was changed. You may close this page.',
  undoTitle: 'Take the change of your address back',
  undoLine:
    'Your wallet gets this address again. It is frozen and everybody is logged out, until you thaw it with a fresh code and a confirmed device.',
  undo: 'Take it back and freeze the wallet',
  undoneTitle: 'Your wallet has this address again',
  undoneLine: 'It is frozen. You may close this page.',
  undoVaultLine: 'The vault knows you by this address again, and hands nothing out until you thaw it.',
  undoVault: 'Take it back and freeze the recovery',
  undoneVaultTitle: 'The vault knows you by this address again',
  keepTitle: 'Keep your wallet',
  keepLine: 'It stays as it was, and you may log in again.',
  keep: 'Keep the wallet',
  keptTitle: 'Your wallet stays',
  freezeTitle: 'Freeze your wallet',
  freezeLine:
    'Nothing of it is handed out to any device any more, and everybody is logged out, until you thaw it with a fresh code and a confirmed device.',
  freeze: 'Freeze the wallet',
  frozenTitle: 'Your wallet is frozen',
  loggedOutTitle: 'Everybody is logged out',
  freezeVaultTitle: 'Freeze the recovery of your wallet',
  freezeVaultLine: 'No device gets the half that is kept here any more, until you thaw it.',
  freezeVault: 'Freeze it',
  frozenVaultTitle: 'It is frozen',

  // The window of a login at a service; {provider} is the service.
  momentTitle: 'One moment',
  momentLine: 'You are led on.',
  loginOverTitle: 'This login is over',
  loginOverLine: 'It was used, or has run out. You can close this window and begin again.',
  askTitle: 'Log in to {name} with {provider}?',
  askLine: 'Whoever began this login will be in with your account.',
  askLinkTitle: 'Have {provider} log you in to a wallet at {name}?',
  askLinkLine: 'Your login will lead to the wallet of whoever began this, and to no wallet of your own.',
  askWarn: 'Go on only if you began it yourself, on this device, just now. Otherwise close this window.',
  askGo: 'I began it: go on',
  inTitle: 'You are logged in',
  notInTitle: 'You are not logged in',
  failedTitle: 'The login came to nothing',
  goBack: 'You can close this window and go back to {host}.',
} as const

/** A sentence, or a part of one. */
export type WordKey = keyof typeof en

/** All of it in one language. */
export type Words = Readonly<Record<WordKey, string>>
