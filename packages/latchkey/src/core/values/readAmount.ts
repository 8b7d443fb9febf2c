import { toPlainDigits } from './toPlainDigits.ts'

/** Thousands between commas; in India the groups before the last one have two digits. */
const COMMAS = /^[1-9](?:\d{0,2}(?:,\d{3})+|\d?(?:,\d{2})*,\d{3})$/
const POINTS = /^[1-9]\d{0,2}(?:\.\d{3})+$/

/**
 * What a visitor typed as a plain decimal, in the digits of any script: with a point or a comma before the digits after it, spaces
 * between thousands, or the other sign, or either sign where it stands more than once. Undefined where it is no amount above 0 with
 * at most `decimals` digits after the point.
 */
export function readAmount(typed: string, decimals: number): string | undefined {
  const text = toPlainDigits(typed).replace(/[\s\u00a0\u202f'’_]/g, '')
  // "1,000" could be one or a thousand: nobody is asked for the wrong one.
  if (/^[1-9]\d{0,2},\d{3}$/.test(text)) return undefined
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const mark = text[last]
  // A sign that stands twice parts thousands.
  const isGrouping = mark !== undefined && text.indexOf(mark) < last
  const end = mark === undefined || isGrouping ? text.length : last
  const [whole, rest] = [text.slice(0, end), text.slice(end + 1)]
  const sign = isGrouping ? mark : mark === '.' ? ',' : '.'
  const form = !whole.includes(sign) ? /^\d*$/ : sign === ',' ? COMMAS : POINTS
  const fraction = rest.replace(/0+$/, '')
  if (!form.test(whole) || !/^\d*$/.test(rest) || fraction.length > decimals) return undefined
  const digits = whole.replaceAll(sign, '').replace(/^0+(?=\d)/, '') || '0'
  const quantity = fraction === '' ? digits : `${digits}.${fraction}`
  return /[1-9]/.test(quantity) ? quantity : undefined
}
