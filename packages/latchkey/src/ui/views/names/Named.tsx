import { Sentence } from '../../parts/Sentence.tsx'
import type { TextKey } from '../../text/catalogue.ts'
import type { Translate } from '../../text.ts'

type NamedKey = Extract<TextKey, 'names.free' | 'names.taken' | 'names.getNamed' | 'names.failed' | 'names.mine'>

/** A sentence with a name in it, which is always left to right. */
export function Named({ t, text, name }: { readonly t: Translate; readonly text: NamedKey; readonly name: string }) {
  return (
    <Sentence
      pieces={t.pieces(text, { name })}
      draw={(filled) => (
        <bdi dir="ltr" className="account-name">
          {filled}
        </bdi>
      )}
    />
  )
}
