/** What the frame's own screens say. */
export type Texts = {
  readonly cancel: string
  readonly done: string
  readonly next: string
  readonly again: string
  readonly failed: string
  /** `{seconds}`: a whole number. */
  readonly tooOften: string
  readonly codeTitle: string
  /** `{email}`: the visitor's own address. */
  readonly codeText: string
  readonly codeLabel: string
  readonly codeWrong: string
  readonly codeOver: string
  readonly againText: string
  readonly againOpen: string
  readonly exportTitle: string
  readonly exportWarning: string
  readonly exportSmart: string
  readonly exportShow: string
  readonly exportHide: string
  readonly backupTitle: string
  readonly backupText: string
  readonly backupMaking: string
  readonly backupWords: string
  readonly backupDownload: string
  /** `{number}`: which of the eight words. */
  readonly backupCheck: string
  readonly backupWrong: string
  readonly devicesTitle: string
  readonly devicesThis: string
  readonly devicesRemove: string
  readonly identitiesTitle: string
  readonly identitiesText: string
  readonly identityFirst: string
  readonly identityLink: string
  readonly identityLinkText: string
  readonly identityEmail: string
  /** `{name}`: the service. */
  readonly identityOpen: string
  readonly identityUnlink: string
  /** `{name}`: the login. */
  readonly identityUnlinkText: string
  readonly identityTaken: string
  readonly bringLink: string
  readonly bringLinkText: string
  readonly passkeyFailed: string
  readonly loginAgain: string
  readonly recoverWaits: string
  readonly recoverUnknown: string
  readonly recoverWrong: string
  readonly recoverOther: string
  readonly thawTitle: string
  readonly thawText: string
  readonly thaw: string
  /** `{email}`: the visitor’s own address. */
  readonly thawLink: string
  readonly waysTitle: string
  readonly waysText: string
  readonly firstWayTitle: string
  readonly firstWayText: string
  readonly firstWayFile: string
  readonly file: string
  readonly notMade: string
  /** `{date}`: a day. */
  readonly madeAt: string
  readonly make: string
  readonly passkey: string
  readonly passkeyAdd: string
  readonly passkeyText: string
  readonly passkeyRemoveText: string
  readonly passkeyUse: string
  readonly secondFactor: string
  readonly secondFactorOn: string
  readonly secondFactorOff: string
  readonly secondFactorAsk: string
  readonly servers: string
  readonly serversOn: string
  readonly serversOff: string
  readonly turnOn: string
  readonly turnOff: string
  readonly emailTitle: string
  readonly emailOld: string
  readonly emailNew: string
  readonly emailDone: string
  readonly permissionsTitle: string
  readonly permissionsNone: string
  /** `{amount}`, `{token}`, `{date}`: as they are written. */
  readonly permissionsItem: string
  readonly permissionsEnd: string
  readonly permissionsEndText: string
  /** `{fee}`: an amount of the network’s coin. */
  readonly permissionsFee: string
  readonly permissionsFree: string
  readonly didPermission: string
  readonly didPermissionEnded: string
  readonly activityTitle: string
  readonly freeze: string
  readonly freezeText: string
  readonly bringTitle: string
  readonly bringText: string
  readonly letInTitle: string
  readonly letInEmail: string
  readonly letInWhy: string
  readonly fileOpen: string
  readonly deleteTitle: string
  readonly deleteText: string
  readonly deleteUnknown: string
  /** `{amount}`: with its symbol. `{network}`: its name. */
  readonly deleteFunds: string
  /** `{email}`: the visitor’s own address. */
  readonly deleteType: string
  readonly deleteDo: string
  /** `{date}`: a day. */
  readonly deleteDone: string
  /** What the record of the gateway says, from here on. */
  readonly didLogin: string
  readonly didDevice: string
  readonly didDeviceRemoved: string
  readonly didCreated: string
  readonly didUnlock: string
  readonly didRecovery: string
  readonly didRotation: string
  readonly didStepUp: string
  readonly didFrozen: string
  readonly didThawed: string
  readonly didEmail: string
  readonly didEmailUndone: string
  readonly didDeletion: string
  readonly didDeletionUndone: string
  readonly didStrict: string
  readonly didPasskey: string
  readonly didPasskeyRemoved: string
  readonly didSecondFactor: string
  readonly didSecondFactorOff: string
  readonly didBackup: string
  readonly didSignature: string
  readonly didIdentity: string
  readonly didIdentityRemoved: string
  readonly didFailure: string
}

