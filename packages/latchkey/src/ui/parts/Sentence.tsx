import { Fragment, type ReactNode } from 'react'
import type { TextPiece } from '../text.ts'

/**
 * A sentence with something filled in, which `draw` shows; by itself it stands apart from the direction of the words around it.
 * Each piece is all that its element holds, so that a browser may translate it.
 */
export function Sentence({
  pieces,
  draw = (text) => <bdi>{text}</bdi>,
}: {
  readonly pieces: readonly TextPiece[]
  readonly draw?: ((text: string, name: string) => ReactNode) | undefined
}) {
  return pieces.map(({ text, name }, index) =>
    name === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence, two of which may say the same
      <span key={index}>{text}</span>
    ) : (
      <Fragment key={name}>{draw(text, name)}</Fragment>
    ),
  )
}

/** Fills in what is read from left to right in every language: addresses, amounts, names of accounts. */
export const drawLtr = (text: string) => <bdi dir="ltr">{text}</bdi>
