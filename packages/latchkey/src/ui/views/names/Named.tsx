import type { TextKey } from '../../text/catalogue.ts'
import type { Translate } from '../../text.ts'

type NamedKey = Extract<TextKey, 'names.free' | 'names.taken' | 'names.getNamed' | 'names.failed' | 'names.mine'>

/** A sentence with a name in it, which is always left to right. */
export function Named({ t, text, name }: { readonly t: Translate; readonly text: NamedKey; readonly name: string }) {
  return t.pieces(text, { name }).map((piece) =>
    piece.name === undefined ? (
      <span key={piece.text}>{piece.text}</span>
    ) : (
      <bdi key={piece.name} dir="ltr" className="account-name">
        {piece.text}
      </bdi>
    ),
  )
}