export const en: Texts = {
  cancel: 'Cancel',
  done: 'Done',
  next: 'Continue',
  again: 'Try again',
  failed: 'That did not work. Try again.',
  tooOften: 'Too often. Try again in {seconds} seconds.',
  codeTitle: 'Is it you?',
  codeText: 'A code is on its way to {email}. Type it only here.',
  codeLabel: 'Code of 6 digits',
  codeWrong: 'That code is wrong. Use the one in the newest e-mail.',
  codeOver: 'That code is over. Cancel, and begin again.',
  againText: 'Log in once more at the service you use, in a window of its own. Then this goes on by itself.',
  againOpen: 'Open the window',
  exportTitle: 'Export your wallet',
  exportWarning: 'Whoever sees these 24 words can take everything. Show them only where nobody else looks.',
  exportSmart:
    'Your smart account belongs to the key of these words: whoever has them has it too. It has no key of its own to export.',
  exportShow: 'Show the 24 words',
  exportHide: 'Hide',
  backupTitle: 'Make a backup file',
  backupText: 'The file opens with these 8 words alone, without any server. Keep both, in different places.',
  backupMaking: 'Making the file…',
  backupWords: 'The 8 words of this backup',
  backupDownload: 'Download the file',
  backupCheck: 'Type word {number}',
  backupWrong: 'That is not word {number}. Look at what you wrote down.',
  devicesTitle: 'Devices with your wallet',
  devicesThis: 'This device',
  devicesRemove: 'Remove',
  identitiesTitle: 'Logins of your wallet',
  identitiesText:
    'Each of these logs you in to this wallet. A new device on which you use another one than the first also needs your passkey, your backup file, or a link that is mailed for the first one.',
  identityFirst: 'First login, stays',
  identityLink: 'Link a login',
  identityLinkText:
    'From then on it opens this wallet and no other one. A login that has a wallet of its own cannot be linked.',
  identityEmail: 'An e-mail address',
  identityOpen: 'Log in at {name}, in a window of its own. Then this goes on by itself.',
  identityUnlink: 'Unlink',
  identityUnlinkText:
    '{name} will no longer open this wallet, and whoever is logged in by it is logged out everywhere.',
  identityTaken: 'This login has another wallet, or had one lately. Nothing was changed.',
  bringLink: 'Mail me a link',
  bringLinkText:
    'You can also bring it by a link that is mailed for the first login of this wallet. Another login alone does not bring it to a new device.',
  passkeyFailed: 'Your passkey could not be used here. Use another way.',
  loginAgain: 'Log out, log in again, and do this within 5 minutes.',
  recoverWaits: 'This has to wait: the wallet is old, or its address was changed lately. Try again later.',
  recoverUnknown: 'This is no backup file of a wallet.',
  recoverWrong: 'These words do not open this file.',
  recoverOther: 'This belongs to another wallet.',
  thawTitle: 'Your wallet is frozen',
  thawText: 'To use it again you need a fresh code and a link from your e-mail.',
  thaw: 'Unfreeze',
  thawLink: 'A link is on its way to {email}. Open it, and confirm there.',
  waysTitle: 'Ways back into your wallet',
  waysText: 'If you lose this device, one of these brings your wallet back.',
  firstWayTitle: 'Make a way back first',
  firstWayText: 'Your wallet is made as soon as you have one of these.',
  firstWayFile: 'A file with 8 words that you write down. It opens without any server.',
  file: 'Backup file',
  notMade: 'Not made yet',
  madeAt: 'Made on {date}',
  make: 'Make',
  passkey: 'Passkey',
  passkeyAdd: 'Add a passkey',
  passkeyText: 'Your device or password manager keeps it. With it and a login your wallet comes back on a new device.',
  passkeyRemoveText: 'This passkey will no longer bring your wallet back.',
  passkeyUse: 'Use a passkey',
  secondFactor: 'New devices',
  secondFactorOn: 'They need your passkey beside the code.',
  secondFactorOff: 'A code and a link are enough for them.',
  secondFactorAsk: 'This device is new. Your wallet wants your passkey as well.',
  servers: 'Our two servers',
  serversOn: 'Together they can bring your wallet back after a login.',
  serversOff: 'Only you can bring your wallet back. The servers cannot.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  emailTitle: 'Confirm your new address',
  emailOld: 'The vault has mailed a code of its own to your old address.',
  emailNew: 'The vault has mailed a code of its own to your new address.',
  emailDone: 'Both servers know your new address.',
  permissionsTitle: 'What sites may do without asking',
  permissionsNone: 'No site may do anything without asking.',
  permissionsItem: '{amount} of {token}, until {date}',
  permissionsEnd: 'End',
  permissionsEndText: 'This ends it on the network, for good.',
  permissionsFee: 'Network fee, at most: {fee}',
  permissionsFree: 'The network has ended it already. Nothing is sent.',
  didPermission: 'A site was let act without asking',
  didPermissionEnded: 'Ended what a site may do without asking',
  activityTitle: 'What happened',
  freeze: 'Freeze the wallet',
  freezeText: 'No device gets anything of your wallet until you unfreeze it.',
  bringTitle: 'Bring your wallet here',
  bringText: 'Your wallet is not on this device yet. Use what you hold.',
  letInTitle: 'Confirm this device',
  letInEmail: 'Your e-mail address',
  letInWhy:
    'The service has told no address. One is wanted for the link that lets this device in. The site does not see it.',
  fileOpen: 'Open the file',
  deleteTitle: 'Delete your wallet',
  deleteText:
    'In 7 days everything of this wallet is deleted at both servers. Until then a link in your e-mail takes it back.',
  deleteUnknown: 'What this account holds could not be read.',
  deleteFunds: 'This account holds {amount} on {network}. Without a backup it is lost.',
  deleteType: 'Type {email} to go on',
  deleteDo: 'Delete',
  deleteDone: 'Your wallet is deleted on {date}.',
  didLogin: 'Logged in',
  didDevice: 'New device',
  didDeviceRemoved: 'Device removed',
  didCreated: 'Wallet made',
  didUnlock: 'Wallet opened',
  didRecovery: 'Wallet brought to a new device',
  didRotation: 'New recovery pair',
  didStepUp: 'Fresh code typed',
  didFrozen: 'Wallet frozen',
  didThawed: 'Wallet unfrozen',
  didEmail: 'Address changed',
  didEmailUndone: 'Change of address taken back',
  didDeletion: 'Deletion asked for',
  didDeletionUndone: 'Deletion taken back',
  didStrict: 'Recovery by servers turned off',
  didPasskey: 'Passkey added',
  didPasskeyRemoved: 'Passkey removed',
  didSecondFactor: 'New devices need a passkey',
  didSecondFactorOff: 'New devices need no passkey',
  didBackup: 'Backup file made',
  didSignature: 'Something was signed',
  didIdentity: 'Login linked',
  didIdentityRemoved: 'Login unlinked',
  didFailure: 'Login failed',
}

/** By language. */
