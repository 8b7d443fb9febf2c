/** The English words of the list of all wallets, which come with its view. */
export const findWords = {
  'find.placeholder': 'Search {count} wallets',
  'find.scan': 'Scan a QR code',
  'find.scanInstead': 'Scan a code instead',
  'find.certifiedOnly': 'Certified only',
  'find.certified': 'certified',
  'find.installed': 'installed',
  'find.searching': 'Searching',
  'find.found': { one: '{count} wallet', other: '{count} wallets' },
  'find.loaded': { one: '{count} more wallet loaded', other: '{count} more wallets loaded' },
  'find.none': 'No wallet matches “{query}”. Check the spelling or scan a QR code instead.',
  'find.noneNoCode': 'No wallet matches “{query}”. Check the spelling.',
  'find.nothing': 'No wallet could be listed.',
  'find.hidden': {
    one: '{count} wallet matches but does not support {network}.',
    other: '{count} wallets match but do not support {network}.',
  },
  'find.show': 'Show them',
  'find.siteNetworks': 'the networks of this site',
  'find.for': 'Wallets for {network}',
  'find.moreFailed': 'More wallets could not be loaded.',
} as const
