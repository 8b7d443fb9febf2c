import { toPlainDigits } from './toPlainDigits.ts'

/**
 * What a visitor typed as a plain decimal, in the digits of any script: with a point or a comma before the digits after it, spaces
 * between thousands, or both signs where the last parts the digits. Undefined where it is no amount above 0 with at most `decimals`
 * digits after the point.
 */
export function readAmount(typed: string, decimals: number): string | undefined {
  const text = toPlainDigits(typed).replace(/[\s\u00a0\u202f'’_]/g, '')
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const mark = text[last]
  const count = text.split(mark ?? '').length - 1
  const other = mark === '.' ? ',' : '.'
  // "1,000" could be one or a thousand: nobody is asked for the wrong one.
  if (mark === ',' && count === 1 && /^[1-9]\d{0,2},\d{3}$/.test(text)) return undefined
  if (mark !== undefined && count > 1) return undefined
  const parts = mark === undefined ? [text, ''] : [text.slice(0, last), text.slice(last + 1)]
  const [whole = '', rest = ''] = parts
  const grouped = whole.includes(other) ? /^\d{1,3}(?:[.,]\d{3})+$/ : /^\d*$/
  if (!grouped.test(whole) || !/^\d*$/.test(rest) || rest.replace(/0+$/, '').length > decimals) return undefined
  const digits = whole.replaceAll(other, '').replace(/^0+(?=\d)/, '') || '0'
  const fraction = rest.replace(/0+$/, '')
  const quantity = fraction === '' ? digits : `${digits}.${fraction}`
  return digits.length > 0 && /[1-9]/.test(quantity) && text !== '' ? quantity : undefined
}
