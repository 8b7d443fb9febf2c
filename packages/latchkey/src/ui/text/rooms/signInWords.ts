/** The English words of signing in, which come with its view. */
export const signInWords = {
  'signIn.ask': '{site} asks you to sign in',
  'signIn.why': 'Sign a message to prove this wallet is yours. It is free and moves no funds.',
  'signIn.required': 'If you cancel, you will be disconnected.',
  'signIn.text': 'What you sign',
  'signIn.preparing': 'The text is being prepared.',
  'signIn.waiting': 'Sign in {wallet}',
  'signIn.waiting.more': 'It shows you the same text and asks whether you agree.',
  'signIn.slow': 'Open {wallet}',
  'signIn.slow.more': 'It is waiting there for your answer.',
  'signIn.cancelling': 'Cancelling…',
  'signIn.failed': '{wallet} did not sign.',
  'signIn.sign': 'Sign',
  'signIn.cancel': 'Cancel',
} as const
