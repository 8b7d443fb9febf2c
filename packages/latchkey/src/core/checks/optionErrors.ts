import { LatchkeyError } from '../errors/LatchkeyError.ts'
import type { Mistake } from './findMistake.ts'

/** A value that is not what it must be. */
export function invalid(path: string, expected: string): LatchkeyError {
  const facts = { option: path.split(/\W/)[0], path, expected }
  return new LatchkeyError('OPTION_INVALID', `The option ${path} must be ${expected}.`, { facts })
}

/** The error that says a mistake. */
export function toOptionError({ code, text, facts }: Mistake): LatchkeyError {
  return new LatchkeyError(code, text, { facts })
}

/** Options that do not go together, and why. */
export function conflict(options: readonly string[], why: string): LatchkeyError {
  return new LatchkeyError('OPTION_CONFLICT', `${options.join(', ')}: ${why}.`, { facts: { options } })
}

/** This machine, as hosts name it. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Whether it is an address that a page may go to: https, or http on loopback. */
export function hasSafeProtocol(value: unknown, base?: string | undefined): boolean {
  try {
    const { protocol, hostname } = new URL(value as string, base)
    return value !== '' && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)))
  } catch {
    return false
  }
}

/** Whether it is an https address, http on loopback, or a path of the site. */
export function isLink(value: unknown): boolean {
  return hasSafeProtocol(value, 'https://own.invalid')
}

/** Refuses what is there and no link for visitors, nor an address of this site. */
export function demandLink(path: string, value: unknown): void {
  if (value !== undefined && !isLink(value)) throw invalid(path, 'an https address or a path of this site')
}

/** What `isPicture` wants, in words. */
export const PICTURE = 'an https address or a path of this site, or data:image'

/** Whether it may be the address of a picture that the site itself gives. */
export function isPicture(value: unknown): boolean {
  return isLink(value) || /^data:image\//.test(value as string)
}
