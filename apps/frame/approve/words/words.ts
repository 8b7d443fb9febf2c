/** What an approval says besides the words that it shares with the modal's own check before signing, in each language of Latchkey. */
export type ApproveWords = {
  readonly title: string
  /** `{place}` and `{count}`: whole numbers. */
  readonly queue: string
  /** `{name}`: what the site calls itself. */
  readonly claim: string
  readonly message: string
  readonly bytes: string
  readonly data: string
  readonly meant: string
  readonly fee: string
  readonly details: string
  readonly transaction: string
  /** `{place}` and `{count}`: whole numbers. */
  readonly call: string
  /** `{count}`: a whole number. */
  readonly batch: string
  readonly sponsored: string
  readonly deploys: string
  readonly permission: string
  readonly permissionEnds: string
  readonly permissionWho: string
  readonly permissionToken: string
  readonly permissionMost: string
  /** `{amount}`, `{period}`: as they are written. */
  readonly permissionAnew: string
  /** `{amount}`: as it is written. */
  readonly permissionInAll: string
  readonly permissionUnits: string
  readonly permissionTimes: string
  readonly permissionUntil: string
  readonly permissionNote: string
  readonly enables: string
  readonly kept: string
  readonly approve: string
  readonly sign: string
  readonly hold: string
  readonly soon: string
  readonly unfocused: string
  readonly covered: string
  readonly holdWhy: string
  readonly blocked: string
  readonly SIGN_IN_FOREIGN: string
  readonly SIGN_IN_OTHER_ACCOUNT: string
  readonly SIGN_IN_OTHER_NETWORK: string
  readonly SIGN_IN_ODD: string
  readonly MESSAGE_IS_TRANSACTION: string
  readonly MESSAGE_LIKE_TRANSACTION: string
  readonly MESSAGE_LIKE_HASH: string
  readonly MESSAGE_IS_BYTES: string
  readonly TEXT_HIDES: string
  readonly TYPED_ANY_CHAIN: string
  readonly OTHERS_SIGN: string
  readonly OTHER_PAYS: string
  readonly FEE_HIGH: string
}

export const en: ApproveWords = {
  title: 'Approve the request',
  queue: '{place} of {count}',
  claim: 'Calls itself “{name}”',
  message: 'Message',
  bytes: 'Its bytes',
  data: 'All of the data',
  meant: 'Meant for',
  fee: 'Network fee, at most',
  details: 'Details',
  transaction: 'Transaction {place} of {count}',
  call: 'Call {place} of {count}',
  batch: '{count} calls: all or none.',
  sponsored: 'Paid for you',
  deploys: 'This also creates your account here.',
  permission: 'What it could do without asking you',
  permissionEnds: 'This ends what it can do without asking you',
  permissionWho: 'Who',
  permissionToken: 'Token',
  permissionMost: 'May send, at most',
  permissionAnew: '{amount}, anew every {period}',
  permissionInAll: '{amount} in all',
  permissionUnits: 'in the token’s smallest unit',
  permissionTimes: 'How many times',
  permissionUntil: 'Until',
  permissionNote: 'Whoever holds that key can do it at any time. You can end it under Permissions.',
  enables: 'This also gives your account code, so that it can do this. Its address stays.',
  kept: 'The site can send it at any time after you sign it.',
  approve: 'Approve',
  sign: 'Sign',
  hold: 'Hold to approve',
  soon: 'Read it first. You can approve in a moment.',
  unfocused: 'Press anywhere in this window to go on.',
  covered: 'Something covers this window. Move it away to go on.',
  holdWhy:
    'This browser cannot make sure that you see all of this window. Check it, then hold the button for a moment.',
  blocked: 'This cannot be signed.',
  SIGN_IN_FOREIGN:
    'This would sign you in to {site}, but {origin} asks for it. Somebody may be trying to use your account there.',
  SIGN_IN_OTHER_ACCOUNT: 'This signs in another account than yours.',
  SIGN_IN_OTHER_NETWORK: 'This signs in on another network than the one in use.',
  SIGN_IN_ODD: 'This looks like a sign-in, but is not in the form of one.',
  MESSAGE_IS_TRANSACTION: 'This message is a transaction. Whoever has its signature can carry it out.',
  MESSAGE_LIKE_TRANSACTION: 'This message has the form of a transaction.',
  MESSAGE_LIKE_HASH: 'This may stand for anything. Nobody can say what you would sign.',
  MESSAGE_IS_BYTES: 'This message is no text.',
  TEXT_HIDES: 'Some characters in this are invisible or move others. They are written out between ⟨ and ⟩.',
  TYPED_ANY_CHAIN: 'This signature names no network and may count on any of them.',
  OTHERS_SIGN: 'Others must sign this too.',
  OTHER_PAYS: 'Somebody else pays the network fee.',
  FEE_HIGH: 'The network fee is far higher than usual.',
}
