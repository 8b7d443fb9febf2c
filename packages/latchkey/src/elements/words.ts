import type { ButtonWords } from './words/en.ts'

/** Loads the words of a language, or gives undefined where English serves. */
export function findWords(locale: string): (() => Promise<ButtonWords>) | undefined {
  return /^ar\b/i.test(locale) ? async () => (await import('./words/ar.ts')).ar : undefined
}

/** Fills the places of a text: `{account}`. */
export function fillWords(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => values[name] ?? '')
}
