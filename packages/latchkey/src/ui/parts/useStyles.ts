import { useInsertionEffect } from 'react'
import { useSurroundings } from './surroundings.ts'

/**
 * Brings the styles of what is loaded later along with it, so that the first opening does not pay for them. They are there
 * before the part is laid out, and stay. Every use counts once a modal.
 */
export function useStyles(css: string): void {
  const { addStyles } = useSurroundings()
  useInsertionEffect(() => addStyles(css), [addStyles, css])
}
