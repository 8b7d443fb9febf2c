/** What a name of a zone may be. Sources: SEC-122, ENSIP-15. */
import { normalize } from 'viem/ens'

/** Shortest and longest label of a name that may be registered, in characters. */
export const LABEL_LENGTH = { least: 4, most: 64 } as const

/** Labels that speak for the operator or for the network. */
const RESERVED = [
  ...[
    'admin',
    'administrator',
    'root',
    'system',
    'support',
    'help',
    'helpdesk',
    'contact',
    'official',
    'security',
    'team',
  ],
  ...[
    'staff',
    'moderator',
    'service',
    'services',
    'billing',
    'payment',
    'payments',
    'wallet',
    'wallets',
    'bank',
    'treasury',
  ],
  ...[
    'postmaster',
    'webmaster',
    'hostmaster',
    'abuse',
    'noreply',
    'no-reply',
    'mail',
    'email',
    'www',
    'ftp',
    'smtp',
    'imap',
  ],
  ...[
    'null',
    'undefined',
    'none',
    'anonymous',
    'everyone',
    'localhost',
    'resolver',
    'registry',
    'gateway',
    'api',
    'test',
  ],
  ...[
    'ethereum',
    'bitcoin',
    'solana',
    'metamask',
    'coinbase',
    'binance',
    'uniswap',
    'vitalik',
    'latchkey',
    'walletconnect',
  ],
]

/** Pairs and letters that pass for others in common type, each with what it passes for. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/-/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/c[l1]/g, 'd'],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/2/g, 'z'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/[69]/g, 'g'],
]

/** What a label looks like: labels of one shape are taken for each other. */
export function shapeOf(label: string): string {
  return ALIKE.reduce((text, [part, whole]) => text.replace(part, whole), label)
}

/** Why a label may not be registered, in words for a developer; undefined where it may. */
export function refusalOf(label: string, reserved: readonly string[]): string | undefined {
  if (label.length < LABEL_LENGTH.least) return 'Name must be at least 4 characters long'
  if (label.length > LABEL_LENGTH.most || !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label) || !isNormal(label)) {
    return 'The value is not a valid username'
  }
  const shape = shapeOf(label)
  return [...RESERVED, ...reserved].some((each) => shapeOf(each) === shape) ? 'The name is reserved' : undefined
}

function isNormal(label: string): boolean {
  try {
    return normalize(label) === label
  } catch {
    return false
  }
}

/** Endings of what is suggested beside the very name: plain words, which mean nothing by themselves. */
const ENDINGS = [
  'pine',
  'river',
  'meadow',
  'harbor',
  'hill',
  'stone',
  'cloud',
  'garden',
  'lake',
  'field',
  'maple',
  'comet',
]

/** Labels to offer beside one. The same for the same label, and others for others. */
export function relatedLabels(label: string): readonly string[] {
  const start = [...label].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % ENDINGS.length
  return [...ENDINGS.slice(start), ...ENDINGS.slice(0, start)].map((ending) => `${label}-${ending}`)
}
