import { useInstance } from '../../hooks.ts'
import { TextLink } from '../../parts/TextLink.tsx'
import { legalWords } from '../../text/rooms/legalWords.ts'
import { useRoomText } from '../../useRoomText.ts'

/**
 * The sentence about terms and privacy, with links to what the site configured; nothing where it configured none.
 * `says` tells that going on is accepting, `asks` is the words of the checkbox.
 */
export function LegalSentence({ kind }: { readonly kind: 'says' | 'asks' }) {
  const { options } = useInstance()
  const t = useRoomText(legalWords)
  const { termsConditionsUrl: terms, privacyPolicyUrl: privacy } = options
  const scope = terms === undefined ? 'onlyPrivacy' : privacy === undefined ? 'onlyTerms' : 'both'
  const href: Readonly<Record<string, string | undefined>> = { terms, privacy }
  if (terms === undefined && privacy === undefined) return null
  const pieces =
    kind === 'says'
      ? t.pieces(`legal.${scope}`, {
          site: options.metadata.name,
          terms: t('legal.terms'),
          privacy: t('legal.privacy'),
        })
      : t.pieces(`legal.accept.${scope}`, { terms: t('legal.accept.terms'), privacy: t('legal.accept.privacy') })
  return pieces.map(({ text, name }) => {
    const url = name === undefined ? undefined : href[name]
    return url === undefined ? (
      <span key={name ?? text}>{text}</span>
    ) : (
      <TextLink key={name ?? text} href={url}>
        {text}
      </TextLink>
    )
  })
}
