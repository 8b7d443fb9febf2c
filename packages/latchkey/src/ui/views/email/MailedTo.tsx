import { drawLtr, Sentence } from '../../parts/Sentence.tsx'
import type { TextPiece } from '../../text.ts'

/** A sentence with an address in it, which is read from left to right in every language. */
export function MailedTo({ pieces }: { readonly pieces: readonly TextPiece[] }) {
  return (
    <p className="email-said">
      <Sentence pieces={pieces} draw={drawLtr} />
    </p>
  )
}
