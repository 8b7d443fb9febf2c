import { hex } from '@scure/base'

/** A message as its signer should see it. */
export type ReadableText = {
  /** The text, or hex where the bytes are no text. */
  readonly text: string
  readonly isText: boolean
  /** The text holds signs that are not seen or that turn the reading direction. */
  readonly hasHiddenSigns: boolean
}

/** Controls but tab and line breaks, zero-width signs but the one that joins emoji, and those that turn the direction. */
const HIDDEN = /(?![\t\n\r\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/u

/** Reads bytes as UTF-8; what is none, or is nothing but unseen signs, is shown as hex. */
export function readText(bytes: Uint8Array): ReadableText {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, isText: true, hasHiddenSigns: HIDDEN.test(text) }
  } catch {
    return { text: `0x${hex.encode(bytes)}`, isText: false, hasHiddenSigns: false }
  }
}

/** A text with its hidden signs written out, so that the eye sees what is signed. */
export function showHiddenSigns(text: string): string {
  return text.replace(
    new RegExp(HIDDEN, 'gu'),
    (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()}⟩`,
  )
}
