import { createContext, useContext } from 'react'

/** What parts need of the world: no part knows an instance, a store or a catalogue. */
export type Surroundings = {
  /** Runs once after so many ms. Returns the way to cancel. */
  readonly after: (delayMs: number, run: () => void) => () => void
  /** Whether an address may be shown as a picture (SEC-84). */
  readonly isTrustedImage: (src: string) => boolean
  /** Shows a text beside a control, or hides the one that is shown. */
  readonly showTip: (anchor: Element, text: string | undefined) => void
  /** Gives the modal the styles of a part or view that is loaded later, once. */
  readonly addStyles: (css: string) => void
  /** BCP 47 tag for numbers. */
  readonly region: string
  /** The few words that parts say by themselves. */
  readonly words: { readonly newTab: string; readonly clear: string }
}

/** Carries the surroundings to every part of one modal. */
export const SurroundingsContext = createContext<Surroundings | undefined>(undefined)

/** What surrounds a part. Throws outside a modal, because a part without a clock or a trust rule must not guess one. */
export function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext)
  if (!surroundings) throw new Error('A part was rendered outside the modal')
  return surroundings
}
