import { cleanText } from '../../directory/cleanText.ts'
import { looksLikeSpam } from '../nfts/looksLikeSpam.ts'

/** Symbols that impostors take most, whatever an operator lists. */
const WELL_KNOWN = [
  'BNB',
  'BTC',
  'DAI',
  'ETH',
  'EURC',
  'LINK',
  'PYUSD',
  'SOL',
  'STETH',
  'UNI',
  'USDC',
  'USDE',
  'USDT',
  'WBTC',
  'WETH',
  'WSTETH',
] as const

/** Letters of other scripts, and digits, that stand for Latin ones. Source: Unicode's confusables (UTS 39), those of capital letters. */
const LOOKS: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '3': 'E',
  '5': 'S',
  '8': 'B',
  $: 'S',
  '₮': 'T',
  '€': 'E',
  '₿': 'B',
  L: 'I',
  А: 'A',
  В: 'B',
  Е: 'E',
  Н: 'H',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  Ѕ: 'S',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  Ս: 'U',
  Ꮯ: 'C',
  Ꭰ: 'D',
}

/**
 * What there is to say of a token that is on no list of the operator: it takes the symbol of a known one, letter for letter or by
 * letters that look the same; it advertises; or nothing is known of it. Source: SEC-96.
 */
export function judgeToken(
  token: { readonly name: string; readonly symbol: string },
  known: readonly string[],
): { readonly trust: 'unlisted' | 'lookAlike' | 'spam'; readonly imitates: string | null } {
  const own = skeleton(token.symbol)
  const imitates = [...known, ...WELL_KNOWN].find((symbol) => skeleton(symbol) === own) ?? null
  if (imitates !== null) return { trust: 'lookAlike', imitates }
  const named = [...known, ...WELL_KNOWN].find(
    (symbol) => symbol.length > 2 && skeleton(symbol) === skeleton(token.name),
  )
  if (named !== undefined) return { trust: 'lookAlike', imitates: named }
  const spam = looksLikeSpam(token.name) || looksLikeSpam(token.symbol)
  return { trust: spam ? 'spam' : 'unlisted', imitates: null }
}

/** A text as the eye sees it: no marks, no spaces or signs, capital Latin letters. */
export function skeleton(text: string): string {
  const plain = cleanText(text)
    .normalize('NFKD')
    .replace(/[\p{M}\s._-]/gu, '')
    .toUpperCase()
  return [...plain].map((letter) => LOOKS[letter] ?? letter).join('')
}
