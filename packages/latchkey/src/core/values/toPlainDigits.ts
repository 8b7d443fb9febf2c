/**
 * What was typed with the digits of ASCII, and a point and a comma, in place of those of another script or of the width of an
 * ideograph. Only digits become digits: a power, a fraction or a number in a circle stays what it is. The Arabic sign between
 * thousands is easily taken for the one before decimals, so it becomes a comma, which may be either as well.
 */
export function toPlainDigits(typed: string): string {
  return typed
    .replace(/\p{Nd}/gu, toDigit)
    .replace(/[．｡。٫]/g, '.')
    .replace(/[，،٬]/g, ',')
}

/** Digits stand in the order of their value, in rows of ten. Source: The Unicode Standard, 4.6. */
function toDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(at - before - 1))) before += 1
  return String(before % 10)
}
