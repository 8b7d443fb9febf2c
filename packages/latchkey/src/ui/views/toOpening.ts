import type { Translate } from '../text.ts'

/** A sentence that may begin with "your wallet", with a capital there; names of wallets stay as they are spelt. */
export function toOpening(t: Translate, sentence: string, walletName: string | undefined): string {
  const [first = '', ...rest] = [...sentence]
  return walletName ? sentence : first.toLocaleUpperCase(t.locale) + rest.join('')
}
