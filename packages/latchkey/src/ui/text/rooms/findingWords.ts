/** The English words of what is found of a transaction before it is signed: of sending, and of the approvals of the embedded wallet. */
export const findingWords = {
  'send.network': 'Network',
  'send.changes': 'What changes for you',
  'send.checking': 'Checking what it does…',
  'send.finding.RECIPIENT_LOOKALIKE': 'This looks like an address that you know, and is another one.',
  'send.finding.lookalikeKnown': 'The one that you know',
  'send.finding.lookalikeThis': 'This one',
  'send.finding.RECIPIENT_CHECKSUM': 'This address has a wrong letter: upper and lower case do not fit.',
  'send.finding.RECIPIENT_BURN': 'Nobody owns this address. What arrives there is lost.',
  'send.finding.RECIPIENT_PROGRAM':
    'This address belongs to a program, not to a wallet. What arrives there may be lost.',
  'send.finding.RECIPIENT_TOKEN': 'This is the contract of the token. What arrives there is lost.',
  'send.finding.RECIPIENT_CONTRACT': 'A contract is at this address. It may not be able to pass on what it gets.',
  'send.finding.RECIPIENT_SELF': 'You are sending to your own account.',
  'send.finding.RECIPIENT_UNUSED': 'Nobody has ever used this address on {network}.',
  'send.finding.RECIPIENT_NEW': 'You have not sent to this address from here before.',
  'send.finding.CONTRACT_MISSING': 'There is no contract of this token on {network}.',
  'send.finding.TOKEN_FEE': 'This token keeps a part of what is sent as its fee.',
  'send.finding.WOULD_FAIL': '{network} says that this would fail.',
  'send.finding.LOSES_MORE': 'You would lose more than you are sending.',
  'send.finding.EFFECTS_UNCHECKED': 'Effects could not be checked.',
} as const
