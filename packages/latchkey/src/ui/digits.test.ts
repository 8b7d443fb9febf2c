import { expect, test } from 'vitest'
import { formatAmount, formatFiat } from '../core/features/tokens/rules.ts'
import { every as en } from './text/every.ts'
import { createTranslate } from './text.ts'
import { formatAgo } from './views/account/formatAgo.ts'

test.each(['ar', 'ar-EG', 'fa', 'bn', 'mr', 'hi', 'en', 'de-CH'])(
  'numbers are in European digits on a page in %s',
  (tag) => {
    const t = createTranslate(en, 'en', tag)
    expect(t('find.placeholder', { count: 1234 })).toMatch(/^Search 1\D?234 wallets$/)
    expect(formatAmount('1234.5', { locale: tag })).toMatch(/^1\D?234\D5/)
    expect(formatFiat(1234.5, { locale: tag })).toMatch(/1\D?234\D5/)
    expect(formatAgo(300_000, { locale: tag, region: tag })).toMatch(/5/)
  },
)
