import { toPlainDigits } from './toPlainDigits.ts'

/** Digits of a code out of a mail. */
const CODE_LENGTH = 6

/** The code in a text, as far as it is there: mails print it in two groups, and keyboards may write the digits of their language. */
export function readCode(typed: string): string {
  return toPlainDigits(typed).replace(/\D/g, '').slice(0, CODE_LENGTH)
}

/** Whether all digits of a code are there. */
export function isWholeCode(digits: string): boolean {
  return digits.length === CODE_LENGTH
}
