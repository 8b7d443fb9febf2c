import { createPicture } from './picture.ts'
import type { Picture } from './record.ts'

/** Background tints, picked by the code so that a currency always has the same one. Dark enough for white text (WCAG AA). */
const TINTS = ['#2f5bb7', '#1f7a4d', '#8a4b1f', '#7a3b8f', '#a33a4a', '#2a6f7f']

/** A round badge with the sign of a currency, drawn as SVG text. Null when ISO 4217 has no such code. */
export function drawCurrencyBadge(code: string): Picture | null {
  const currency = code.toUpperCase()
  if (!Intl.supportedValuesOf('currency').includes(currency)) return null
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1)
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency
  const tint = TINTS[[...currency].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TINTS.length]
  const size = sign.length === 1 ? 44 : sign.length === 2 ? 34 : 25
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 80 80">` +
    `<circle cx="40" cy="40" r="40" fill="${tint}"/>` +
    `<text x="40" y="40" dy=".35em" fill="#fff" font-family="system-ui,sans-serif" font-weight="600" font-size="${size}" text-anchor="middle">${escapeText(sign)}</text></svg>`
  return createPicture(new TextEncoder().encode(svg), 'image/svg+xml')
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
