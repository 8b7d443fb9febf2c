/** The English words that lists of what an account did and of what it holds share. */
export const listWords = {
  'activity.showHidden': 'Show hidden',
  'activity.hideAgain': 'Hide again',
  'activity.refresh': 'Refresh',
  'activity.why.SPAM': 'This came unasked and looks like an advertisement.',
  'tokens.unknown': 'What you have is not known here. {wallet} shows it.',
  'tokens.hidden': { one: '{count} token is hidden', other: '{count} tokens are hidden' },
  'tokens.others': 'On other networks',
  'tokens.othersNone': 'Nothing on the other networks of this site.',
  'tokens.othersMissing': 'Could not be read: {networks}',
} as const
