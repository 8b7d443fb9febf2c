/** The English words of receiving, which come with its views. */
export const receiveWords = {
  'receive.code': 'Address as QR code',
  'receive.codeAsked': 'Payment of {amount} as QR code',
  'receive.only': 'Only for {network}. What is sent from elsewhere may be lost.',
  'receive.networks': { one: 'Works on {count} network', other: 'Works on {count} networks' },
  'receive.share': 'Share',
  'receive.ask': 'Ask for an amount',
  'receive.amount': 'Amount in {coin}',
  'receive.amountWrong': 'This is no amount of {coin}.',
  'receive.copyRequest': 'Copy payment link',
  'receive.save': 'Save as picture',
  'receive.sharePicture': 'Share picture',
  'receive.saveFailed': 'The picture could not be made.',
  'receive.misfit': '{wallet} gave an address that is none of {family}, so it is not shown.',
  'receive.warn': 'Send only from these networks.',
  'receive.warn.more': 'Anything else may be lost.',
} as const
