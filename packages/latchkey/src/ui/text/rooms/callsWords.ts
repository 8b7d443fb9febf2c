/** The English words of calls that go one by one, which come with their view. */
export const callsWords = {
  'calls.ask': {
    one: '{wallet} cannot carry out several calls as one. It will ask you for this {count} call.',
    other: '{wallet} cannot carry out several calls as one. It will ask you {count} times, once for each.',
  },
  'calls.final': 'Each is final by itself: rejecting a later one does not undo those before it.',
  'calls.list': 'Calls',
  'calls.call': 'Call {number}',
  'calls.waiting': 'Waiting',
  'calls.asked': 'Asked now',
  'calls.sent': 'Sent',
  'calls.notSent': 'Not sent',
  'calls.unclear': 'May have been sent',
  'calls.start': 'Start',
  'calls.cancel': 'Cancel',
  'calls.close': 'Close',
  'calls.all': { one: '{count} call was sent.', other: 'All {count} calls were sent.' },
  'calls.partly': '{sent} of {count} calls were sent. What was sent stands; the rest was not.',
} as const
