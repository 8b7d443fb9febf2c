import { DESCRIPTION_LIMIT, normaliseText } from '../../core/values/normaliseText.ts'
import { useText } from '../hooks.ts'
import { Disclosure } from '../parts/Disclosure.tsx'

/** The wallet's own words about an error, folded away. Shown as text only, and never long (SEC-83). */
export function Details({ error }: { readonly error: unknown }) {
  const t = useText()
  const words = findWords(error)
  if (words === undefined) return null
  return (
    <Disclosure label={t('connecting.details')}>
      <p>
        <bdi>{normaliseText(words, DESCRIPTION_LIMIT)}</bdi>
      </p>
    </Disclosure>
  )
}

/** The message deepest in the chain of causes: it is the wallet's, the ones above are ours. */
function findWords(error: unknown): string | undefined {
  let words: string | undefined
  let current: unknown = error
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    const { message, cause } = current as { readonly message?: unknown; readonly cause?: unknown }
    if (typeof message === 'string' && message !== '') words = message
    if (typeof cause === 'string' && cause !== '') return cause
    current = cause
  }
  return words
}
