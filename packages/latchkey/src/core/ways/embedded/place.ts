/** A frame that stands in the page. */
export type PlacedFrame = {
  readonly readLook: () => Look
  /** Its window; null once it is off the page. */
  readonly getWindow: () => Pick<Window, 'postMessage'> | null
  readonly remove: () => void
}

/** How the page looks to its visitor, for what a frame draws beside it. */
export type Look = { readonly mode: 'light' | 'dark'; readonly locale: string }

/** Puts a frame of this address into the modal, where it is seen only on the view that has a place for it. */
export type PlaceFrame = (url: string) => Promise<PlacedFrame>
